"""Signing up, and playing without an account."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.forms import SignupForm
from accounts.models import ApiToken, User
from accounts.registration import NameTaken, NoLongerGuest

from . import examples
from .base import EntranceView
from .errors import ApiProblem, refusals
from .inputs import NewGuest, Signup, checked, form_errors
from .shapes import GuestShape, UserShape, fresh_token

GUEST_TOKEN = "visitor"  # noqa: S105 (its name)


class AlreadySignedUp(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "already_signed_up"
    default_detail = _("This token belongs to an account already.")


class SignupView(EntranceView):
    throttle_scope = "sign_up"

    @extend_schema(
        summary="Sign up",
        description="Makes an account and sends a link that confirms the address; one may play before following it. "
        "With the token of a visitor the visitor becomes the account: the games stay, and so does that token.",
        request=Signup,
        responses={201: UserShape, **refusals(400, 401, 409, 413, 415, 429)},
        examples=[examples.SIGNUP, examples.USER, examples.NAME_TAKEN],
    )
    def post(self, request: Request) -> Response:
        if request.user.is_authenticated and not request.user.is_guest:
            raise AlreadySignedUp
        given = checked(Signup, request)
        form = SignupForm(_as_on_the_page(given))
        if not form.is_valid():
            raise form_errors(form, NAMES)
        request._request.guest = request.user if request.user.is_authenticated else None  # type: ignore[attr-defined]
        try:
            user = form.save(request._request)
        except NameTaken:
            raise form_errors(form, NAMES) from None
        except NoLongerGuest:
            raise AlreadySignedUp from None
        EmailAddress.objects.get(user=user).send_confirmation(request._request, signup=True)
        return Response(UserShape(user).data, status=status.HTTP_201_CREATED)


class GuestsView(EntranceView):
    throttle_scope = "guests"

    @extend_schema(
        summary="Play as a visitor",
        description="Makes a visitor, who may play against bots at once, and a token for it. "
        "`POST /api/v1/signup` with that token turns the visitor into an account.",
        request=NewGuest,
        responses={201: GuestShape, **refusals(400, 401, 413, 415, 429)},
        examples=[examples.NEW_GUEST, examples.GUEST],
    )
    def post(self, request: Request) -> Response:
        given = checked(NewGuest, request)
        given.setdefault("language", translation.get_language() or "")
        guest = User.objects.create_guest(**given)
        token, secret = ApiToken.objects.issue(guest, GUEST_TOKEN)
        shown = {"user": UserShape(guest).data, "token": fresh_token(token, secret)}
        return Response(shown, status=status.HTTP_201_CREATED)


NAMES = {"username": "name", "password1": "password"}


def _as_on_the_page(given: dict[str, Any]) -> dict[str, Any]:
    pages = {name: field for field, name in NAMES.items()}
    return {pages.get(name, name): value for name, value in given.items()}
