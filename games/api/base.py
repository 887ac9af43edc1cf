"""What the views have in common."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import PrivateView
from accounts.api.inputs import Input

from .errors import as_problem


class PlayerView(PrivateView):
    """For players: accounts and visitors, with a token."""

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(as_problem(exc))


class OpenView(PlayerView):
    """For everybody, also without a token."""

    permission_classes = [AllowAny]


@extend_schema(exclude=True)
class NoSuchAddressView(OpenView):
    """Whatever else is asked for under the API: JSON says so too."""

    authentication_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound(_("There is no such address. The page /api/ lists those there are."))


def asked(shape: type[Input], request: Request) -> dict[str, Any]:
    """Return what the address asks for after its question mark, checked.

    :raises ValidationError: if it is not of this *shape*.
    """
    given = shape(data=request.query_params.dict())
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
