from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from tests.accounts.people import make_user

from .caller import Caller

pytestmark = pytest.mark.django_db


def me(header: str):
    return Caller().get("me", Authorization=header)


@pytest.mark.parametrize("scheme", ["Token", "token", "Bearer", "BEARER"])
def test_a_token_may_be_sent_under_either_word(bens_app, scheme):
    assert me(f"{scheme} {bens_app.secret}").status == 200
    assert me(f"  {scheme}   {bens_app.secret}  ").status == 200


NO_TOKENS = ["", " ", "x", "plg_", "plg_" + "0" * 60, "x" * 128, "x" * 100_000, "a b", "plg_é", "\x00", "\xff\xfe"]
NO_TOKENS += ["plg_\x00", "' OR 1=1 --", "null", "undefined"]


@pytest.mark.parametrize("secret", NO_TOKENS)
def test_what_is_no_token_is_401(db, secret):
    answer = me(f"Token {secret}")
    assert (answer.status, answer.code) == (401, "bad_token")
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_part_of_a_token_or_more_than_it_is_401(bens_app):
    secret = bens_app.secret
    for wrong in (secret[:-1], secret + "0", secret.upper(), secret[:15], bens_app.token.digest):
        assert me(f"Token {wrong}").code == "bad_token"


@pytest.mark.parametrize("header", ["", "Basic QmVuOng=", "Token", "Tokenx abc", "Digest x"])
def test_another_way_of_showing_who_one_is_is_not_heard(db, header):
    answer = me(header)
    assert answer.status == 401
    assert answer.code in {"not_authenticated", "bad_token"}


def test_a_stale_token_is_401(bens_app):
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert bens_app.get("me").code == "bad_token"


def test_a_revoked_token_is_401(bens_app):
    ApiToken.objects.all().delete()
    assert bens_app.get("me").code == "bad_token"


def test_the_token_of_a_closed_account_is_401(bens_app):
    User.objects.update(is_active=False)
    assert bens_app.get("me").code == "bad_token"


def test_a_token_counts_before_the_session(bens_app):
    browser = Client()
    browser.force_login(make_user("Cat"))
    assert Caller(bens_app.secret, client=browser).get("me").json["name"] == "Ben"


def test_a_token_costs_one_query(bens_app, django_assert_num_queries):
    with django_assert_num_queries(2):  # the token with its user; the second factor that me tells of
        bens_app.get("me")
    with django_assert_num_queries(1):
        bens_app.call("PATCH", "me", {"language": "xx"})
    with django_assert_num_queries(0):
        me("Token \xff")
