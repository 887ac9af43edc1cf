"""Signing in: for a token."""

from __future__ import annotations

from typing import Any

from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.forms import LoginForm
from accounts.models import ApiToken, TooManyTokens, User

from . import examples
from .base import PrivateView
from .errors import ApiProblem, TooManyAttempts, refusals
from .inputs import NewToken, checked, has_error
from .shapes import SECOND_FACTORS, FreshTokenShape, TokensShape, fresh_token
from .throttles import AddressThrottle


class WrongCredentials(ApiProblem):
    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "wrong_credentials"
    default_detail = _("No account has this name and this password.")


class SecondFactorRequired(ApiProblem):
    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "second_factor_required"
    default_detail = _("This account asks for a second proof: send it as code.")


class WrongCode(ApiProblem):
    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "wrong_code"
    default_detail = _("This code is not right.")


class AccountClosed(ApiProblem):
    status_code = status.HTTP_403_FORBIDDEN
    default_code = "account_closed"
    default_detail = _("This account has been closed.")


class TokenLimit(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "too_many_tokens"
    default_detail = _("You have as many tokens as one may have. Revoke one first.")


class TokensView(PrivateView):
    throttle_scope = "sign_in"

    def get_permissions(self) -> Any:
        return [AllowAny()] if self._signs_in() else super().get_permissions()

    def get_authenticators(self) -> Any:
        return [] if self._signs_in() else super().get_authenticators()

    def get_throttles(self) -> Any:
        return [AddressThrottle()] if self._signs_in() else super().get_throttles()

    def _signs_in(self) -> bool:
        return getattr(self.request, "method", None) == "POST"

    @extend_schema(
        summary="Sign in for a token",
        description="Send the token with every request, as `Authorization: Token …`. It is good for a year; "
        "one may hold 20. With a second factor on, the first attempt answers `second_factor_required`.",
        request=NewToken,
        responses={201: FreshTokenShape, **refusals(400, 401, 403, 409, 413, 415, 429)},
        auth=[],
        examples=[examples.NEW_TOKEN, examples.TOKEN, examples.SECOND_FACTOR, examples.THROTTLED],
    )
    def post(self, request: Request) -> Response:
        given = checked(NewToken, request)
        user = _sign_in(request._request, given["login"], given["password"])
        if is_mfa_enabled(user, SECOND_FACTORS):
            _check_code(user, given.get("code", ""))
        try:
            token, secret = ApiToken.objects.issue(user, given["token_name"])
        except TooManyTokens:
            raise TokenLimit from None
        return Response(fresh_token(token, secret), status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="tokens_list",
        summary="List my tokens",
        description="Those that are still good, the oldest first.",
        responses={200: TokensShape, **refusals(401)},
        examples=[examples.TOKENS],
    )
    def get(self, request: Request) -> Response:
        tokens = ApiToken.objects.live(timezone.now()).filter(user=request.user)
        return Response(TokensShape({"results": tokens}, context={"current": request.auth}).data)

    @extend_schema(
        operation_id="tokens_revoke",
        summary="Revoke all my other tokens",
        description="All but the one that the request is made with. Browsers are under `/api/v1/me/sessions`.",
        responses={204: None, **refusals(401)},
    )
    def delete(self, request: Request) -> Response:
        assert isinstance(request.user, User)
        ApiToken.objects.revoke_all(request.user, but=request.auth if isinstance(request.auth, ApiToken) else None)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CurrentTokenView(PrivateView):
    @extend_schema(
        summary="Sign out",
        description="Revokes the token that the request is made with.",
        request=None,
        responses={204: None, **refusals(401, 404)},
    )
    def delete(self, request: Request) -> Response:
        if not isinstance(request.auth, ApiToken):
            raise NotFound
        request.auth.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokenView(PrivateView):
    @extend_schema(
        summary="Revoke a token",
        description="Nothing opens with it any more.",
        request=None,
        responses={204: None, **refusals(401, 404)},
    )
    def delete(self, request: Request, id: str) -> Response:
        get_object_or_404(ApiToken, user=request.user, token_key=id).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


def _sign_in(request: HttpRequest, login: str, password: str) -> User:
    """Return the account; attempts are counted together with those on the page.

    :raises WrongCredentials: if there is none with this name or address and this password.
    """
    form = LoginForm({"login": login, "password": password}, request=request)
    if not form.is_valid():
        raise TooManyAttempts if has_error(form, "too_many_login_attempts") else WrongCredentials
    user = form.user
    assert isinstance(user, User)
    if not user.is_active:
        raise AccountClosed
    return user


def _check_code(user: User, code: str) -> None:
    """Check a code of the authenticator app or a recovery code, which is then used up.

    :raises SecondFactorRequired: if there is none.
    """
    if not code:
        raise SecondFactorRequired
    form = AuthenticateForm({"code": code}, user=user)
    if not form.is_valid():
        raise TooManyAttempts if has_error(form, "too_many_login_attempts") else WrongCode
    form.authenticator.record_usage()
