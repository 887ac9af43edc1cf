from __future__ import annotations

import re
import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import resetting
from accounts.models import ApiToken, Letter, User

from .people import PASSWORD, last_letter, link_in, make_user, sign_in

pytestmark = pytest.mark.django_db

NEW = "a much better secret"


def ask(client: Client, login: str, **headers: Any):
    return client.post("/account/password/reset/", {"email": login}, **headers)


def follow(client: Client, link: str) -> str:
    """Open the link of a reset mail and return the address of its form, which has no secret in it."""
    answer = client.get(link)
    assert answer.status_code == 302
    return answer["Location"]


@pytest.mark.parametrize("login", ["Ben", "bEN", "ben@example.org", "BEN@example.org"])
def test_one_who_forgot_the_password_gets_a_link_by_name_or_address(client, ben, login):
    assert ask(client, login)["Location"] == "/account/password/reset/done/"
    form = follow(client, link_in(last_letter("ben@example.org")))
    answer = client.post(form, {"password1": NEW})
    assert answer["Location"] == "/account/password/reset/key/done/"
    ben.refresh_from_db()
    assert ben.check_password(NEW)
    assert "reset" in last_letter("ben@example.org").text  # and is told of it


@pytest.mark.parametrize(("known", "unknown"), [("Ben", "Cat"), ("ben@example.org", "cat@example.org")])
def test_known_and_unknown_names_get_the_same_answer(ben, known, unknown):
    answers = [ask(Client(), login) for login in (known, unknown)]
    assert [(answer.status_code, answer["Location"], answer.content) for answer in answers] == [
        (302, "/account/password/reset/done/", b"")
    ] * 2
    pages = [Client().get("/account/password/reset/done/").content for _ in answers]
    assert without_tokens(pages[0]) == without_tokens(pages[1])


def without_tokens(page: bytes) -> list[bytes]:
    return [line for line in page.splitlines() if b"csrfmiddlewaretoken" not in line]


def test_known_and_unknown_names_are_answered_after_the_same_time(ben, monkeypatch):
    monkeypatch.setattr(resetting, "TAKES", 60.0)
    for login in ("Ben", "Cat", "ben@example.org", "cat@example.org"):
        slept: list[float] = []
        monkeypatch.setattr(resetting.time, "sleep", slept.append)
        start = time.monotonic()
        ask(Client(), login)
        worked = time.monotonic() - start
        assert slept[0] == pytest.approx(60 - worked, abs=worked)


def test_an_address_without_an_account_is_told_so_by_mail_alone(client, db):
    ask(client, "nobody@example.org")
    letter = last_letter("nobody@example.org")
    assert link_in(letter) == "/account/signup/"


def test_a_name_without_an_account_leads_to_no_mail(client, db):
    ask(client, "Nobody")
    assert not Letter.objects.exists()


def test_a_visitor_gets_no_reset(client, db):
    guest = User.objects.create_guest()
    assert ask(client, guest.username).status_code == 302
    assert not Letter.objects.exists()


def test_the_link_leads_to_the_site_whatever_host_the_request_named(client, ben, settings):
    settings.ALLOWED_HOSTS = ["*"]
    ask(client, "Ben", headers={"host": "evil.example"})
    letter = last_letter("ben@example.org")
    assert link_in(letter).startswith("/account/password/reset/key/")
    assert "evil.example" not in letter.text + letter.html + str(letter.headers)


def test_a_link_works_once(client, ben):
    ask(client, "Ben")
    link = link_in(last_letter("ben@example.org"))
    client.post(follow(client, link), {"password1": NEW})
    answer = Client().get(link)
    assert answer.status_code == 200
    assert "not valid any more" in answer.content.decode()


def test_opening_a_link_five_times_changes_nothing(client, ben):
    ask(client, "Ben")
    link = link_in(last_letter("ben@example.org"))
    for _ in range(5):
        Client().get(link)
    assert client.post(follow(client, link), {"password1": NEW}).status_code == 302


@pytest.mark.parametrize("key", ["x", "1-x", "zzzzzzzzzzzzz-abc-def", "1-a%00b", "%C3%A9-x", "1-" + "x" * 5000, "----"])
def test_a_forged_link_is_refused_in_words(client, ben, key):
    answer = client.get(f"/account/password/reset/key/{key}/")
    assert answer.status_code in {200, 404}
    assert answer.status_code == 404 or "not valid any more" in answer.content.decode()


@pytest.mark.parametrize("login", ["", "a\x00b", "x" * 255, "@", "a@@b", "a@b\x00.org"])
def test_what_is_neither_a_name_nor_an_address_sends_nothing(client, db, login):
    assert ask(client, login).status_code in {200, 302}
    assert not Letter.objects.exists()


def test_a_poor_new_password_is_refused(client, ben):
    ask(client, "Ben")
    form = follow(client, link_in(last_letter("ben@example.org")))
    for poor in ("short", "x" * 129, "x" * 100_000, "ben@example.org"):
        answer = client.post(form, {"password1": poor})
        assert answer.status_code == 200
        assert "password1" in answer.context["form"].errors
    ben.refresh_from_db()
    assert ben.check_password(PASSWORD)


def test_the_link_goes_to_who_has_confirmed_the_address(client, ben):
    squatter = User.objects.create_user("Squatter", "ben@example.org", PASSWORD)
    EmailAddress.objects.create(user=squatter, email="ben@example.org", primary=True)
    ask(client, "ben@example.org")
    assert [("Ben" in letter.text) for letter in Letter.objects.all()] == [True]


def test_asking_too_often_for_one_name_is_slowed(ben):
    answers = [ask(Client(), "Ben").status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]


def test_the_link_comes_in_the_language_of_the_account(client, ben):
    User.objects.update(language="fr")
    ask(client, "Ben", headers={"accept-language": "en"})
    assert 'lang="fr"' in last_letter("ben@example.org").html


def change(client: Client, old: str = PASSWORD, new: str = NEW):
    return client.post("/account/password/change/", {"oldpassword": old, "password1": new})


def test_changing_the_password_keeps_this_session_and_ends_all_others_and_the_tokens(bens, ben):
    elsewhere = Client()
    sign_in(elsewhere, ben)
    ApiToken.objects.issue(ben, "an app")
    assert change(bens).status_code == 302
    assert bens.get("/account/settings/").status_code == 200
    assert elsewhere.get("/account/settings/").status_code == 302
    assert not ApiToken.objects.exists()
    assert "password" in last_letter("ben@example.org").text


def test_the_present_password_is_asked_for(bens, ben):
    answer = change(bens, old="something else")
    assert answer.context["form"].errors.get_json_data()["oldpassword"][0]["code"] == "enter_current_password"
    ben.refresh_from_db()
    assert ben.check_password(PASSWORD)


def test_resetting_ends_every_session_and_token(bens, ben):
    ApiToken.objects.issue(ben, "an app")
    other = Client()
    ask(other, "Ben")
    other.post(follow(other, link_in(last_letter("ben@example.org"))), {"password1": NEW})
    assert bens.get("/account/settings/").status_code == 302
    assert not ApiToken.objects.exists()


def test_a_letter_about_a_change_tells_when_in_the_readers_zone(bens, ben):
    User.objects.update(time_zone="Asia/Kathmandu")
    change(bens)
    letter = last_letter("ben@example.org")
    assert re.search(r"\(\+0545\)", letter.text)
    assert "127.0.0.1" in letter.text


def test_an_account_without_an_address_cannot_be_reset_but_says_nothing(client, db):
    User.objects.create_user("Bare", "", PASSWORD)
    assert ask(client, "Bare").status_code == 302
    assert not Letter.objects.exists()


def test_one_with_two_claims_gets_a_link_for_each(client, db):
    make_user("One", confirmed=False)
    two = User.objects.create_user("Two", "one@example.org", PASSWORD)
    EmailAddress.objects.create(user=two, email="one@example.org", primary=True)
    ask(client, "one@example.org")
    texts = " ".join(letter.text for letter in Letter.objects.all())
    assert "Hello One" in texts
    assert "Hello Two" in texts
