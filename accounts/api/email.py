"""The email address of an account: seeing, changing and confirming it."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows import manage_email
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.addresses import NO_LINK_SENT, AddressTaken, NoSuchLink, confirm, unconfirmed_address
from accounts.bounces import try_again
from accounts.forms import AddEmailForm
from accounts.models import User

from . import examples
from .base import LetterView, PrivateView, member, prove, take_as_proven
from .errors import ApiProblem, BadLink, TooManyAttempts, refusals
from .inputs import EmailLink, NewEmail, checked, form_errors, key_in

RESEND_AFTER = 180  # seconds: the site's rate for such mail


class AlreadyConfirmed(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "already_confirmed"
    default_detail = _("Your email address is confirmed already.")


class NoNewEmail(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "no_new_email"
    default_detail = _("No other address waits to take the place of yours.")


class EmailTaken(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "email_taken"
    default_detail = _("This address belongs to another account.")


class SentJustNow(TooManyAttempts):
    default_detail = NO_LINK_SENT
    wait = RESEND_AFTER


class EmailShape(s.Serializer[Any]):
    email = s.CharField(help_text="Empty where there is none.")
    email_confirmed = s.BooleanField(help_text="Only a confirmed address gets reminders.")
    new_email = s.CharField(
        allow_null=True, help_text="Takes the place of `email` once the link that was sent there is followed."
    )


class EmailView(PrivateView):
    @extend_schema(
        summary="See my email address",
        responses={200: EmailShape, **refusals(401, 403)},
        examples=[examples.EMAIL],
    )
    def get(self, request: Request) -> Response:
        return _answer(member(request))

    @extend_schema(
        summary="Change my email address",
        description="Sends a link to the new address, which takes the place of a confirmed one once that link is "
        "followed, and of one that is not confirmed at once. One address gets one link every three minutes at most.",
        request=NewEmail,
        responses={200: EmailShape, **refusals(400, 401, 403, 413, 415, 429)},
        examples=[examples.NEW_EMAIL, examples.EMAIL],
    )
    def put(self, request: Request) -> Response:
        given = checked(NewEmail, request)
        user = prove(request, given["password"])
        if not ratelimit.consume(request._request, action="manage_email", user=user):
            raise TooManyAttempts
        form = AddEmailForm(user, {"email": given["email"]})
        if not form.is_valid():
            raise form_errors(form, {})
        manage_email.add_email(request._request, form)
        user.refresh_from_db()
        return _answer(user)


class NewEmailView(PrivateView):
    @extend_schema(
        summary="Keep my email address",
        description="Calls off a change of address: the link that was sent to the new one is void.",
        request=None,
        responses={200: EmailShape, **refusals(401, 403, 409)},
        examples=[examples.EMAIL_KEPT],
    )
    def delete(self, request: Request) -> Response:
        user = member(request)
        address = unconfirmed_address(user)
        if address is None or not user.email_confirmed:
            raise NoNewEmail
        take_as_proven(request)  # whoever asks: it locks nobody out
        manage_email.delete_email(request._request, address)
        return _answer(user)


class ConfirmEmailView(LetterView):
    @extend_schema(
        summary="Confirm an email address",
        description="With the link that was sent to it, or the last part of that. Needs no token, like the link.",
        request=EmailLink,
        responses={204: None, **refusals(400, 403, 409, 413, 415, 422)},
        auth=[],
        examples=[examples.EMAIL_LINK],
    )
    def post(self, request: Request) -> Response:
        try:
            confirm(request._request, key_in(checked(EmailLink, request)["key"]))
        except NoSuchLink:
            raise BadLink from None
        except AddressTaken:
            raise EmailTaken from None
        return Response(status=status.HTTP_204_NO_CONTENT)


class MailAgainView(PrivateView):
    @extend_schema(
        summary="Have mail sent to me again",
        description="After mail to your address came back (`mail_refused`), and you have seen to it.",
        request=None,
        responses={204: None, **refusals(401, 403)},
    )
    def post(self, request: Request) -> Response:
        try_again(member(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConfirmationView(PrivateView):
    @extend_schema(
        summary="Send the confirming link again",
        description="To the address that waits to be confirmed: yours, or the one that is to take its place. "
        "At most every three minutes; 429 says that nothing was sent.",
        request=None,
        responses={204: None, **refusals(401, 403, 409, 429)},
    )
    def post(self, request: Request) -> Response:
        user = member(request)
        address = unconfirmed_address(user)
        if address is None:
            raise AlreadyConfirmed
        if not send_verification_email_to_address(request._request, address):
            raise SentJustNow
        return Response(status=status.HTTP_204_NO_CONTENT)


def _answer(user: User) -> Response:
    new = EmailAddress.objects.get_new(user) if user.email_confirmed else None
    shown = {"email": user.email, "email_confirmed": user.email_confirmed, "new_email": new and new.email}
    return Response(EmailShape(shown).data)
