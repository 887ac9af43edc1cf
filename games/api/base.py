"""What the views have in common."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.utils.cache import patch_cache_control
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from .errors import answer
from .inputs import Input


class OpenView(APIView):
    """For everybody, also without a token. No cache may keep what one of them was shown."""

    permission_classes = [AllowAny]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(final, no_store=True, private=True)
        return final

    def get_exception_handler(self) -> Any:
        shared = super().get_exception_handler()
        return lambda error, context: answer(error) or shared(error, context)

    def check_signed_in(self, request: Request) -> None:
        """Refuse who has sent no token.

        :raises NotAuthenticated: then.
        """
        if not request.user.is_authenticated:
            raise NotAuthenticated


class PlayerView(OpenView):
    """For players: accounts and visitors, with a token."""

    permission_classes = [IsAuthenticated]


def checked(shape: type[Input], data: Any) -> dict[str, Any]:
    """Return what was sent, checked.

    :raises ValidationError: if it is not of this *shape*.
    """
    given = shape(data=data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
