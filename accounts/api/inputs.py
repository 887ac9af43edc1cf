"""What a client may send about accounts. An unknown field is refused: it is a typing mistake."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.forms import BaseForm
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.forms import MAX_EMAIL, MAX_KEY_NAME, MAX_PASSWORD
from accounts.models import CARD_LETTERS, CARD_ORDERS
from accounts.time_zones import validate_time_zone

LONGEST_LINK = 500  # characters


class Text(s.CharField):
    """A text, and nothing that could be turned into one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Input(s.Serializer[Any]):
    """Fields, and no others."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := set(data) - set(self.fields)):
            error = s.ErrorDetail(_("There is no such field."), code="unknown_field")
            raise s.ValidationError({str(name): [error] for name in sorted(unknown)})
        return super().to_internal_value(data)

    def create(self, validated_data: Any) -> NoReturn:
        raise TypeError("an input is handed on, not saved")

    update = create  # type: ignore[assignment]


def _zone(**options: Any) -> Text:
    text = "An IANA time zone, for instance `Europe/Paris`."
    return Text(max_length=64, validators=[validate_time_zone], help_text=text, **options)


def _language(**options: Any) -> s.ChoiceField:
    return s.ChoiceField([code for code, _name in settings.LANGUAGES], **options)


class Signup(Input):
    name = Text(max_length=20, help_text="3 to 20 letters (A to Z), digits, `_` or `-`; unique whatever the case.")
    email = Text(max_length=MAX_EMAIL, help_text="A link to confirm it is sent there.")
    password = Text(max_length=MAX_PASSWORD, trim_whitespace=False, help_text="10 characters or more.")
    time_zone = _zone(required=False)
    language = _language(required=False, help_text="Of mail; without it, that of `Accept-Language`.")


class NewGuest(Input):
    time_zone = _zone(required=False)
    language = _language(required=False)


class NewToken(Input):
    login = Text(max_length=MAX_EMAIL, help_text="The name or the email address.")
    password = Text(max_length=MAX_PASSWORD, trim_whitespace=False)
    token_name = Text(max_length=MAX_KEY_NAME, help_text="What the token is for, to tell it from others.")
    code = Text(max_length=20, required=False, help_text="From the authenticator app, or a recovery code.")


class Preferences(Input):
    time_zone = _zone(required=False)
    language = _language(required=False, allow_blank=True, help_text="Empty: as `Accept-Language` says.")
    card_letters = s.ChoiceField(
        CARD_LETTERS,
        required=False,
        allow_blank=True,
        help_text="Of the court cards on the pages. Empty: as the language.",
    )
    card_order = s.ChoiceField(
        CARD_ORDERS,
        required=False,
        allow_blank=True,
        help_text="How the pages sort one's own cards. Empty: spades, hearts, diamonds, clubs, each from low to high.",
    )
    four_colours = s.BooleanField(required=False, help_text="A colour for each suit on the pages.")
    one_tap = s.BooleanField(required=False, help_text="On the pages a card is played by one tap.")
    take_back = s.BooleanField(required=False, help_text="On the pages a card can be taken back for three seconds.")
    sounds = s.BooleanField(required=False, help_text="The pages make short sounds.")


class NewPassword(Input):
    current = Text(max_length=MAX_PASSWORD, trim_whitespace=False)
    new = Text(max_length=MAX_PASSWORD, trim_whitespace=False, help_text="10 characters or more.")


def _password() -> Text:
    return Text(max_length=MAX_PASSWORD, trim_whitespace=False, help_text="Yours, though you have a token.")


def _key() -> Text:
    return Text(max_length=LONGEST_LINK, help_text="The link in the letter, or its last part.")


class NewEmail(Input):
    email = Text(max_length=MAX_EMAIL, help_text="A link to confirm it is sent there.")
    password = _password()


class EmailLink(Input):
    key = _key()


class Forgotten(Input):
    login = Text(max_length=MAX_EMAIL, help_text="The name or the email address.")


class PasswordByLink(Input):
    key = _key()
    new = Text(max_length=MAX_PASSWORD, trim_whitespace=False, help_text="10 characters or more.")


class Proof(Input):
    password = _password()


class AppCode(Input):
    setup = Text(max_length=LONGEST_LINK, help_text="As it came with the key.")
    code = Text(max_length=20, help_text="That the app shows now.")


class PasskeyName(Proof):
    name = Text(max_length=MAX_KEY_NAME, help_text="To tell it from others.")


class RecoveryCodesInput(Proof):
    renew = s.BooleanField(default=False, help_text="Make new ones; the old ones are void.")


def key_in(link: str) -> str:
    """Return the key in the *link* of a letter, which is its last part; the key alone is good as well."""
    return link.rstrip("/").rpartition("/")[2]


def checked(shape: type[Input], request: Request) -> dict[str, Any]:
    """Return what was sent, checked.

    :raises ValidationError: if it is not of this *shape*.
    """
    given = shape(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def form_errors(form: BaseForm, names: dict[str, str]) -> s.ValidationError:
    """Return the errors of a page's *form* as the API's; *names* gives the fields that are called differently here."""
    errors = {
        names.get(field, field): [
            s.ErrorDetail(str(message), code=error.code or "invalid") for error in found for message in error.messages
        ]
        for field, found in form.errors.as_data().items()
    }
    return s.ValidationError({"non_field_errors" if name == "__all__" else name: errors[name] for name in errors})


def has_error(form: BaseForm, code: str) -> bool:
    """Tell whether something in a page's *form* is refused with this *code*."""
    return any(error.code == code for errors in form.errors.as_data().values() for error in errors)
