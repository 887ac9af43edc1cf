"""Each request in its reader's language and time zone; and what visitors may do on the account pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

Handler = Callable[[HttpRequest], HttpResponse]


def private_where_signed_in(get_response: Handler) -> Handler:
    """Have nobody on the way keep what is sent to who is signed in: every page has their name on it.

    What says by itself who may keep it stays as it is, such as a picture that is the same for all.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return answer


class PreferencesMiddleware:
    """Use the account's language and time zone; without an account, the browser's language and UTC."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(user.zone):
            return self.get_response(request)


# Where one comes in: a visitor is nobody yet, and may sign up or in.
ENTRANCES = frozenset(
    {
        "account_login",
        "account_signup",
        "account_confirm_email",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "mfa_authenticate",
        "mfa_login_webauthn",
    }
)
# What a visitor has: a time zone, a language, and the way out.
OPEN_TO_GUESTS = frozenset({"accounts_settings", "account_logout"})
PREFIXES = ("account_", "accounts_", "mfa_", "usersessions_")


class AccountPagesMiddleware:
    """Keep account pages out of every cache, and send visitors who ask for what only accounts have to sign up."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _is_account_page(request):
            add_never_cache_headers(response)
        if request.method == "POST" and _name_of(request) == "account_logout":
            response["Clear-Site-Data"] = '"storage"'  # the pages that the service worker has kept
        return response

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        user = request.user
        if not _is_account_page(request) or not user.is_authenticated or not user.is_guest:
            return None
        assert request.resolver_match is not None
        name = request.resolver_match.url_name
        if name in ENTRANCES:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        elif name not in OPEN_TO_GUESTS:
            messages.info(request, _("That is for accounts: sign up first. Your games come along."))
            next_page = f"?{urlencode({'next': request.path})}" if request.method == "GET" else ""
            return HttpResponseRedirect(reverse("account_signup") + next_page)
        return None


def _is_account_page(request: HttpRequest) -> bool:
    return _name_of(request).startswith(PREFIXES)


def _name_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return (match and match.url_name) or ""
