from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.models import Letter, User
from tests.accounts.people import PASSWORD, last_letter, link_in, make_user

from .caller import Caller

pytestmark = pytest.mark.django_db


def ana(**changes: object) -> dict[str, object]:
    return {"name": "Ana", "email": "ana@example.org", "password": PASSWORD, **changes}


def test_signing_up_makes_an_account_and_sends_the_link(nobody):
    answer = nobody.post("signup", ana(time_zone="Europe/Paris", language="fr"))
    assert answer.status == 201
    assert answer.json == {
        "name": "Ana",
        "email": "ana@example.org",
        "email_confirmed": False,
        "time_zone": "Europe/Paris",
        "language": "fr",
        "is_guest": False,
        "second_factor": False,
        "card_letters": "",
        "card_order": "",
        "four_colours": False,
        "one_tap": False,
        "take_back": False,
        "sounds": False,
        "mail_refused": None,
    }
    nobody.client.post(link_in(last_letter("ana@example.org")))
    assert User.objects.get().confirmed_email == "ana@example.org"


def test_no_session_and_no_cookie_come_of_it(nobody):
    answer = nobody.post("signup", ana())
    assert "Set-Cookie" not in answer.headers
    assert not nobody.client.cookies
    assert answer.headers["Cache-Control"] == "no-store, private"


def test_without_a_choice_the_language_is_that_of_the_request(nobody):
    assert nobody.post("signup", ana(), **{"Accept-Language": "fr"}).json["language"] == "fr"
    assert 'lang="fr"' in last_letter("ana@example.org").html


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"name": "admin"}, {"name": ["name_reserved"]}),
        ({"name": "Ána"}, {"name": ["name_spelling"]}),
        ({"name": "ab"}, {"name": ["name_spelling"]}),
        ({"name": "a" * 21}, {"name": ["max_length"]}),
        ({"name": ["Ana"]}, {"name": ["invalid"]}),
        ({"name": 12345}, {"name": ["invalid"]}),
        ({"name": None}, {"name": ["null"]}),
        ({"name": "BEN"}, {"name": ["username_taken"]}),
        ({"email": "BEN@example.org"}, {"email": ["email_taken"]}),
        ({"email": "x"}, {"email": ["invalid"]}),
        ({"email": "a@" + "b" * 300 + ".org"}, {"email": ["max_length"]}),
        ({"password": "short"}, {"password": ["password_too_short"]}),
        ({"password": "x" * 129}, {"password": ["max_length"]}),
        ({"password": "password123"}, {"password": ["password_too_common"]}),
        ({"time_zone": "Mars/Olympus"}, {"time_zone": ["time_zone_unknown"]}),
        ({"language": "xx"}, {"language": ["invalid_choice"]}),
        ({"is_staff": True, "pk": 1}, {"is_staff": ["unknown_field"], "pk": ["unknown_field"]}),
    ],
)
def test_what_is_wrong_is_said_field_by_field(nobody, ben, changes, fields):
    answer = nobody.post("signup", ana(**changes))
    assert (answer.status, answer.code, answer.fields) == (400, "invalid", fields)
    assert User.objects.count() == 1
    assert not Letter.objects.exists()


def test_nothing_at_all_is_refused_by_the_fields_that_are_missing(nobody):
    answer = nobody.post("signup", {})
    assert answer.fields == {name: ["required"] for name in ("name", "email", "password")}


def test_what_is_said_is_in_the_language_asked_for(nobody, ben):
    english = nobody.post("signup", {}).json["fields"]["name"][0]["detail"]
    french = nobody.post("signup", {}, **{"Accept-Language": "fr"}).json["fields"]["name"][0]["detail"]
    assert (english, french) == ("This field is required.", "Ce champ est obligatoire.")


def test_a_visitor_becomes_the_account_and_its_token_stays(visitors_app):
    guest = User.objects.get()
    answer = visitors_app.post("signup", ana())
    assert answer.status == 201
    assert User.objects.get(username="Ana").pk == guest.pk
    assert visitors_app.get("me").json["name"] == "Ana"


def test_an_account_cannot_sign_up_again(bens_app):
    answer = bens_app.post("signup", ana())
    assert (answer.status, answer.code) == (409, "already_signed_up")


def test_a_bad_token_is_told_rather_than_ignored(nobody):
    answer = nobody.post("signup", ana(), Authorization="Token nonsense")
    assert (answer.status, answer.code) == (401, "bad_token")


def test_one_address_that_signs_up_too_often_is_slowed(nobody):
    answers = [nobody.post("signup", {}) for _ in range(21)]
    assert [answer.status for answer in answers] == [400] * 20 + [429]
    assert answers[-1].code == "throttled"
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 61


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_sign_up_for_one_name_at_once_one_gets_it():
    def race(number: int) -> tuple[int, object]:
        try:
            answer = Caller().post("signup", ana(name="Ana", email=f"a{number}@example.org"))
            return answer.status, answer.json.get("fields") and answer.fields
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        answers = sorted(threads.map(race, range(8)), key=str)
    assert answers == [(201, None)] + [(400, {"name": ["username_taken"]})] * 7


def test_a_taken_name_may_be_taken_in_the_meantime(nobody, monkeypatch):
    from accounts import registration

    hash_password = registration.make_password

    def hash_while_another_signs_up(password: str) -> str:
        make_user("Ana", confirmed=False)
        return hash_password(password)

    monkeypatch.setattr(registration, "make_password", hash_while_another_signs_up)
    answer = nobody.post("signup", ana(email="other@example.org"))
    assert (answer.status, answer.fields) == (400, {"name": ["username_taken"]})
