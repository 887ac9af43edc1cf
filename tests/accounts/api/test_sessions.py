from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.models import ApiToken
from tests.accounts.people import make_user, sign_in

from .caller import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(ben) -> Client:
    """Ben's second browser, signed in later."""
    client = Client(headers={"user-agent": "A phone"}, REMOTE_ADDR="198.51.100.9")
    sign_in(client, ben)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/account/settings/").status_code == 200


def test_one_sees_where_one_is_signed_in(bens_app, bens, phone):
    sign_in(Client(), make_user("Cat"))
    first, second = bens_app.get("me/sessions").json["results"]
    assert (second["browser"], second["address"], second["current"]) == ("A phone", "198.51.100.9", False)
    assert first["created"] < second["created"]
    assert set(first) == {"id", "browser", "address", "created", "current"}  # no key of a session


def test_a_page_sees_which_browser_it_is_in(bens, phone):
    results = Caller(client=phone).get("me/sessions").json["results"]
    assert [session["current"] for session in results] == [False, True]


def test_a_session_that_has_ended_is_not_listed(bens_app, bens, phone):
    phone.post("/account/logout/")
    assert len(bens_app.get("me/sessions").json["results"]) == 1


def test_one_signs_out_in_one_browser(bens_app, bens, phone):
    lost = bens_app.get("me/sessions").json["results"][1]["id"]
    assert bens_app.call("DELETE", f"me/sessions/{lost}").status == 204
    assert (is_signed_in(bens), is_signed_in(phone)) == (True, False)
    again = bens_app.call("DELETE", f"me/sessions/{lost}")
    assert (again.status, again.code) == (404, "not_found")


def test_a_program_signs_out_in_every_browser(bens_app, bens, phone):
    assert bens_app.call("DELETE", "me/sessions").status == 204
    assert not is_signed_in(bens)
    assert not is_signed_in(phone)
    assert bens_app.get("me").status == 200


def test_a_browser_signs_out_in_every_other(bens, phone):
    token = bens.get("/account/settings/").cookies["csrf"].value
    assert Caller(client=bens).call("DELETE", "me/sessions", **{"X-CSRFToken": token}).status == 204
    assert (is_signed_in(bens), is_signed_in(phone)) == (True, False)


@pytest.mark.parametrize("number", ["theirs", "0", "99999", "9" * 40])
def test_a_session_of_somebody_else_is_not_there(bens_app, number):
    theirs = Client()
    sign_in(theirs, make_user("Cat"))
    number = str(UserSession.objects.get().pk) if number == "theirs" else number
    assert bens_app.call("DELETE", f"me/sessions/{number}").status == 404
    assert is_signed_in(theirs)


def test_all_other_tokens_are_revoked_at_once(bens_app, ben):
    _token, secret = ApiToken.objects.issue(ben, "phone")
    _theirs, cats = ApiToken.objects.issue(make_user("Cat"), "cat's")
    assert bens_app.call("DELETE", "tokens").status == 204
    assert [caller.get("me").status for caller in (bens_app, Caller(secret), Caller(cats))] == [200, 401, 200]


def test_a_visitor_has_no_sessions_to_see(visitors_app):
    assert visitors_app.get("me/sessions").code == "account_needed"
    assert visitors_app.call("DELETE", "me/sessions").code == "account_needed"
