from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import ApiToken, Letter, User
from tests.accounts.people import PASSWORD, last_letter

from .caller import Caller

pytestmark = pytest.mark.django_db

NEW = "a much better secret"


def test_me_is_the_account_of_the_token(bens_app):
    assert bens_app.get("me").json == {
        "name": "Ben",
        "email": "ben@example.org",
        "email_confirmed": True,
        "mail_refused": None,
        "time_zone": "UTC",
        "language": "",
        "card_letters": "",
        "card_order": "",
        "four_colours": False,
        "one_tap": False,
        "take_back": False,
        "sounds": False,
        "is_guest": False,
        "second_factor": False,
    }


def test_without_a_token_nobody_is_anybody(nobody):
    answer = nobody.get("me")
    assert (answer.status, answer.code) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_preferences_can_be_changed(bens_app, ben):
    answer = bens_app.call("PATCH", "me", {"time_zone": "Asia/Tokyo", "language": "fr"})
    assert (answer.status, answer.json["time_zone"], answer.json["language"]) == (200, "Asia/Tokyo", "fr")
    assert bens_app.call("PATCH", "me", {"language": ""}).json["time_zone"] == "Asia/Tokyo"
    assert bens_app.call("PATCH", "me", {}).status == 200
    ben.refresh_from_db()
    assert (ben.time_zone, ben.language) == ("Asia/Tokyo", "")


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"time_zone": "Mars/Olympus"}, {"time_zone": ["time_zone_unknown"]}),
        ({"time_zone": None}, {"time_zone": ["null"]}),
        ({"language": "xx"}, {"language": ["invalid_choice"]}),
        ({"name": "Eve"}, {"name": ["unknown_field"]}),
        ({"email": "e@example.org"}, {"email": ["unknown_field"]}),
        ({"is_staff": True}, {"is_staff": ["unknown_field"]}),
    ],
)
def test_nothing_else_can_be_changed(bens_app, ben, changes, fields):
    answer = bens_app.call("PATCH", "me", changes)
    assert (answer.status, answer.fields) == (400, fields)
    ben.refresh_from_db()
    assert (ben.username, ben.email, ben.is_staff, ben.time_zone) == ("Ben", "ben@example.org", False, "UTC")


def test_a_visitor_may_choose_a_zone(visitors_app):
    assert visitors_app.call("PATCH", "me", {"time_zone": "Asia/Tokyo"}).status == 200


def change(caller: Caller, current: str = PASSWORD, new: str = NEW):
    return caller.post("me/password", {"current": current, "new": new})


def test_a_new_password_ends_everything_but_the_token_in_use(bens_app, bens, ben):
    _other, secret = ApiToken.objects.issue(ben, "phone")
    assert change(bens_app).status == 204
    ben.refresh_from_db()
    assert ben.check_password(NEW)
    assert bens_app.get("me").status == 200
    assert Caller(secret).get("me").code == "bad_token"
    assert bens.get("/account/settings/").status_code == 302
    assert "password" in last_letter("ben@example.org").text


@pytest.mark.parametrize(
    ("current", "new", "fields"),
    [
        ("wrong", NEW, {"current": ["enter_current_password"]}),
        (PASSWORD, "short", {"new": ["password_too_short"]}),
        (PASSWORD, "x" * 129, {"new": ["max_length"]}),
        ("x" * 129, NEW, {"current": ["max_length"]}),
    ],
)
def test_a_password_is_not_changed_by_guessing_nor_for_a_poor_one(bens_app, ben, current, new, fields):
    answer = change(bens_app, current, new)
    assert (answer.status, answer.fields) == (400, fields)
    ben.refresh_from_db()
    assert ben.check_password(PASSWORD)


def test_guessing_the_present_password_is_slowed(bens_app):
    answers = [change(bens_app, "wrong").status for _ in range(6)]
    assert answers == [400] * 5 + [429]


def test_the_script_of_a_page_keeps_its_session(bens):
    token = bens.get("/account/settings/").cookies["csrf"].value
    page = Caller(client=bens)
    answer = page.post("me/password", {"current": PASSWORD, "new": NEW}, **{"X-CSRFToken": token})
    assert answer.status == 204
    assert bens.get("/account/settings/").status_code == 200


def test_a_session_without_its_csrf_token_changes_nothing(ben):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ben)
    answer = Caller(client=browser).call("PATCH", "me", {"time_zone": "Asia/Tokyo"})
    assert (answer.status, answer.code) == (403, "csrf_failed")
    assert Caller(client=browser).get("me").status == 200


def test_the_link_that_confirms_can_be_sent_again(bens_app, ben):
    assert bens_app.post("me/email/confirmation").code == "already_confirmed"
    User.objects.update(email_confirmed=False)
    ben.emailaddress_set.update(verified=False)
    assert bens_app.post("me/email/confirmation").status == 204
    again = bens_app.post("me/email/confirmation")
    assert (again.status, again.code, again.headers["Retry-After"]) == (429, "throttled", "181")
    assert again.json["detail"].startswith("No link was sent just now")
    assert Letter.objects.count() == 1
    cache.clear()  # three minutes go by
    assert bens_app.post("me/email/confirmation").status == 204
