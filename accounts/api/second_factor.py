"""The second factor of who is asking: whether it is on, and an authenticator app. Passkeys need a browser."""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.internal.flows.add import validate_can_add_authenticator
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal import flows as recovery
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.totp.internal.flows import activate_totp, deactivate_totp
from allauth.mfa.webauthn.internal.flows import remove_authenticator, rename_authenticator
from django.core import signing
from django.db import IntegrityError
from django.forms import ValidationError
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.forms import ActivateTOTPForm
from accounts.models import User
from accounts.wording import SECOND_FACTOR_ERRORS

from . import examples
from .base import PrivateView, member, prove, take_as_proven
from .errors import ApiProblem, TooManyAttempts, refusals
from .inputs import AppCode, PasskeyName, Proof, RecoveryCodesInput, checked, form_errors, has_error
from .shapes import SECOND_FACTORS

SALT = "accounts.second_factor.setup"
SETUP_LASTS = 600  # seconds, from the key to the first code


class AppIsSetUp(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "app_is_set_up"
    default_detail = _("An authenticator app is set up already. Turn it off first.")


class NoApp(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "no_app"
    default_detail = _("No authenticator app is set up.")


class EmailNotConfirmed(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "email_not_confirmed"
    default_detail = SECOND_FACTOR_ERRORS["unverified_email"]


class NoSecondFactor(ApiProblem):
    status_code = status.HTTP_409_CONFLICT
    default_code = "no_second_factor"
    default_detail = SECOND_FACTOR_ERRORS["cannot_generate_recovery_codes"]


class BadSetup(ApiProblem):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "bad_setup"
    default_detail = _("This is no key of yours, or it is too old. Ask for another.")


class FactorShape(s.Serializer[Any]):
    created = s.DateTimeField(source="created_at")
    last_used = s.DateTimeField(source="last_used_at", allow_null=True)


class PasskeyShape(FactorShape):
    id = s.IntegerField()
    name = s.CharField(source="wrap.name")


class SecondFactorShape(s.Serializer[Any]):
    is_on = s.BooleanField(help_text="Whether signing in by password asks for a code, or for a passkey, as well.")
    app = FactorShape(allow_null=True, help_text="The authenticator app.")
    passkeys = PasskeyShape(many=True, help_text="Added and used on the pages alone.")
    recovery_codes_left = s.IntegerField(help_text="Each is good once in place of a code.")


class KeyShape(s.Serializer[Any]):
    secret = s.CharField(help_text="To be typed into the authenticator app.")
    url = s.CharField(help_text="The same for a picture that the app can scan: `otpauth://totp/…`.")
    setup = s.CharField(help_text="To be sent back with the first code within ten minutes.")


class RecoveryCodesShape(s.Serializer[Any]):
    recovery_codes = s.ListField(child=s.CharField(), help_text="Those that have not been used.")


class SecondFactorView(PrivateView):
    @extend_schema(
        summary="See my second factor",
        responses={200: SecondFactorShape, **refusals(401, 403)},
        examples=[examples.MY_SECOND_FACTOR],
    )
    def get(self, request: Request) -> Response:
        mine = list(Authenticator.objects.filter(user=member(request)).order_by("created_at", "pk"))
        by_type = {each.type: each for each in mine}
        codes = by_type.get(Authenticator.Type.RECOVERY_CODES)
        shown = {
            "is_on": not by_type.keys().isdisjoint(SECOND_FACTORS),
            "app": by_type.get(Authenticator.Type.TOTP),
            "passkeys": [each for each in mine if each.type == Authenticator.Type.WEBAUTHN],
            "recovery_codes_left": len(codes.wrap().get_unused_codes()) if codes else 0,
        }
        return Response(SecondFactorShape(shown).data)


class KeyView(PrivateView):
    @extend_schema(
        summary="Begin to set up an authenticator app",
        description="Answers with a key for the app. Nothing is on before the first code has been sent.",
        request=Proof,
        responses={200: KeyShape, **refusals(400, 401, 403, 409, 413, 415, 429)},
        examples=[examples.PROOF, examples.APP_KEY],
    )
    def post(self, request: Request) -> Response:
        user = prove(request, checked(Proof, request)["password"])
        _check_can_add(user)
        secret = totp.generate_totp_secret()
        setup = signing.dumps({"user": user.pk, "secret": secret}, salt=SALT)
        shown = {"secret": secret, "url": get_adapter().build_totp_url(user, secret), "setup": setup}
        return Response(KeyShape(shown).data)


class AppView(PrivateView):
    @extend_schema(
        summary="Set up an authenticator app",
        description="With the first code it shows. From now on signing in by password asks for a code. "
        "Keep the recovery codes: each lets you in once without the app.",
        request=AppCode,
        responses={201: RecoveryCodesShape, **refusals(400, 401, 403, 409, 413, 415, 422, 429)},
        examples=[examples.APP_CODE, examples.FRESH_RECOVERY_CODES],
    )
    def post(self, request: Request) -> Response:
        user = member(request)
        given = checked(AppCode, request)
        secret = _secret_in(given["setup"], user)
        _check_can_add(user)
        take_as_proven(request)  # the password came when the key was asked for
        try:
            _activate(request, user, secret, given["code"])
        except IntegrityError:  # twice at the same moment
            raise AppIsSetUp from None
        return Response(_codes(request), status=status.HTTP_201_CREATED)


class AppOffView(PrivateView):
    @extend_schema(
        summary="Turn the authenticator app off",
        description="The recovery codes go with it where there is no passkey.",
        request=Proof,
        responses={204: None, **refusals(400, 401, 403, 409, 413, 415, 429)},
        examples=[examples.PROOF],
    )
    def post(self, request: Request) -> Response:
        user = prove(request, checked(Proof, request)["password"])
        app = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
        if app is None:
            raise NoApp
        deactivate_totp(request._request, app)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PasskeyView(PrivateView):
    @extend_schema(
        summary="Rename a passkey",
        request=PasskeyName,
        responses={204: None, **refusals(400, 401, 403, 404, 413, 415, 429)},
        examples=[examples.PASSKEY_NAME],
    )
    def patch(self, request: Request, pk: int) -> Response:
        given = checked(PasskeyName, request)
        user = prove(request, given["password"])
        rename_authenticator(request._request, _passkey(user, pk), given["name"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class PasskeyOffView(PrivateView):
    @extend_schema(
        summary="Take a passkey away",
        description="One that is lost, for instance. The recovery codes go with the last, where there is no app.",
        request=Proof,
        responses={204: None, **refusals(400, 401, 403, 404, 413, 415, 429)},
        examples=[examples.PROOF],
    )
    def post(self, request: Request, pk: int) -> Response:
        user = prove(request, checked(Proof, request)["password"])
        remove_authenticator(request._request, _passkey(user, pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RecoveryCodesView(PrivateView):
    @extend_schema(
        summary="See my recovery codes, or make new ones",
        request=RecoveryCodesInput,
        responses={200: RecoveryCodesShape, **refusals(400, 401, 403, 409, 413, 415, 429)},
        examples=[examples.NEW_RECOVERY_CODES, examples.RECOVERY_CODES],
    )
    def post(self, request: Request) -> Response:
        given = checked(RecoveryCodesInput, request)
        user = prove(request, given["password"])
        if not recovery.can_generate_recovery_codes(user):
            raise NoSecondFactor
        if given["renew"]:
            recovery.generate_recovery_codes(request._request)
        return Response(_codes(request))


def _passkey(user: User, pk: int) -> Authenticator:
    found: Authenticator = get_object_or_404(Authenticator, pk=pk, user=user, type=Authenticator.Type.WEBAUTHN)
    return found


def _check_can_add(user: User) -> None:
    if Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists():
        raise AppIsSetUp
    try:
        validate_can_add_authenticator(user)
    except ValidationError:
        raise EmailNotConfirmed from None


def _secret_in(setup: str, user: User) -> str:
    """Return the key that *user* was given with *setup*.

    :raises BadSetup: if it was given to somebody else, too long ago, or never.
    """
    try:
        given = signing.loads(setup, salt=SALT, max_age=SETUP_LASTS)
    except signing.BadSignature:
        raise BadSetup from None
    if given["user"] != user.pk:
        raise BadSetup
    return str(given["secret"])


def _activate(request: Request, user: User, secret: str, code: str) -> None:
    """Set the app up as the page does, which has kept the *secret* in its session; here it is there for this call."""
    session = request._request.session
    session[totp.SECRET_SESSION_KEY] = secret
    try:
        form = ActivateTOTPForm({"code": code}, user=user)
        if not form.is_valid():
            raise TooManyAttempts if has_error(form, "rate_limited") else form_errors(form, {})
        activate_totp(request._request, form)
    finally:
        totp.clear_totp_secret(request._request)


def _codes(request: Request) -> dict[str, Any]:
    codes, _can_view = recovery.view_recovery_codes(request._request)
    return RecoveryCodesShape({"recovery_codes": codes.get_unused_codes() if codes else []}).data
