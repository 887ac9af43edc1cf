from __future__ import annotations

import re
from typing import Any
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import IntegrityError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User

from .people import PASSWORD, make_user, sign_in

pytestmark = pytest.mark.django_db


def attempt(client: Client, login: str, password: str = "not the password", **headers: Any):
    return client.post("/account/login/", {"login": login, "password": password}, **headers)


def errors(answer) -> list[str]:
    return [error["code"] for error in answer.context["form"].non_field_errors().get_json_data()]


@pytest.mark.parametrize("login", ["Ben", "ben", " BEN ", "ben@example.org", "Ben@Example.org"])
def test_one_signs_in_by_name_or_by_address_whatever_the_case(client, ben, login):
    answer = attempt(client, login, PASSWORD)
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(ben.pk)


@pytest.mark.parametrize(("known", "unknown"), [("Ben", "Cat"), ("ben@example.org", "cat@example.org")])
def test_a_wrong_password_and_an_unknown_name_read_the_same(ben, known, unknown):
    answers = [attempt(Client(), login) for login in (known, unknown)]
    first, second = (
        answer.content.decode().replace(login, "…") for answer, login in zip(answers, (known, unknown), strict=True)
    )
    assert [answer.status_code for answer in answers] == [200, 200]
    assert without_tokens(first) == without_tokens(second)


def without_tokens(page: str) -> list[str]:
    return [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line]


@pytest.mark.parametrize(("known", "unknown"), [("Ben", "Cat"), ("ben@example.org", "cat@example.org")])
def test_a_wrong_password_costs_one_hash_as_an_unknown_name_does(ben, known, unknown, monkeypatch):
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self, password, salt):
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    counts = []
    for login in (known, unknown):
        hashed.clear()
        attempt(Client(), login)
        counts.append(len(hashed))
    assert counts == [1, 1]


def test_a_visitor_cannot_be_signed_in_to(client, db):
    guest = User.objects.create_guest()
    for password in ("", "!", guest.password, "password"):
        assert attempt(client, guest.username, password).status_code == 200
    assert "_auth_user_id" not in client.session


def test_who_has_confirmed_an_address_signs_in_by_it_whoever_else_claims_it(client, ben):
    squatter = User.objects.create_user("Squatter", "ben@example.org", "another password")
    EmailAddress.objects.create(user=squatter, email="ben@example.org", primary=True)
    assert attempt(client, "ben@example.org", "another password").status_code == 200
    assert attempt(client, "ben@example.org", PASSWORD).status_code == 302
    assert client.session["_auth_user_id"] == str(ben.pk)


def test_a_closed_account_says_so_to_its_owner_alone(client, ben):
    User.objects.update(is_active=False)
    assert errors(attempt(client, "Ben")) == ["username_password_mismatch"]
    assert attempt(client, "Ben", PASSWORD)["Location"] == "/account/inactive/"
    assert "closed" in client.get("/account/inactive/").content.decode()


def test_after_five_wrong_passwords_a_name_is_slowed_but_its_owner_elsewhere_is_not(ben):
    guesser, owner = Client(REMOTE_ADDR="203.0.113.7"), Client(REMOTE_ADDR="198.51.100.9")
    for _ in range(5):
        assert errors(attempt(guesser, "Ben")) == ["username_password_mismatch"]
    assert errors(attempt(guesser, "Ben", PASSWORD)) == ["too_many_login_attempts"]
    assert errors(attempt(guesser, "bEN", PASSWORD)) == ["too_many_login_attempts"]
    assert attempt(owner, "Ben", PASSWORD).status_code == 302


def test_one_address_that_tries_many_names_is_slowed(db):
    guesser = Client(REMOTE_ADDR="203.0.113.7")
    found = [errors(attempt(guesser, f"player{number}")) for number in range(21)]
    assert found == [["username_password_mismatch"]] * 20 + [["too_many_login_attempts"]]


def test_the_address_is_the_clients_and_not_one_it_claims(ben):
    for number in range(5):
        attempt(Client(), "Ben", headers={"x-forwarded-for": f"198.51.100.{number}"})
    answer = attempt(Client(), "Ben", PASSWORD, headers={"x-forwarded-for": "198.51.100.99"})
    assert errors(answer) == ["too_many_login_attempts"]


def test_a_hundred_kilobytes_of_password_are_refused_before_any_work(client, ben):
    hashing = "django.contrib.auth.base_user"  # where a password is hashed, to compare it or to take as long as that
    with mock.patch(f"{hashing}.check_password") as check, mock.patch(f"{hashing}.make_password") as make:
        answer = attempt(client, "Ben", "x" * 100_000)
    assert "password" in answer.context["form"].errors
    assert not check.called
    assert not make.called


@pytest.mark.parametrize("login", ["", "a\x00b", "x" * 255, "a@b\x00.org", "@", "a@", "'; --", "\ud800"])
def test_no_spelling_of_a_name_is_an_error_of_ours(client, ben, login):
    body = f"login={login}&password=x".encode("utf-8", "surrogatepass")
    answer = client.post("/account/login/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https:evil.example",
        "http:///evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
        "\x00/evil",
        " //evil.example",
        "http://localhost:8000/x",
        "http://testserver/x",
        "evil",
        "",
    ],
)
def test_next_to_anywhere_but_a_path_of_this_site_is_ignored(client, ben, url):
    answer = client.post("/account/login/", {"login": "Ben", "password": PASSWORD, "next": url})
    assert answer.status_code == 302
    assert answer["Location"] == "/games"


def test_next_on_this_site_is_kept_from_page_to_page(client, ben):
    page = client.get("/account/login/?next=/games/k3Qf9x%3Fa=1").content.decode()
    assert 'name="next" value="/games/k3Qf9x?a=1"' in page
    assert "/account/signup/?next=%2Fgames%2Fk3Qf9x%3Fa%3D1" in page
    answer = client.post("/account/login/", {"login": "Ben", "password": PASSWORD, "next": "/games/k3Qf9x?a=1"})
    assert answer["Location"] == "/games/k3Qf9x?a=1"


def test_a_post_without_its_csrf_token_is_refused(ben):
    client = Client(enforce_csrf_checks=True)
    assert attempt(client, "Ben", PASSWORD).status_code == 403


def test_the_session_is_a_new_one_after_signing_in(client, ben):
    client.get("/account/login/")
    session = client.session
    session["planted"] = "yes"
    session.save()
    planted = session.session_key
    sign_in(client, ben)
    assert client.session.session_key != planted


def test_signing_out_takes_a_post(bens):
    assert bens.get("/account/logout/").status_code == 200
    assert "_auth_user_id" in bens.session
    assert bens.post("/account/logout/")["Location"] == "/"
    assert "_auth_user_id" not in bens.session


def test_account_pages_are_kept_nowhere(client, bens):
    for browser, path in ((client, "/account/login/"), (bens, "/account/settings/"), (bens, "/account/email/")):
        assert "no-store" in browser.get(path)["Cache-Control"]


def test_to_know_its_reader_costs_a_page_two_queries(bens):
    with CaptureQueriesContext(connection) as queries:
        bens.get("/account/settings/")
    tables = [match[1] for query in queries if (match := re.search(r'FROM "(\w+)"', query["sql"]))]
    assert [table for table in tables if not table.startswith("games_")] == ["django_session", "accounts_user"]


def test_a_page_shows_times_in_its_readers_zone_and_language(ben, client):
    ben.time_zone, ben.language = "Asia/Kathmandu", "fr"
    ben.save()
    sign_in(client, ben)
    answer = client.get("/account/settings/")
    assert answer["Content-Language"] == "fr"
    assert 'lang="fr"' in answer.content.decode()


def test_a_zone_that_is_no_longer_known_is_utc(bens, ben):
    User.objects.filter(pk=ben.pk).update(time_zone="Mars/Olympus")
    assert bens.get("/account/settings/").status_code == 200


def test_two_with_one_name_cannot_be_in_the_database(ben):
    with pytest.raises(IntegrityError):
        make_user("BEN")
