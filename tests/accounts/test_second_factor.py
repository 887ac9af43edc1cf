from __future__ import annotations

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.test import Client

from accounts import second_factor
from accounts.models import User
from accounts.second_factor import SecondFactorAdapter

from .people import PASSWORD, last_letter, make_user, show_it_is_me, sign_in

pytestmark = pytest.mark.django_db


def code_of(secret: str) -> str:
    cache.clear()  # as if half a minute had gone by since the last
    return totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))


@pytest.fixture
def secret(bens: Client) -> str:
    """Ben sets up an authenticator app on the page. Its secret."""
    show_it_is_me(bens)
    page = bens.get("/account/2fa/totp/activate/").content.decode()
    found = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", page)
    assert found
    answer = bens.post("/account/2fa/totp/activate/", {"code": code_of(found[1])})
    assert answer["Location"] == "/account/2fa/recovery-codes/"
    return found[1]


def to_second_step(client: Client) -> None:
    answer = client.post("/account/login/", {"login": "Ben", "password": PASSWORD, "next": "/account/settings/"})
    assert answer["Location"] == "/account/2fa/authenticate/"
    assert "_auth_user_id" not in client.session


def test_setting_one_up_asks_for_the_password_first(bens):
    assert bens.get("/account/2fa/totp/activate/")["Location"].startswith("/account/reauthenticate/")


def test_setting_one_up_needs_a_confirmed_address(client):
    sign_in(client, make_user("Cat", confirmed=False))
    answer = client.get("/account/2fa/totp/activate/", follow=True)
    assert "Confirm your email address first" in answer.content.decode()


def test_signing_in_then_asks_for_a_code(client, secret):
    to_second_step(client)
    assert client.post("/account/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert "_auth_user_id" not in client.session
    answer = client.post("/account/2fa/authenticate/", {"code": code_of(secret)})
    assert answer["Location"] == "/account/settings/"
    assert "_auth_user_id" in client.session


def test_a_visitor_signs_in_with_a_code_as_well(client, secret):
    client.force_login(User.objects.create_guest())
    client.post("/account/login/", {"login": "Ben", "password": PASSWORD})
    assert client.get("/account/2fa/authenticate/").status_code == 200
    client.post("/account/2fa/authenticate/", {"code": code_of(secret)})
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Ben").pk)


def test_a_recovery_code_gets_one_in_once(bens, client, secret):
    page = bens.get("/account/2fa/recovery-codes/").content.decode()
    codes = re.findall(r"<li><code>(\d{8})</code></li>", page)
    assert len(codes) == 10
    to_second_step(client)
    assert client.post("/account/2fa/authenticate/", {"code": codes[0]}).status_code == 302
    other = Client()
    to_second_step(other)
    assert other.post("/account/2fa/authenticate/", {"code": codes[0]}).status_code == 200


def test_guessing_codes_is_slowed(client, secret):
    to_second_step(client)
    errors = [
        client.post("/account/2fa/authenticate/", {"code": f"{number:06}"}).context["form"].errors.get_json_data()
        for number in range(6)
    ]
    assert [error["code"][0]["code"] for error in errors] == ["incorrect_code"] * 5 + ["too_many_login_attempts"]


@pytest.mark.parametrize("code", ["", "\x00", "é", "x" * 10_000, "-1", "１２３４５６"])
def test_what_is_no_code_gets_nobody_in(client, secret, code):
    to_second_step(client)
    assert client.post("/account/2fa/authenticate/", {"code": code}).status_code == 200
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    "credential", ["", "x", "{}", "[]", "null", '{"id": 1}', '{"response": []}', '{"a": "\\u0000"}', "1"]
)
def test_what_is_no_passkey_gets_nobody_in(client, secret, credential):
    to_second_step(client)
    assert client.post("/account/2fa/authenticate/", {"credential": credential}).status_code == 200
    other = Client()
    answer = other.post("/account/2fa/webauthn/login/", {"credential": credential})
    assert answer.status_code == 302
    assert "_auth_user_id" not in other.session


@pytest.mark.parametrize(
    "credential", ["", "x", "{}", "[]", "null", '{"id": 1}', '{"response": []}', '{"a": "\\u0000"}', "1"]
)
def test_what_is_no_passkey_is_not_added(bens, credential):
    show_it_is_me(bens)
    bens.get("/account/2fa/webauthn/add/")
    answer = bens.post("/account/2fa/webauthn/add/", {"name": "x", "credential": credential})
    assert answer.status_code == 200
    assert not Authenticator.objects.exists()


def test_what_changes_about_it_is_told_by_mail(bens, secret, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        bens.post("/account/2fa/recovery-codes/generate/")
    assert "New recovery codes" in last_letter("ben@example.org").text
    bens.post("/account/2fa/totp/deactivate/")
    assert "turned off" in last_letter("ben@example.org").text
    assert not Authenticator.objects.exists()
    client = Client()
    sign_in(client, User.objects.get(username="Ben"))


def test_each_page_about_it_can_be_read(bens, secret):
    for path in ("", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/", "webauthn/", "webauthn/add/"):
        assert bens.get(f"/account/2fa/{path}").status_code == 200
    assert bens.get("/account/2fa/recovery-codes/download/").status_code == 200


def test_the_database_holds_no_secret_in_the_clear(secret):
    assert secret not in str(list(Authenticator.objects.values_list("data", flat=True)))


def test_a_secret_written_under_an_old_key_can_be_read(settings):
    written = SecondFactorAdapter().encrypt("JBSWY3DP")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = (
        [settings.SECRET_KEY],
        "another key, fifty characters long, or more than that",
    )
    second_factor._box.cache_clear()
    assert SecondFactorAdapter().decrypt(written) == "JBSWY3DP"
    settings.SECRET_KEY_FALLBACKS = []
    second_factor._box.cache_clear()
    lost = SecondFactorAdapter().decrypt(written)
    assert len(lost) == 32  # no code ever fits it
    assert lost != SecondFactorAdapter().decrypt(written)
    second_factor._box.cache_clear()
