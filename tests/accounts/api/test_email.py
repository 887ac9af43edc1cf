from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.test import Client

from accounts.models import ApiToken, Letter, User
from tests.accounts.people import PASSWORD, last_letter, link_in, make_user

from .caller import Caller

pytestmark = pytest.mark.django_db

NEW = "new@example.org"


def change(caller: Caller, email: str = NEW, password: str = PASSWORD):
    return caller.call("PUT", "me/email", {"email": email, "password": password})


@pytest.fixture
def anas_app(db: None) -> Caller:
    """A program of one who has signed up by it and not confirmed the address."""
    Caller().post("signup", {"name": "Ana", "email": "ana@example.org", "password": PASSWORD})
    token, secret = ApiToken.objects.issue(User.objects.get(username="Ana"), "app")
    return Caller(secret, token)


def test_a_new_address_takes_the_olds_place_once_confirmed(bens_app, nobody):
    answer = change(bens_app)
    assert answer.status == 200
    assert answer.json == {"email": "ben@example.org", "email_confirmed": True, "new_email": NEW}
    assert nobody.post("email/confirm", {"key": link_in(last_letter(NEW))}).status == 204
    assert bens_app.get("me/email").json == {"email": NEW, "email_confirmed": True, "new_email": None}
    assert NEW in last_letter("ben@example.org").text  # the old one is told


def test_an_address_is_confirmed_by_the_last_part_of_its_link(anas_app, nobody):
    key = link_in(last_letter("ana@example.org")).rstrip("/").rpartition("/")[2]
    assert anas_app.get("me/email").json["email_confirmed"] is False
    assert nobody.post("email/confirm", {"key": key}).status == 204
    assert anas_app.get("me/email").json["email_confirmed"] is True
    again = nobody.post("email/confirm", {"key": key})
    assert (again.status, again.code) == (422, "bad_link")


def test_who_mistyped_the_address_when_signing_up_can_put_it_right(anas_app):
    answer = change(anas_app, "right@example.org")
    assert answer.json == {"email": "right@example.org", "email_confirmed": False, "new_email": None}
    assert last_letter("right@example.org")


def test_a_token_alone_does_not_change_the_address(bens_app):
    answer = change(bens_app, password="wrong")
    assert (answer.status, answer.fields) == (400, {"password": ["incorrect_password"]})
    assert bens_app.call("PUT", "me/email", {"email": NEW}).fields == {"password": ["required"]}
    assert EmailAddress.objects.count() == 1


def test_guessing_the_password_is_slowed(bens_app):
    answers = [change(bens_app, password="wrong") for _ in range(6)]
    assert [answer.status for answer in answers] == [400] * 5 + [429]
    assert answers[-1].code == "throttled"


@pytest.mark.parametrize(
    ("email", "code"),
    [
        ("", "blank"),
        ("x", "invalid"),
        ("a@" + "b" * 260 + ".org", "max_length"),
        ("ben@example.org", "duplicate_email"),
        ("cat@example.org", "email_taken"),
    ],
)
def test_what_is_no_new_address_is_refused(bens_app, email, code):
    make_user("Cat")
    answer = change(bens_app, email)
    assert (answer.status, answer.fields) == (400, {"email": [code]})
    assert not Letter.objects.exists()


def test_a_change_of_address_can_be_called_off(bens_app, nobody):
    change(bens_app)
    link = link_in(last_letter(NEW))
    assert bens_app.call("DELETE", "me/email/new").json["new_email"] is None
    assert nobody.post("email/confirm", {"key": link}).code == "bad_link"
    again = bens_app.call("DELETE", "me/email/new")
    assert (again.status, again.code) == (409, "no_new_email")


def test_an_address_that_is_not_confirmed_cannot_be_taken_away(anas_app):
    assert anas_app.call("DELETE", "me/email/new").code == "no_new_email"
    assert anas_app.get("me/email").json["email"] == "ana@example.org"


def test_the_link_to_a_new_address_can_be_sent_again(bens_app):
    change(bens_app)
    assert bens_app.post("me/email/confirmation").status == 429
    cache.clear()  # three minutes go by
    assert bens_app.post("me/email/confirmation").status == 204
    assert Letter.objects.filter(to=NEW).count() == 2


def test_the_second_of_two_claims_is_told_whose_the_address_is(anas_app, nobody):
    link = link_in(last_letter("ana@example.org"))
    EmailAddress.objects.create(user=make_user("Owner"), email="ana@example.org", verified=True)
    answer = nobody.post("email/confirm", {"key": link})
    assert (answer.status, answer.code) == (409, "email_taken")


@pytest.mark.parametrize("key", ["x", "MQ:1:abc", "é:é:é", "/", "a/b/", "x" * 500])
def test_a_forged_link_confirms_nothing(nobody, db, key):
    answer = nobody.post("email/confirm", {"key": key})
    assert (answer.status, answer.code) == (422, "bad_link")


def test_a_visitor_has_no_address(visitors_app):
    for answer in (visitors_app.get("me/email"), change(visitors_app), visitors_app.call("DELETE", "me/email/new")):
        assert (answer.status, answer.code) == (403, "account_needed")


def test_no_cookie_comes_of_it(bens_app):
    assert "Set-Cookie" not in change(bens_app).headers


def test_with_a_second_factor_the_address_stays(bens_app, ben):
    TOTP.activate(ben, generate_totp_secret())
    assert change(bens_app).fields == {"email": ["add_email_blocked"]}


def test_a_page_asks_for_the_password_whatever_a_program_has_sent(bens_app, bens):
    change(bens_app)
    answer = bens.post("/account/email/", {"email": "other@example.org", "action_add": ""})
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert Client().get("/account/email/").status_code == 302
