from __future__ import annotations

import time
from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.utils import timezone

from accounts.models import ApiToken, User
from tests.accounts.people import PASSWORD, last_letter, make_user

from .caller import Caller

pytestmark = pytest.mark.django_db

OFF: dict[str, object] = {"is_on": False, "app": None, "passkeys": [], "recovery_codes_left": 0}


def code_of(secret: str) -> str:
    cache.clear()  # as if half a minute had gone by since the last
    return totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))


def ask_for_key(caller: Caller, password: str = PASSWORD):
    return caller.post("me/second-factor/key", {"password": password})


def send_code(caller: Caller, setup: str, code: str):
    return caller.post("me/second-factor/app", {"setup": setup, "code": code})


def see_codes(caller: Caller, **changes: object):
    return caller.post("me/second-factor/recovery-codes", {"password": PASSWORD, **changes})


@pytest.fixture
def secret(bens_app: Caller) -> str:
    """Ben sets up an authenticator app by the API. Its secret."""
    key = ask_for_key(bens_app).json
    assert send_code(bens_app, key["setup"], code_of(key["secret"])).status == 201
    return key["secret"]


def test_an_app_is_set_up_by_the_first_code_it_shows(bens_app, nobody, django_capture_on_commit_callbacks):
    assert bens_app.get("me/second-factor").json == OFF
    key = ask_for_key(bens_app).json
    assert key["url"] == f"otpauth://totp/Ben?secret={key['secret']}&issuer=Polignac"
    assert bens_app.get("me/second-factor").json == OFF
    with django_capture_on_commit_callbacks(execute=True):
        answer = send_code(bens_app, key["setup"], code_of(key["secret"]))
    assert (answer.status, len(answer.json["recovery_codes"])) == (201, 10)
    assert "Set-Cookie" not in answer.headers
    assert "authenticator app was set up" in last_letter("ben@example.org").text
    seen = bens_app.get("me/second-factor").json
    assert (seen["is_on"], seen["app"]["last_used"], seen["recovery_codes_left"]) == (True, None, 10)
    sign_in = {"login": "Ben", "password": PASSWORD, "token_name": "phone"}
    assert nobody.post("tokens", sign_in).code == "second_factor_required"
    assert nobody.post("tokens", {**sign_in, "code": code_of(key["secret"])}).status == 201
    assert nobody.post("tokens", {**sign_in, "code": answer.json["recovery_codes"][3]}).status == 201
    seen = bens_app.get("me/second-factor").json
    assert (seen["app"]["last_used"] is None, seen["recovery_codes_left"]) == (False, 9)


def test_it_is_turned_off_with_the_password(bens_app, nobody, secret):
    assert bens_app.post("me/second-factor/app/off", {"password": "wrong"}).status == 400
    assert bens_app.post("me/second-factor/app/off", {"password": PASSWORD}).status == 204
    assert bens_app.get("me/second-factor").json == OFF
    assert "turned off" in last_letter("ben@example.org").text
    assert nobody.post("tokens", {"login": "Ben", "password": PASSWORD, "token_name": "phone"}).status == 201
    again = bens_app.post("me/second-factor/app/off", {"password": PASSWORD})
    assert (again.status, again.code) == (409, "no_app")


def test_recovery_codes_are_seen_and_made_anew(bens_app, secret):
    first = see_codes(bens_app).json["recovery_codes"]
    assert see_codes(bens_app).json["recovery_codes"] == first
    second = see_codes(bens_app, renew=True).json["recovery_codes"]
    assert set(first).isdisjoint(second)
    assert see_codes(bens_app, password="wrong").fields == {"password": ["incorrect_password"]}


def test_there_are_no_recovery_codes_without_a_second_factor(bens_app):
    answer = see_codes(bens_app, renew=True)
    assert (answer.status, answer.code) == (409, "no_second_factor")


def test_a_key_takes_the_password_and_a_confirmed_address(bens_app):
    assert ask_for_key(bens_app, "wrong").fields == {"password": ["incorrect_password"]}
    _token, secret = ApiToken.objects.issue(make_user("Cat", confirmed=False), "app")
    answer = ask_for_key(Caller(secret))
    assert (answer.status, answer.code) == (409, "email_not_confirmed")


def test_a_wrong_code_turns_nothing_on(bens_app):
    key = ask_for_key(bens_app).json
    for code in ("000000", "x", "-1", "１２３４５６"):
        assert send_code(bens_app, key["setup"], code).fields == {"code": ["incorrect_code"]}
    assert not Authenticator.objects.exists()


def test_guessing_codes_is_slowed(bens_app):
    setup = ask_for_key(bens_app).json["setup"]
    answers = [send_code(bens_app, setup, f"{number:06}").status for number in range(6)]
    assert answers == [400] * 5 + [429]


def test_a_key_of_somebody_else_or_of_yesterday_is_none(bens_app):
    _token, secret = ApiToken.objects.issue(make_user("Cat"), "app")
    key = ask_for_key(bens_app).json
    for caller, setup in ((Caller(secret), key["setup"]), (bens_app, "x"), (bens_app, key["setup"] + "x")):
        answer = send_code(caller, setup, code_of(key["secret"]))
        assert (answer.status, answer.code) == (422, "bad_setup")
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert send_code(bens_app, key["setup"], code_of(key["secret"])).code == "bad_setup"


def test_an_app_is_set_up_once(bens_app, secret):
    answer = ask_for_key(bens_app)
    assert (answer.status, answer.code) == (409, "app_is_set_up")


def test_a_key_that_was_asked_for_twice_sets_one_app_up(bens_app):
    first, second = ask_for_key(bens_app).json, ask_for_key(bens_app).json
    assert send_code(bens_app, first["setup"], code_of(first["secret"])).status == 201
    assert send_code(bens_app, second["setup"], code_of(second["secret"])).code == "app_is_set_up"


def passkey_of(user: User, name: str) -> Authenticator:
    data = {"name": name, "passwordless": True, "credential": {}}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)


def passkeys(caller: Caller) -> list[str]:
    return [each["name"] for each in caller.get("me/second-factor").json["passkeys"]]


def test_passkeys_are_listed_by_their_names(bens_app, ben):
    passkey_of(ben, "My phone")
    seen = bens_app.get("me/second-factor").json
    assert (seen["is_on"], seen["app"], passkeys(bens_app)) == (True, None, ["My phone"])


def test_a_passkey_is_renamed_and_taken_away_with_the_password(bens_app, ben):
    path = f"me/second-factor/passkeys/{passkey_of(ben, 'My phone').pk}"
    assert bens_app.call("PATCH", path, {"name": "The old phone", "password": "wrong"}).status == 400
    assert bens_app.call("PATCH", path, {"name": "The old phone", "password": PASSWORD}).status == 204
    assert passkeys(bens_app) == ["The old phone"]
    assert bens_app.post(f"{path}/off", {"password": "wrong"}).status == 400
    assert bens_app.post(f"{path}/off", {"password": PASSWORD}).status == 204
    assert bens_app.get("me/second-factor").json == OFF
    assert "passkey was removed" in last_letter("ben@example.org").text


def test_a_passkey_of_somebody_else_is_not_there(bens_app, secret):
    theirs = passkey_of(make_user("Cat"), "Cat's").pk
    app = Authenticator.objects.get(type=Authenticator.Type.TOTP).pk
    for number in (theirs, app, 0, "9" * 40):
        path = f"me/second-factor/passkeys/{number}"
        assert bens_app.call("PATCH", path, {"name": "Mine", "password": PASSWORD}).status == 404
        assert bens_app.post(f"{path}/off", {"password": PASSWORD}).status == 404
    assert Authenticator.objects.get(pk=theirs).wrap().name == "Cat's"


def test_a_visitor_has_no_second_factor(visitors_app):
    answers = [visitors_app.get("me/second-factor"), ask_for_key(visitors_app), see_codes(visitors_app)]
    assert [answer.code for answer in answers] == ["account_needed"] * 3
    assert User.objects.get().is_guest
