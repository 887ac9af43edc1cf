"""Examples for the description of the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

_SECRET = "plg_0d5a6f3b1e927c48a1d0b5f6e3c2977d14f8e6a0b3c5d9e2f7181a4b6c8d0e5f"[:64]
_TOKEN = {
    "id": _SECRET[:15],
    "name": "My client",
    "created": "2026-05-04T18:40:00Z",
    "expiry": "2027-05-04T18:40:00Z",
}
_USER = {
    "name": "Ana",
    "email": "ana@example.org",
    "email_confirmed": False,
    "mail_refused": None,
    "time_zone": "Europe/Paris",
    "language": "fr",
    "card_letters": "",
    "card_order": "",
    "four_colours": False,
    "one_tap": False,
    "take_back": False,
    "sounds": False,
    "is_guest": False,
    "second_factor": False,
}
_PREFERENCES = {"time_zone": "Europe/Paris", "language": "fr"}


def _sent(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def _answered(name: str, value: Any, status: int = 200) -> OpenApiExample:
    return OpenApiExample(name, value=value, response_only=True, status_codes=[str(status)])


SIGNUP = _sent(
    "Sign up", {"name": "Ana", "email": "ana@example.org", "password": "four jacks in one hand", **_PREFERENCES}
)
USER = OpenApiExample("An account", value=_USER, response_only=True, status_codes=["200", "201"])
NAME_TAKEN = _answered(
    "The name is taken",
    {
        "code": "invalid",
        "detail": "Some fields are not as they should be.",
        "fields": {"name": [{"code": "username_taken", "detail": "This name is taken. Choose another."}]},
    },
    400,
)
NEW_GUEST = _sent("A visitor", {"time_zone": "Europe/Paris"})
GUEST = _answered(
    "A visitor and its token",
    {
        "user": {**_USER, "name": "Visitor-3fa9c0d1", "email": "", "is_guest": True},
        "token": {"token": _SECRET, **_TOKEN, "name": "visitor"},
    },
    201,
)
NEW_TOKEN = _sent("Sign in", {"login": "Ana", "password": "four jacks in one hand", "token_name": "My client"})
TOKEN = _answered("A token", {"token": _SECRET, **_TOKEN}, 201)
TOKENS = _answered("My tokens", {"results": [{**_TOKEN, "current": True}]})
SESSIONS = _answered(
    "Where I am signed in",
    {
        "results": [
            {
                "id": 7,
                "browser": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "address": "192.0.2.17",
                "created": "2026-05-04T18:40:00Z",
                "current": False,
            }
        ]
    },
)
SECOND_FACTOR = _answered(
    "The account has a second factor",
    {
        "code": "second_factor_required",
        "detail": "This account asks for a second proof: send it as code.",
    },
    401,
)
THROTTLED = _answered(
    "Too many attempts",
    {"code": "throttled", "detail": "Too many attempts. Wait five minutes, then try again."},
    429,
)
PREFERENCES = _sent("Move to Paris", _PREFERENCES)
NEW_PASSWORD = _sent("A new password", {"current": "four jacks in one hand", "new": "and two of them black"})
_EMAIL = {"email": "ana@example.org", "email_confirmed": True, "new_email": "ana@elsewhere.example"}
EMAIL = _answered("Soon at another address", _EMAIL)
EMAIL_KEPT = _answered("At the same address", {**_EMAIL, "new_email": None})
NEW_EMAIL = _sent("Another address", {"email": "ana@elsewhere.example", "password": "four jacks in one hand"})
EMAIL_LINK = _sent("The link in the letter", {"key": "Mg:1tx3Yq:rT0w7h2mP3nq9Xc1dK5bV8sJ4fL6gZ0aE2uQyWiOo"})
FORGOTTEN = _sent("A forgotten password", {"login": "Ana"})
PASSWORD_BY_LINK = _sent(
    "By the link in the letter", {"key": "2-d0k3qg-8c1f0c7b2a9e4d5f6a7b8c9d0e1f2a3b", "new": "and two of them black"}
)
PROOF = _sent("The password again", {"password": "four jacks in one hand"})
_CODES = ["52310798", "08164427", "91736650"]
MY_SECOND_FACTOR = _answered(
    "An app and a passkey",
    {
        "is_on": True,
        "app": {"created": "2026-05-04T18:40:00Z", "last_used": None},
        "passkeys": [
            {"created": "2026-05-05T07:12:00Z", "last_used": "2026-05-06T19:03:00Z", "id": 3, "name": "Passkey 1"}
        ],
        "recovery_codes_left": 9,
    },
)
APP_KEY = _answered(
    "A key for the app",
    {
        "secret": "KRUGKIDQMFRWWIDPMYQGUYLDNNZQ2CQ7",
        "url": "otpauth://totp/Ana?secret=KRUGKIDQMFRWWIDPMYQGUYLDNNZQ2CQ7&issuer=Polignac",
        "setup": "eyJ1c2VyIjoyfQ:1tx3Yq:rT0w7h2mP3nq9Xc1dK5bV8sJ4fL6gZ0aE2uQyWiOo",
    },
)
APP_CODE = _sent("The first code", {"setup": APP_KEY.value["setup"], "code": "287082"})
FRESH_RECOVERY_CODES = _answered("The app is set up", {"recovery_codes": _CODES}, 201)
RECOVERY_CODES = _answered("My recovery codes", {"recovery_codes": _CODES})
PASSKEY_NAME = _sent("Another name", {"name": "My phone", "password": "four jacks in one hand"})
NEW_RECOVERY_CODES = _sent("New codes", {"password": "four jacks in one hand", "renew": True})
REST = _sent("Nights and Sundays", {"rest_from": "22:00", "rest_until": "07:00", "rest_days": [6]})
HOLIDAY = _sent("A week", {"days": 7})
TIME_OFF = _answered(
    "Rest hours and holidays",
    {
        "time_zone": "Europe/Paris",
        "rest_from": "22:00",
        "rest_until": "07:00",
        "rest_days": [6],
        "takes_holidays": False,
        "holiday": {"start": "2026-05-04T18:40:00Z", "end": "2026-05-11T18:40:00Z"},
        "holiday_hours_left": 214,
    },
)
