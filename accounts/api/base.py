"""What the views have in common."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User

from .authentication import TokenAuthentication
from .errors import AccountNeeded
from .throttles import AddressThrottle


class PrivateView(APIView):
    """For who is signed in. No cache may keep what they were shown."""

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        request.is_api = True  # type: ignore[attr-defined] # nothing is said in a page's words
        return super().initialize_request(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "no-store, private"
        return final


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
