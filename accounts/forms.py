"""The forms of the account pages. The API validates by the same ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from .models import CARD_LETTERS, CARD_ORDERS, User
from .registration import NameTaken, register
from .time_zones import known_zones, zones_by_region

MAX_PASSWORD = 128  # characters: refused before any work is done on it
MAX_EMAIL = 254  # as long as the columns
MAX_KEY_NAME = 60
MAX_CREDENTIAL = 20_000
PASSKEY_NAME = _("Name, to tell it from others")
PASSWORD_HINT = _("10 characters or more; a few words make a good one.")


class Plain:
    """Labels instead of placeholders, and an end to the length of every entry."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)  # once: the browser shows what is typed, and a reset is one mail away
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.PasswordInput):
                _limit(field, MAX_PASSWORD)
                field.help_text = PASSWORD_HINT if field.widget.attrs.get("autocomplete") == "new-password" else ""
            elif isinstance(field, forms.EmailField):
                _limit(field, MAX_EMAIL)
            elif name == "name":
                _limit(field, MAX_KEY_NAME)


def _limit(field: forms.Field, length: int) -> None:
    field.validators.append(MaxLengthValidator(length))
    field.widget.attrs["maxlength"] = length


class SignupForm(Plain, allauth_forms.SignupForm):
    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-zone-guess": True, "autocomplete": "off"})
    )
    language = forms.ChoiceField(choices=settings.LANGUAGES, required=False, widget=forms.HiddenInput)
    field_order = ["username", "email", "password1"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, email = self.fields["username"], self.fields["email"]
        name.label, name.help_text = _("Name"), User._meta.get_field("username").help_text
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false", "maxlength": 20}
        email.label = _("Email address")
        email.help_text = _("For reminders when it is your turn, and to get back in. Nobody else sees it.")

    def clean_time_zone(self) -> str:
        """The browser guesses it, so what we do not know is not the reader's fault."""
        zone = self.cleaned_data["time_zone"]
        return zone if zone in known_zones() else "UTC"

    def clean_language(self) -> str:
        """Without a choice: the language of the page, so that mail comes in the same."""
        return self.cleaned_data["language"] or translation.get_language() or settings.LANGUAGE_CODE

    def save(self, request: HttpRequest) -> User:
        """Register.

        :raises NameTaken: also noted as an error of the form.
        :raises NoLongerGuest: see `register`.
        """
        data = self.cleaned_data
        try:
            return register(
                name=data["username"],
                email=data["email"],
                password=data["password1"],
                time_zone=data["time_zone"],
                language=data["language"],
                guest=getattr(request, "guest", None),
                token=getattr(request, "api_token", None),
            )
        except NameTaken:
            self.add_error("username", get_adapter().validation_error("username_taken"))
            raise


class LoginForm(Plain, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Name or email address")
        _limit(login, MAX_EMAIL)
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}

    def user_credentials(self) -> dict[str, Any]:
        """Look for a name or for an address, never both: no name has an “@”, and each look costs time that tells."""
        login = self.cleaned_data["login"]
        return {"email" if "@" in login else "username": login, "password": self.cleaned_data["password"]}


class ResetPasswordForm(Plain, allauth_forms.ResetPasswordForm):
    """Asks for a name or an address, and never tells whether there is such an account."""

    email = forms.CharField(
        label=_("Name or email address"),
        max_length=MAX_EMAIL,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_email(self) -> str:
        login = self.cleaned_data["email"].lower()
        if "@" in login:
            forms.EmailField().clean(login)
            self.users = filter_users_by_email(login, is_active=True, prefer_verified=True, for_login=True)
        else:
            self.users = list(User.objects.filter(username__iexact=login, is_active=True, is_guest=False))
        return login

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        login = self.cleaned_data["email"]
        if "@" not in login:
            address = EmailAddress.objects.get_primary_email(self.users[0]) if self.users else ""
            if not address:
                return login
            self.cleaned_data["email"] = address
        super().save(request, **kwargs)
        return login


class ResetPasswordKeyForm(Plain, allauth_forms.ResetPasswordKeyForm):
    pass


class ChangePasswordForm(Plain, allauth_forms.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Present password")
        self.fields["password1"].label = _("New password")


class SetPasswordForm(Plain, allauth_forms.SetPasswordForm):
    pass


class ReauthenticateForm(Plain, allauth_forms.ReauthenticateForm):
    pass


class AddEmailForm(Plain, allauth_forms.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New email address")

    def clean_email(self) -> str:
        return get_adapter().validate_unique_email(super().clean_email())


class Code:
    """A code of digits, from the app or from the list of recovery codes."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class AuthenticateForm(Plain, Code, mfa_forms.AuthenticateForm):
    pass


class ReauthenticateCodeForm(Plain, Code, mfa_forms.ReauthenticateForm):
    pass


class ActivateTOTPForm(Plain, Code, totp_forms.ActivateTOTPForm):
    pass


class Passkey:
    """What a browser says of a passkey comes from anywhere: whatever cannot be parsed or verified is not right."""

    fields: dict[str, forms.Field]
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"].label = _("Passkey")  # the field is hidden, what is wrong with it is not

    def clean_credential(self) -> Any:
        said = json.dumps(self.cleaned_data["credential"])
        if len(said) > MAX_CREDENTIAL or "\\u0000" in said:
            raise get_adapter().validation_error("incorrect_code")
        inherited = getattr(super(), "clean_credential", None)
        return self._verified(inherited) if inherited else self.cleaned_data["credential"]

    def clean(self) -> Any:
        return self._verified(super().clean)  # type: ignore[misc]

    def _verified(self, verify: Callable[[], Any]) -> Any:
        try:
            return verify()
        except (forms.ValidationError, DatabaseError):
            raise
        except Exception as error:  # the parsers below raise KeyError, struct.error, InvalidSignature and more
            raise get_adapter().validation_error("incorrect_code") from error


class AddPasskeyForm(Plain, Passkey, webauthn_forms.AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("passwordless")  # asked for in any case; what cannot do it is a second factor
        self.fields["name"].label = PASSKEY_NAME


class AuthenticatePasskeyForm(Passkey, webauthn_forms.AuthenticateWebAuthnForm):
    pass


class LoginPasskeyForm(Passkey, webauthn_forms.LoginWebAuthnForm):
    pass


class ReauthenticatePasskeyForm(Passkey, webauthn_forms.ReauthenticateWebAuthnForm):
    pass


class EditPasskeyForm(Plain, webauthn_forms.EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = PASSKEY_NAME


class SettingsForm(forms.ModelForm):
    class Meta:
        model = User
        fields = [
            "time_zone",
            "language",
            "card_letters",
            "card_order",
            "four_colours",
            "one_tap",
            "take_back",
            "sounds",
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        present = self.instance.time_zone
        regions = zones_by_region()
        if not any(present == name for _region, zones in regions for name, _place in zones):
            regions = [(present, [(present, present)]), *regions]
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), choices=regions, help_text=_("Deadlines and mail tell the time in this zone.")
        )
        self.fields["language"].widget.choices = [("", _("As my browser says")), *settings.LANGUAGES]
        self.fields["language"].help_text = ""
        letters = self.fields["card_letters"]
        letters.label = _("Letters of king, queen and jack")
        letters.widget.choices = [("", _("As the language has them")), *CARD_LETTERS]
        order = self.fields["card_order"]
        order.label = capfirst(order.label)
        order.widget.choices = [("", _("♠ ♥ ♦ ♣, low to high")), *CARD_ORDERS]
        hints = {
            "four_colours": _("Diamonds are blue and clubs green, to tell them apart at a glance."),
            "one_tap": _("Otherwise a card is chosen first, and played when you confirm it."),
            "take_back": _("A card you play is sent after that time."),
            "sounds": _("A card laid, a trick taken, and when it is your turn."),
        }
        for name, hint in hints.items():
            self.fields[name].label = capfirst(self.fields[name].label)
            self.fields[name].help_text = hint


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("What is it for?"),
        max_length=60,
        help_text=_("For instance the program that will use it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
