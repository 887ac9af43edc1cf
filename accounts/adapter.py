"""How allauth does its work here: whose row a sign-up fills, where its mail goes, which addresses it trusts."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme

from . import tasks, wording
from .hints import hint
from .mail import absolute, render_message
from .models import ApiToken, Letter, User

MAX_CLAIMS = 3  # accounts that may name one address before one of them has confirmed it
CHANGE = "mail/account/change"


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | wording.ERRORS

    # Whom it lets in

    def validate_unique_email(self, email: str) -> str:
        """Refuse an address that an account has confirmed, or that too many others wait to confirm."""
        claims = EmailAddress.objects.filter(email=email)
        if any(claim.verified for claim in claims) or len(claims) >= MAX_CLAIMS:
            raise self.validation_error("email_taken")
        return email

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Let a change of address be called off, and nothing else."""
        others = EmailAddress.objects.filter(user_id=email_address.user_id, verified=True)
        return not email_address.verified and others.exists()

    def set_password(self, user: Any, password: str) -> None:
        """Change the password, which ends the other sessions (by their hash) and the tokens."""
        user.set_password(password)  # slow, so before the transaction
        with transaction.atomic():
            user.save(update_fields=["password"])
            ApiToken.objects.revoke_all(user, but=getattr(self.request, "api_token", None))

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Do not ask again a program that has sent the password along (`accounts.api.base.prove`)."""
        return not getattr(self.request, "is_proven", False) and super().is_reauthentication_required(app=app, **kwargs)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count attempts per name *and* address: who guesses elsewhere does not lock the owner out."""
        login = credentials.get("email") or credentials.get("username") or ""
        return f"{login.lower()}:{self.get_client_ip(request)}"

    # Where it sends people

    def is_safe_url(self, url: str) -> bool:
        """Trust addresses on this site only, and only as paths: so no spelling of another host can pass."""
        return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)

    def is_ajax(self, request: HttpRequest) -> bool:
        """Answer with JSON only to the script that signs in by passkey: everything else has the API."""
        match = request.resolver_match
        return bool(match and match.url_name == "mfa_login_webauthn" and super().is_ajax(request))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return absolute(reverse("account_confirm_email", args=[emailconfirmation.key]))

    def get_reset_password_from_key_url(self, key: str) -> str:
        user, _dash, secret = key.partition("-")
        return absolute(reverse("account_reset_password_from_key", kwargs={"uidb36": user, "key": secret}))

    # What it says

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        if getattr(request, "is_api", False):
            return
        if message is None and message_template in wording.MESSAGES:
            message = str(wording.MESSAGES[message_template]) % (message_context or {})
        super().add_message(request, level, message_template, message_context, extra_tags, message)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        ways = super().get_reauthentication_methods(user)
        return [way | {"description": wording.WAYS.get(way["id"], way["description"])} for way in ways]

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        super().send_notification_mail(template_prefix, user, {"user": user, **(context or {})}, email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write a letter; the worker sends it."""
        user: User | None = context.get("user")
        template = wording.LETTERS.get(template_prefix, CHANGE)
        with translation.override(_letter_language(user)):
            change = str(wording.CHANGES[template_prefix]) % context if template == CHANGE else ""
        message = render_message(
            template,
            {
                "password_reset_url": absolute(reverse("account_reset_password")),
                **context,
                "to": email,
                "change": change,
                "signup_url": absolute(reverse("account_signup")),
            },
            to=email,
            language=_letter_language(user),
            zone=user.zone if user else None,
        )
        Letter.objects.write(message)
        hint(tasks.deliver_letters)


def _letter_language(user: User | None) -> str:
    """Return the language of the account, or of the page it is asked from."""
    return (user and user.language) or translation.get_language() or settings.LANGUAGE_CODE
