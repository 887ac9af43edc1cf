"""What the views have in common."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.forms import ReauthenticateForm
from accounts.models import User

from .authentication import TokenAuthentication
from .errors import AccountNeeded, TooManyAttempts
from .inputs import form_errors, has_error
from .parsers import pass_over
from .throttles import AddressThrottle


class PrivateView(APIView):
    """For who is signed in. No cache may keep what they were shown."""

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        request.is_api = True  # type: ignore[attr-defined] # nothing is said in a page's words
        return super().initialize_request(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "no-store, private"
        if final.status_code >= status.HTTP_400_BAD_REQUEST:
            pass_over(request._request)
        return final


class LetterView(PrivateView):
    """For who has forgotten, or has a letter: a token that comes along is not looked at."""

    authentication_classes = []
    permission_classes = [AllowAny]


class EntranceView(PrivateView):
    """For who comes in: open to all, by token or none (never by session), and slowed per address."""

    authentication_classes = [TokenAuthentication]
    permission_classes = [AllowAny]
    throttle_classes = [AddressThrottle]
    throttle_scope = ""


def member(request: Request) -> User:
    """Return the account that asks.

    :raises AccountNeeded: if it is a visitor.
    """
    assert isinstance(request.user, User)
    if request.user.is_guest:
        raise AccountNeeded
    return request.user


def prove(request: Request, password: str) -> User:
    """Return the account that asks, whose *password* has shown that its owner does.

    Pages ask for it as well before what could lock one out, and count attempts together with these.

    :raises AccountNeeded: if it is a visitor.
    :raises TooManyAttempts: after some.
    :raises ValidationError: if it is not the password.
    """
    user = member(request)
    if not ratelimit.consume(request._request, action="reauthenticate", user=user):
        raise TooManyAttempts
    form = ReauthenticateForm({"password": password}, user=user)
    if not form.is_valid():
        raise TooManyAttempts if has_error(form, "too_many_login_attempts") else form_errors(form, {})
    take_as_proven(request)
    return user


def take_as_proven(request: Request) -> None:
    """Have the account's package not ask for the password once more (`AccountAdapter`)."""
    request._request.is_proven = True  # type: ignore[attr-defined]
