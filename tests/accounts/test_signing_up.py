from __future__ import annotations

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from accounts import registration
from accounts.models import ApiToken, Letter, User

from .people import PASSWORD, last_letter, link_in, make_user, signup

pytestmark = pytest.mark.django_db


def refusal(client: Client, **changes: str) -> dict[str, list[str]]:
    """Sign up in vain and return the errors by field."""
    answer = client.post("/account/signup/", signup(**changes))
    assert answer.status_code == 200
    assert User.objects.filter(is_guest=False, email="ana@example.org").count() == 0
    return answer.context["form"].errors.get_json_data()


def codes(errors: dict, field: str) -> list[str]:
    return [error["code"] for error in errors[field]]


def test_one_who_signs_up_is_signed_in_at_once_and_asked_to_confirm_the_address(client):
    answer = client.post("/account/signup/", signup(time_zone="Europe/Paris"))
    assert answer.status_code == 302
    ana = User.objects.get(username="Ana")
    assert (ana.email, ana.email_confirmed, ana.time_zone, ana.is_guest) == (
        "ana@example.org", False, "Europe/Paris", False,
    )  # fmt: skip
    assert client.session["_auth_user_id"] == str(ana.pk)
    assert ana.confirmed_email == ""
    assert ana.check_password(PASSWORD)
    letter = last_letter("ana@example.org")
    assert "Ana" in letter.text
    assert "Confirm" in letter.subject


def test_the_password_is_asked_once_and_named_for_password_managers(client):
    page = client.get("/account/signup/").content.decode()
    assert page.count('type="password"') == 1
    assert 'autocomplete="new-password"' in page
    assert 'autocomplete="username"' in page
    assert 'autocomplete="email"' in page


def test_each_hint_and_error_is_tied_to_its_field(client):
    page = client.post("/account/signup/", signup(username="x")).content.decode()
    assert 'aria-describedby="id_username_helptext id_username_error"' in page
    assert 'id="id_username_helptext"' in page
    assert 'id="id_username_error"' in page
    assert '<a href="#id_username">' in page
    assert 'for="id_username"' in page


@pytest.mark.parametrize("name", ["ab", "a" * 21, "Ana Lou", "Ána", "аna", "Ana​", "Ana!", "<b>Ana</b>", "Ana\x00"])
def test_a_name_that_is_not_3_to_20_plain_signs_is_refused(client, name):
    assert "username" in refusal(client, username=name)


@pytest.mark.parametrize("name", ["admin", "Admin", "polignac", "bot", "Visitor-abc", "visitor-1"])
def test_a_reserved_name_is_refused(client, name):
    assert codes(refusal(client, username=name), "username") == ["name_reserved"]


@pytest.mark.parametrize("name", ["Ben", "ben", "BEN"])
def test_a_taken_name_is_refused_whatever_the_case(client, name):
    make_user("Ben")
    assert codes(refusal(client, username=name), "username") == ["username_taken"]


def test_an_address_that_an_account_has_confirmed_is_refused(client):
    make_user("Ana2", confirmed=True)
    errors = refusal(client, email="ANA2@example.org")
    assert codes(errors, "email") == ["email_taken"]


def test_an_address_that_nobody_has_confirmed_is_nobodys_yet(client):
    make_user("Squatter", confirmed=False)
    answer = client.post("/account/signup/", signup(email="squatter@example.org"))
    assert answer.status_code == 302
    client.post(link_in(last_letter("squatter@example.org")))
    assert User.objects.get(username="Ana").confirmed_email == "squatter@example.org"


def test_an_address_that_three_accounts_wait_to_confirm_is_refused(client):
    for name in ("one", "two", "three"):
        Client().post("/account/signup/", signup(username=name, email="busy@example.org"))
    assert codes(refusal(client, email="busy@example.org"), "email") == ["email_taken"]


@pytest.mark.parametrize(
    "password", ["short", "1234567890", "password123", "ana@example.org", "x" * 129, "x" * 100_000]
)
def test_a_poor_or_endless_password_is_refused(client, password):
    assert "password1" in refusal(client, password1=password)


@pytest.mark.parametrize("field", ["username", "email", "password1", "time_zone", "language"])
def test_a_nul_byte_is_refused_in_every_field(client, field):
    answer = client.post("/account/signup/", signup(**{field: "a\x00b"}))
    assert answer.status_code == 200
    assert field in answer.context["form"].errors


def test_an_email_address_longer_than_its_column_is_refused(client):
    assert "email" in refusal(client, email="a@" + "b" * 60 + "." + ("c" * 60 + ".") * 4 + "org")


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd"])
def test_a_zone_that_nobody_knows_becomes_utc(client, zone):
    client.post("/account/signup/", signup(time_zone=zone))
    assert User.objects.get(username="Ana").time_zone == "UTC"


def test_the_language_of_the_page_becomes_the_accounts_and_the_mails(client):
    client.post("/account/signup/", signup(), headers={"accept-language": "fr"})
    assert User.objects.get(username="Ana").language == "fr"
    assert 'lang="fr"' in last_letter("ana@example.org").html


def test_one_who_is_signed_in_is_sent_on(bens):
    assert bens.get("/account/signup/").status_code == 302
    assert bens.post("/account/signup/", signup()).status_code == 302
    assert not User.objects.filter(username="Ana").exists()


def test_next_leads_on_after_signing_up(client):
    answer = client.post("/account/signup/?next=/games/x", signup(next="/games/x"))
    assert answer["Location"] == "/games/x"


def test_a_visitors_row_becomes_the_account_and_the_session_a_new_one(client):
    guest = User.objects.create_guest()
    client.force_login(guest)
    before = client.session.session_key
    token, _secret = ApiToken.objects.issue(guest, "an app")
    answer = client.post("/account/signup/", signup())
    assert answer.status_code == 302
    ana = User.objects.get(username="Ana")
    assert ana.pk == guest.pk
    assert not ana.is_guest
    assert client.session["_auth_user_id"] == str(ana.pk)
    assert client.session.session_key != before
    assert not client.session.exists(before)
    assert not ApiToken.objects.filter(pk=token.pk).exists()
    assert Letter.objects.count() == 1


def test_the_page_tells_a_visitor_that_the_games_come_along(client):
    client.force_login(User.objects.create_guest())
    page = client.get("/account/signup/")
    assert page.status_code == 200
    assert "The games you have begun come with you." in page.content.decode()


def test_a_visitor_who_is_refused_stays_a_visitor(client):
    guest = User.objects.create_guest()
    client.force_login(guest)
    client.post("/account/signup/", signup(username="admin"))
    guest.refresh_from_db()
    assert guest.is_guest
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_visitor_who_signed_up_in_another_tab_is_sent_to_sign_in(client, monkeypatch):
    guest = User.objects.create_guest()
    client.force_login(guest)

    def hash_while_the_other_tab_signs_up(password: str) -> str:
        User.objects.filter(pk=guest.pk).update(is_guest=False, username="Other")
        return make_password(password)

    monkeypatch.setattr(registration, "make_password", hash_while_the_other_tab_signs_up)
    answer = client.post("/account/signup/", signup())
    assert answer["Location"] == "/account/login/"
    assert User.objects.get().username == "Other"


def test_too_many_sign_ups_from_one_address_are_slowed(client):
    answers = [client.post("/account/signup/", signup(username="x")).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]
    assert client.post("/account/signup/", signup(username="x"))["Retry-After"]
