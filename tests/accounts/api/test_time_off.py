"""/me/time-off and /me/holiday."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User

pytestmark = pytest.mark.django_db
JOINED = datetime(2026, 1, 1, tzinfo=UTC)
NOW = JOINED + timedelta(days=365)


@pytest.fixture
def a_year_later(ben):
    User.objects.filter(pk=ben.pk).update(date_joined=JOINED)
    with time_machine.travel(NOW, tick=False):
        yield


def test_rest_hours_are_kept_and_told(bens_app):
    assert bens_app.get("me/time-off").json["rest_from"] is None
    sent = {"rest_from": "22:00", "rest_until": "07:00", "rest_days": [6], "takes_holidays": True}
    answer = bens_app.call("PATCH", "me/time-off", sent)
    assert (answer.status, {name: answer.json[name] for name in sent}) == (200, sent)
    assert bens_app.call("PATCH", "me/time-off", {"rest_days": []}).json["rest_until"] == "07:00"
    nights_end = bens_app.call("PATCH", "me/time-off", {"rest_from": None, "rest_until": None})
    assert nights_end.json["rest_from"] is None


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({"rest_from": "22:00"}, {"rest_until": ["rest_incomplete"]}),
        ({"rest_from": "20:00", "rest_until": "09:00"}, {"rest_until": ["rest_too_long"]}),
        ({"rest_days": [4, 5, 6]}, {"rest_days": ["too_many_rest_days"]}),
        ({"rest_days": [7]}, {"rest_days.0": ["max_value"]}),
        ({"rest_from": "25:00", "rest_until": "07:00"}, {"rest_from": ["invalid"]}),
        ({"night": "22:00"}, {"night": ["unknown_field"]}),
    ],
)
def test_what_cannot_be_is_refused_under_its_field(bens_app, ben, sent, fields):
    answer = bens_app.call("PATCH", "me/time-off", sent)
    assert (answer.status, answer.fields) == (400, fields)
    ben.refresh_from_db()
    assert (ben.rest_from, ben.rest_days) == (None, [])


def test_a_holiday_begins_and_ends(bens_app, a_year_later):
    assert bens_app.get("me/time-off").json["holiday_hours_left"] == 720
    begun = bens_app.call("POST", "me/holiday", {"days": 7})
    assert begun.status == 200
    assert begun.json["holiday"] == {"start": "2027-01-01T00:00:00Z", "end": "2027-01-08T00:00:00Z"}
    assert begun.json["holiday_hours_left"] == 720 - 7 * 24
    again = bens_app.call("POST", "me/holiday", {"days": 7})
    assert (again.status, again.code) == (409, "on_holiday")
    ended = bens_app.call("DELETE", "me/holiday")
    assert (ended.status, ended.json["holiday"], ended.json["holiday_hours_left"]) == (200, None, 720)
    again = bens_app.call("DELETE", "me/holiday")
    assert (again.status, again.code) == (409, "not_on_holiday")


def test_who_has_just_come_has_none(bens_app):
    answer = bens_app.call("POST", "me/holiday", {"days": 1})
    assert (answer.status, answer.code) == (409, "no_holidays_left")


@pytest.mark.parametrize("path", ["me/time-off", "me/holiday"])
def test_without_a_token_nobody_rests(nobody, path):
    assert nobody.call("PATCH" if path == "me/time-off" else "POST", path, {}).status == 401
