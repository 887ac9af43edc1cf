"""Rest hours and holidays of an account: what is kept, the page."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import time_off
from accounts.models import User
from accounts.time_off import HolidayRefused, balance, end_holiday, holiday_at, start_holiday

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
JOINED = datetime(2026, 1, 1, tzinfo=UTC)
A_YEAR_LATER = JOINED + 365 * DAY
PAGE = "/account/time-off/"


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna", date_joined=JOINED)


def test_a_year_gives_thirty_days_hour_by_hour(anna):
    assert balance(anna, JOINED) == timedelta(0)
    assert balance(anna, JOINED + 13 * HOUR) == HOUR
    assert balance(anna, A_YEAR_LATER) == 30 * DAY


def test_a_holiday_takes_from_them_and_coming_back_early_gives_the_rest_back(anna):
    start_holiday(anna, 10 * DAY, now=A_YEAR_LATER)
    assert holiday_at(anna, A_YEAR_LATER + DAY) == (A_YEAR_LATER, A_YEAR_LATER + 10 * DAY)
    assert balance(anna, A_YEAR_LATER) == 20 * DAY
    end_holiday(anna, now=A_YEAR_LATER + 4 * DAY)
    assert holiday_at(anna, A_YEAR_LATER + 4 * DAY) is None
    assert balance(anna, A_YEAR_LATER + 4 * DAY) == 26 * DAY + 7 * HOUR  # with what four days have given


def test_no_holiday_is_longer_than_what_is_left(anna):
    start_holiday(anna, 30 * DAY, now=JOINED + 73 * DAY)
    assert holiday_at(anna, JOINED + 73 * DAY) == (JOINED + 73 * DAY, JOINED + 79 * DAY)
    assert balance(anna, JOINED + 79 * DAY) == 11 * HOUR  # what six days have given
    newcomer = User.objects.create_user("Newcomer", date_joined=JOINED)
    with pytest.raises(HolidayRefused, match="no holidays left"):
        start_holiday(newcomer, DAY, now=JOINED + 12 * HOUR)


def test_there_is_one_holiday_at_a_time(anna):
    start_holiday(anna, DAY, now=A_YEAR_LATER)
    with pytest.raises(HolidayRefused, match="already"):
        start_holiday(anna, DAY, now=A_YEAR_LATER + HOUR)
    with pytest.raises(HolidayRefused, match="not on holiday"):
        end_holiday(anna, now=A_YEAR_LATER + DAY)


@pytest.mark.parametrize(
    ("start", "end", "days", "code"),
    [
        (time(22), None, (), "rest_incomplete"),
        (None, time(7), (), "rest_incomplete"),
        (time(20), time(8, 1), (), "rest_too_long"),
        (None, None, (4, 5, 6), "too_many_rest_days"),
    ],
)
def test_rest_that_leaves_too_little_of_the_week_is_refused(anna, start, end, days, code):
    with pytest.raises(ValidationError) as caught:
        time_off.set_rest(anna, start=start, end=end, days=days, takes_holidays=False)
    assert caught.value.code == code


def test_the_database_keeps_start_and_end_together(anna):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=anna.pk).update(rest_from=time(22))


def test_the_page_keeps_rest_hours(bens, ben):
    form = {"rest_from": "22:00", "rest_until": "07:00", "rest_days": ["6"], "takes_holidays": "on"}
    assert bens.post(PAGE, form).status_code == 302
    ben.refresh_from_db()
    kept = (ben.rest_from, ben.rest_until, ben.rest_days, ben.takes_holidays)
    assert kept == (time(22), time(7), [6], True)
    page = bens.get(PAGE).content.decode()
    assert 'value="22:00"' in page
    assert bens.post(PAGE, {"rest_from": "", "rest_until": ""}).status_code == 302
    ben.refresh_from_db()
    assert (ben.rest_from, ben.rest_days, ben.takes_holidays) == (None, [], False)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"rest_from": "22:00"}, "a start and an end"),
        ({"rest_from": "20:00", "rest_until": "09:00"}, "12 hours long"),
        ({"rest_days": ["4", "5", "6"]}, "two days of the week"),
        ({"rest_days": ["7"]}, "Select a valid choice"),
        ({"rest_from": "a\x00b"}, "Enter a valid time"),
    ],
)
def test_what_cannot_be_is_told_on_the_page(bens, ben, form, words):
    answer = bens.post(PAGE, form)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    ben.refresh_from_db()
    assert (ben.rest_from, ben.rest_days) == (None, [])


def test_a_holiday_begins_and_ends_on_the_page(bens, ben):
    User.objects.filter(pk=ben.pk).update(date_joined=JOINED)
    with time_machine.travel(A_YEAR_LATER, tick=False):
        assert "720 hours left" in bens.get(PAGE).content.decode()
        assert bens.post(PAGE + "start", {"days": "7"}).status_code == 302
        assert "on holiday until" in bens.get(PAGE).content.decode()
        bens.post(PAGE + "start", {"days": "7"})
        assert bens.post(PAGE + "end").status_code == 302
        assert "720 hours left" in bens.get(PAGE).content.decode()


@pytest.mark.parametrize("days", ["0", "31", "seven", "", "\x00"])
def test_a_holiday_of_no_sensible_length_is_refused(bens, ben, days):
    User.objects.filter(pk=ben.pk).update(date_joined=JOINED)
    assert bens.post(PAGE + "start", {"days": days}).status_code == 302
    ben.refresh_from_db()
    assert ben.holidays == []


def test_it_is_for_who_is_signed_in(client):
    for path in ("", "start", "end"):
        answer = client.post(PAGE + path) if path else client.get(PAGE)
        assert answer["Location"].startswith("/account/login/")
