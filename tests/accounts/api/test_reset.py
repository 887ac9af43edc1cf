from __future__ import annotations

import time

import pytest
from django.test import Client

from accounts import resetting
from accounts.models import ApiToken, Letter, User
from tests.accounts.people import PASSWORD, last_letter, link_in

from .caller import Caller

pytestmark = pytest.mark.django_db

NEW = "a much better secret"


def ask(caller: Caller, login: str, **headers: str):
    return caller.post("password/reset", {"login": login}, **headers)


@pytest.fixture
def link(nobody, ben) -> str:
    ask(nobody, "Ben")
    return link_in(last_letter("ben@example.org"))


@pytest.mark.parametrize("login", ["bEN", "BEN@example.org"])
def test_one_who_forgot_the_password_resets_it_by_the_link_in_the_letter(nobody, ben, login):
    assert ask(nobody, login).status == 204
    link = link_in(last_letter("ben@example.org"))
    assert nobody.post("password", {"key": f"https://polignac.example{link}", "new": NEW}).status == 204
    ben.refresh_from_db()
    assert ben.check_password(NEW)
    assert "reset" in last_letter("ben@example.org").text  # and is told of it


def test_the_last_part_of_the_link_is_good_as_well_and_good_once(nobody, link):
    key = link.rstrip("/").rpartition("/")[2]
    assert nobody.post("password", {"key": key, "new": NEW}).status == 204
    again = nobody.post("password", {"key": key, "new": "yet another secret"})
    assert (again.status, again.code) == (422, "bad_link")


def test_the_same_link_leads_to_the_page(nobody, link):
    assert Client().get(link).status_code == 302
    assert nobody.post("password", {"key": link, "new": NEW}).status == 204
    assert "not valid any more" in Client().get(link).content.decode()


@pytest.mark.parametrize(("known", "unknown"), [("Ben", "Cat"), ("ben@example.org", "cat@example.org")])
def test_known_and_unknown_names_get_the_same_answer(ben, known, unknown):
    one, other = (ask(Caller(), login) for login in (known, unknown))
    assert (one.status, one.body, dict(one.headers)) == (other.status, other.body, dict(other.headers))
    slowed = [[ask(Caller(), login) for _ in range(5)][-1] for login in (known, unknown)]
    assert [(answer.status, answer.body) for answer in slowed] == [(429, slowed[0].body)] * 2


def test_known_and_unknown_names_are_answered_after_the_same_time(ben, monkeypatch):
    monkeypatch.setattr(resetting, "TAKES", 60.0)
    for login in ("Ben", "Cat", "ben@example.org", "cat@example.org", "a@@b"):
        slept: list[float] = []
        monkeypatch.setattr(resetting.time, "sleep", slept.append)
        start = time.monotonic()
        ask(Caller(), login)
        worked = time.monotonic() - start
        assert slept[-1] == pytest.approx(60 - worked, abs=worked)


def test_asking_is_counted_together_with_asking_on_the_page(ben, nobody):
    for _ in range(3):
        Client().post("/account/password/reset/", {"email": "Ben"})
    answers = [ask(nobody, login) for login in ("BEN", "ben", "Ben")]
    assert [answer.status for answer in answers] == [204, 204, 429]
    assert answers[-1].code == "throttled"
    assert Letter.objects.count() == 5


def test_guessing_a_link_is_slowed(nobody, ben):
    answers = [nobody.post("password", {"key": f"1-{number}", "new": NEW}).status for number in range(21)]
    assert answers == [422] * 20 + [429]


def test_a_visitor_gets_no_link(nobody, db):
    assert ask(nobody, User.objects.create_guest().username).status == 204
    assert not Letter.objects.exists()


@pytest.mark.parametrize("login", ["", "@", "a@@b", "x" * 255, 5])
def test_what_is_neither_a_name_nor_an_address_is_refused(nobody, db, login):
    answer = nobody.post("password/reset", {"login": login})
    assert (answer.status, set(answer.fields)) == (400, {"login"})


@pytest.mark.parametrize("key", ["x", "1-x", "zzzzzzzzzzzzz-abc-def", "é-x", "----", "/ -x", "/", "1-" + "x" * 400])
def test_a_forged_link_is_refused(nobody, ben, key):
    answer = nobody.post("password", {"key": key, "new": NEW})
    assert (answer.status, answer.code) == (422, "bad_link")


@pytest.mark.parametrize(("poor", "code"), [("short", "password_too_short"), ("x" * 129, "max_length")])
def test_a_poor_new_password_is_refused_and_the_link_stays_good(nobody, ben, link, poor, code):
    answer = nobody.post("password", {"key": link, "new": poor})
    assert (answer.status, answer.fields) == (400, {"new": [code]})
    ben.refresh_from_db()
    assert ben.check_password(PASSWORD)
    assert nobody.post("password", {"key": link, "new": NEW}).status == 204


def test_resetting_ends_every_session_and_every_token_even_that_of_who_asks(bens, bens_app, link):
    answer = bens_app.post("password", {"key": link, "new": NEW})
    assert (answer.status, "Set-Cookie" in answer.headers) == (204, False)
    assert bens.get("/account/settings/").status_code == 302
    assert bens_app.get("me").code == "bad_token"
    assert not ApiToken.objects.exists()
