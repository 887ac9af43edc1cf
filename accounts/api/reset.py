"""A forgotten password: a letter with a link, and another password by that link."""

from __future__ import annotations

from allauth.account.forms import UserTokenForm
from allauth.account.internal.flows.password_reset import finalize_password_reset
from allauth.core import ratelimit
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.forms import ResetPasswordForm, ResetPasswordKeyForm
from accounts.resetting import in_the_same_time

from . import examples
from .base import LetterView
from .errors import BadLink, TooManyAttempts, refusals
from .inputs import Forgotten, PasswordByLink, checked, form_errors, key_in


class ForgottenView(LetterView):
    @extend_schema(
        summary="Ask for a link to reset a password",
        description="Sends it to the address of the account, if there is such an account: neither the answer nor the "
        "time it takes tells whether there is. Counted together with what is asked for on the page.",
        request=Forgotten,
        responses={204: None, **refusals(400, 403, 413, 415, 429)},
        auth=[],
        examples=[examples.FORGOTTEN, examples.THROTTLED],
    )
    def post(self, request: Request) -> Response:
        given = checked(Forgotten, request)
        with in_the_same_time():
            form = ResetPasswordForm({"email": given["login"]})
            if not form.is_valid():
                raise form_errors(form, {"email": "login"})
            if not ratelimit.consume(request._request, action="reset_password", key=form.cleaned_data["email"]):
                raise TooManyAttempts
            form.save(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PasswordByLinkView(LetterView):
    @extend_schema(
        summary="Reset a password",
        description="By the link in the letter, which is good once. Ends every session and every token: sign in anew.",
        request=PasswordByLink,
        responses={204: None, **refusals(400, 403, 413, 415, 422, 429)},
        auth=[],
        examples=[examples.PASSWORD_BY_LINK],
    )
    def post(self, request: Request) -> Response:
        given = checked(PasswordByLink, request)
        if not ratelimit.consume(request._request, action="reset_password_from_key"):
            raise TooManyAttempts
        uid, _dash, key = key_in(given["key"]).partition("-")
        link = UserTokenForm({"uidb36": uid, "key": key})
        if not uid.strip() or not link.is_valid():  # which fails where there is no user to look for
            raise BadLink
        form = ResetPasswordKeyForm({"password1": given["new"]}, user=link.reset_user, temp_key=key)
        if not form.is_valid():
            raise form_errors(form, {"password1": "new"})
        form.save()
        finalize_password_reset(request._request, link.reset_user)
        return Response(status=status.HTTP_204_NO_CONTENT)
