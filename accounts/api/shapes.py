"""What answers about accounts look like."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from rest_framework import serializers as s

from accounts.models import ApiToken, User

SECOND_FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class UserShape(s.ModelSerializer[User]):
    name = s.CharField(source="username")
    email = s.CharField(help_text="Empty for a visitor.")  # so no `EmailField`
    language = s.CharField(help_text="Empty: as `Accept-Language` says.")
    card_letters = s.CharField(help_text="Of the court cards on the pages: `en` or `fr`. Empty: as the language.")
    card_order = s.CharField(help_text="How the pages sort one's own cards: `high`, `alternate`, `alternate_high`.")
    second_factor = s.SerializerMethodField(help_text="Whether signing in by password asks for a code as well.")

    class Meta:
        model = User
        fields = [
            "name", "email", "email_confirmed", "mail_refused", "time_zone", "language", "card_letters", "card_order",
            "four_colours", "one_tap", "take_back", "sounds", "is_guest", "second_factor",
        ]  # fmt: skip
        extra_kwargs = {
            "mail_refused": {"help_text": "Since when mail to the address comes back, and none is sent; mostly null."},
            "email_confirmed": {"help_text": "Only a confirmed address gets reminders."},
            "is_guest": {"help_text": "A visitor, who has no account yet."},
        }
        read_only_fields = fields

    def get_second_factor(self, user: User) -> bool:
        return not user.is_guest and is_mfa_enabled(user, SECOND_FACTORS)


class TokenShape(s.ModelSerializer[ApiToken]):
    id = s.CharField(source="token_key", help_text="The first characters of the token.")
    current = s.SerializerMethodField(help_text="Whether this request was made with it.")

    class Meta:
        model = ApiToken
        fields = ["id", "name", "created", "expiry", "current"]

    def get_current(self, token: ApiToken) -> bool:
        return bool(self.context.get("current") == token)


class TokensShape(s.Serializer[Any]):
    results = TokenShape(many=True)


class FreshTokenShape(s.Serializer[Any]):
    """A token that has just been made: the only answer with its secret."""

    token = s.CharField(help_text="Send it as `Authorization: Token …`. It is not shown again.")
    id = s.CharField()
    name = s.CharField()
    created = s.DateTimeField()
    expiry = s.DateTimeField()


class GuestShape(s.Serializer[Any]):
    user = UserShape()
    token = FreshTokenShape()


def fresh_token(token: ApiToken, secret: str) -> dict[str, Any]:
    return FreshTokenShape(
        {"token": secret, "id": token.token_key, "name": token.name, "created": token.created, "expiry": token.expiry}
    ).data
