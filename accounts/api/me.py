"""The account of who is asking."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.contrib.auth import update_session_auth_hash
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import time_off
from accounts.forms import ChangePasswordForm
from accounts.models import User

from . import examples
from .base import PrivateView, member
from .errors import TooManyAttempts, refusals
from .inputs import NewPassword, Preferences, checked, form_errors
from .shapes import UserShape


class MeView(PrivateView):
    @extend_schema(
        summary="See my account",
        description="The account, or the visitor, of the token.",
        responses={200: UserShape, **refusals(401)},
        examples=[examples.USER],
    )
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)
        return Response(UserShape(request.user).data)

    @extend_schema(
        summary="Change my preferences",
        description="The zone in which mail and pages tell times, and the language.",
        request=Preferences,
        responses={200: UserShape, **refusals(400, 401, 413, 415)},
        examples=[examples.PREFERENCES, examples.USER],
    )
    def patch(self, request: Request) -> Response:
        user = request.user
        assert isinstance(user, User)
        given = checked(Preferences, request)
        for name, value in given.items():
            setattr(user, name, value)
        user.save(update_fields=list(given))
        if "time_zone" in given:  # rest hours are told in it
            time_off.changed.send(User, user=user, is_rest=True)
        return Response(UserShape(user).data)


class PasswordView(PrivateView):
    @extend_schema(
        summary="Change my password",
        description="Ends every session and every token but the one that the request is made with.",
        request=NewPassword,
        responses={204: None, **refusals(400, 401, 403, 413, 415, 429)},
        examples=[examples.NEW_PASSWORD],
    )
    def post(self, request: Request) -> Response:
        user = member(request)
        given = checked(NewPassword, request)
        if not ratelimit.consume(request._request, action="change_password", user=user):
            raise TooManyAttempts
        form = ChangePasswordForm(user, {"oldpassword": given["current"], "password1": given["new"]})
        if not form.is_valid():
            raise form_errors(form, {"oldpassword": "current", "password1": "new"})
        form.save()
        if request.auth is None:  # the session of a page stays, too
            update_session_auth_hash(request._request, user)
        get_adapter().send_notification_mail("account/email/password_changed", user)
        return Response(status=status.HTTP_204_NO_CONTENT)
