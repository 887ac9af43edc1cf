from __future__ import annotations

import time
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, TooManyTokens, User
from tests.accounts.people import PASSWORD, make_user

from .caller import Caller

pytestmark = pytest.mark.django_db


def sign_in(caller: Caller, **changes: object):
    return caller.post("tokens", {"login": "Ben", "password": PASSWORD, "token_name": "My app", **changes})


@pytest.mark.parametrize("login", ["Ben", "ben", "ben@example.org", "BEN@example.org"])
def test_one_signs_in_for_a_token_by_name_or_address(nobody, ben, login):
    answer = sign_in(nobody, login=login)
    assert answer.status == 201
    assert answer.json["name"] == "My app"
    assert answer.json["token"].startswith(answer.json["id"])
    assert "Set-Cookie" not in answer.headers
    assert Caller(answer.json["token"]).get("me").json["name"] == "Ben"


def test_a_token_is_good_for_a_year(nobody, ben):
    sign_in(nobody)
    left = ApiToken.objects.get().expiry - timezone.now()
    assert timedelta(days=364) < left <= timedelta(days=365)


def test_only_the_hash_of_a_token_is_kept(nobody, ben):
    secret = sign_in(nobody).json["token"]
    row = ApiToken.objects.values().get()
    assert secret not in str(row)
    assert len(secret) > len(row["token_key"]) + 40


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"password": "wrong"}, 401, "wrong_credentials"),
        ({"login": "Cat"}, 401, "wrong_credentials"),
        ({"login": "cat@example.org"}, 401, "wrong_credentials"),
        ({"login": "@"}, 401, "wrong_credentials"),
        ({"password": "x" * 129}, 400, "invalid"),
        ({"login": "x" * 255}, 400, "invalid"),
        ({"login": 5}, 400, "invalid"),
        ({"token_name": "x" * 61}, 400, "invalid"),
        ({"token_name": ""}, 400, "invalid"),
        ({"more": 1}, 400, "invalid"),
    ],
)
def test_what_is_wrong_gets_no_token(nobody, ben, changes, status, code):
    answer = sign_in(nobody, **changes)
    assert (answer.status, answer.code) == (status, code)
    assert not ApiToken.objects.exists()


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(nobody, ben):
    known, unknown = sign_in(nobody, password="wrong"), sign_in(nobody, login="Cat", password="wrong")
    assert (known.status, known.body) == (unknown.status, unknown.body)
    assert known.headers["WWW-Authenticate"] == "Token"


def test_a_closed_account_gets_no_token(nobody, ben):
    User.objects.update(is_active=False)
    assert sign_in(nobody, password="wrong").code == "wrong_credentials"
    answer = sign_in(nobody)
    assert (answer.status, answer.code) == (403, "account_closed")


def test_attempts_are_counted_together_with_those_on_the_page(nobody, ben):
    for _ in range(3):
        assert sign_in(nobody, password="wrong").status == 401
    for _ in range(2):
        Client().post("/account/login/", {"login": "Ben", "password": "wrong"})
    answer = sign_in(nobody)
    assert (answer.status, answer.code) == (429, "throttled")
    assert int(answer.headers["Retry-After"]) > 0
    elsewhere = Caller(client=Client(REMOTE_ADDR="198.51.100.9"))
    assert sign_in(elsewhere).status == 201


def test_one_address_may_sign_in_thirty_times_a_minute(db):
    for number in range(30):
        make_user(f"User{number}", confirmed=False)
    caller = Caller()
    answers = [sign_in(caller, login=f"User{number}").status for number in range(30)]
    assert answers == [201] * 30
    assert sign_in(caller, login="User1").status == 429


def test_a_twentieth_token_is_the_last(nobody, ben):
    for number in range(20):
        ApiToken.objects.issue(ben, f"app {number}")
    answer = sign_in(nobody)
    assert (answer.status, answer.code) == (409, "too_many_tokens")
    ApiToken.objects.filter(name="app 3").update(expiry=timezone.now())
    assert sign_in(nobody).status == 201
    with pytest.raises(TooManyTokens):
        ApiToken.objects.issue(ben, "one more")


def test_tokens_are_listed_without_their_secrets(bens_app, ben):
    _other, secret = ApiToken.objects.issue(ben, "phone")
    ApiToken.objects.issue(make_user("Cat"), "cat's")
    answer = bens_app.get("tokens")
    assert [(token["name"], token["current"]) for token in answer.json["results"]] == [("app", True), ("phone", False)]
    assert secret not in answer.body.decode()
    assert bens_app.secret not in answer.body.decode()


def test_a_token_can_be_revoked_by_its_id(bens_app, ben):
    token, secret = ApiToken.objects.issue(ben, "phone")
    assert bens_app.call("DELETE", f"tokens/{token.token_key}").status == 204
    assert Caller(secret).get("me").code == "bad_token"
    assert bens_app.get("me").status == 200


def test_a_token_of_somebody_else_is_not_there(bens_app):
    token, secret = ApiToken.objects.issue(make_user("Cat"), "cat's")
    for name in (token.token_key, "nothing", "x" * 500):
        answer = bens_app.call("DELETE", f"tokens/{name}")
        assert (answer.status, answer.code) == (404, "not_found")
    assert Caller(secret).get("me").status == 200


def test_signing_out_revokes_the_token_in_use(bens_app):
    assert bens_app.call("DELETE", "tokens/current").status == 204
    answer = bens_app.get("me")
    assert (answer.status, answer.code) == (401, "bad_token")


def test_a_session_has_no_token_to_sign_out(bens):
    page = Caller(client=bens)
    assert page.call("DELETE", "tokens/current").status == 404


@pytest.fixture
def with_app(ben: User) -> str:
    """Ben sets up an authenticator app. Its secret."""
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(ben, secret)
    RecoveryCodes.activate(ben)
    return secret


def code_of(secret: str) -> str:
    return totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))


def test_an_account_with_a_second_factor_asks_for_it(nobody, with_app):
    answer = sign_in(nobody)
    assert (answer.status, answer.code) == (401, "second_factor_required")
    assert sign_in(nobody, code=code_of(with_app)).status == 201
    assert sign_in(nobody, password="wrong", code=code_of(with_app)).code == "wrong_credentials"


def test_a_code_works_once(nobody, with_app):
    code = code_of(with_app)
    assert sign_in(nobody, code=code).status == 201
    assert sign_in(nobody, code=code).code == "wrong_code"


def test_a_recovery_code_works_once(nobody, with_app):
    code = Authenticator.objects.get(type="recovery_codes").wrap().generate_codes()[0]
    assert sign_in(nobody, code=code).status == 201
    assert sign_in(nobody, code=code).code == "wrong_code"


def test_guessing_codes_is_slowed(nobody, with_app):
    codes = [sign_in(nobody, code=f"{number:06}").code for number in range(6)]
    assert codes == ["wrong_code"] * 5 + ["throttled"]


def test_me_tells_of_the_second_factor(bens_app, with_app):
    assert bens_app.get("me").json["second_factor"] is True
