"""Quiet hours and digests: arithmetic alone, in the zone of the reader."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.models import NoticeSettings
from games.notices.timing import digest_after, quiet_until

ZONES = ["UTC", "Europe/Paris", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo", "America/St_Johns"]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
moments = st.datetimes(datetime(2027, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC))
clocks = st.times().map(lambda at: at.replace(second=0, microsecond=0))


def wishes(begin: time, end: time, zone: str = "UTC") -> NoticeSettings:
    return NoticeSettings(user=User(username="Ana", time_zone=zone), quiet_from=begin, quiet_until=end)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("begin", "end", "moment", "until"),
    [
        (time(22), time(7), "2027-03-01T21:59:59+00:00", None),
        (time(22), time(7), "2027-03-01T22:00:00+00:00", "2027-03-02T07:00:00+00:00"),
        (time(22), time(7), "2027-03-02T06:59:00+00:00", "2027-03-02T07:00:00+00:00"),
        (time(22), time(7), "2027-03-02T07:00:00+00:00", None),
        (time(12), time(13), "2027-03-01T12:30:00+00:00", "2027-03-01T13:00:00+00:00"),
        (time(12), time(13), "2027-03-01T13:00:00+00:00", None),
        (time(22), time(22), "2027-03-01T22:30:00+00:00", None),  # at no time, rather than always
    ],
)
def test_quiet_hours_last_from_their_beginning_to_their_end(begin, end, moment, until):
    assert quiet_until(at(moment), wishes(begin, end)) == (at(until) if until else None)


def test_they_are_those_of_the_readers_zone():
    paris = wishes(time(22), time(7), "Europe/Paris")
    assert quiet_until(at("2027-07-01T20:30:00+00:00"), paris) == at("2027-07-02T05:00:00+00:00")
    assert quiet_until(at("2027-07-01T19:30:00+00:00"), paris) is None


@pytest.mark.parametrize(
    ("end", "moment", "until"),
    [
        (time(7), "2027-03-27T22:30:00+00:00", "2027-03-28T05:00:00+00:00"),  # put forward: 23:30 to 7:00 in summer
        (time(2, 30), "2027-03-27T22:30:00+00:00", "2027-03-28T01:30:00+00:00"),  # 2:30 is left out: 3:30 for once
        (time(7), "2027-10-30T21:30:00+00:00", "2027-10-31T06:00:00+00:00"),  # put back: to 7:00 in winter
        (time(2, 30), "2027-10-30T21:30:00+00:00", "2027-10-31T01:30:00+00:00"),  # 2:30 comes twice: the second
        (time(2, 30), "2027-10-31T01:15:00+00:00", "2027-10-31T01:30:00+00:00"),  # 2:15 for the second time
    ],
)
def test_on_the_nights_when_the_clock_is_changed_they_end_once(end, moment, until):
    assert quiet_until(at(moment), wishes(time(22), end, "Europe/Paris")) == at(until)


@given(moment=moments, begin=clocks, end=clocks, zone=st.sampled_from(ZONES))
def test_what_is_held_back_goes_within_a_day_and_is_not_held_back_again(moment, begin, end, zone):
    quiet = wishes(begin, end, zone)
    until = quiet_until(moment, quiet)
    if until is not None:
        assert moment < until <= moment + DAY + HOUR
        assert quiet_until(until, quiet) is None


@given(moment=moments, hour=st.integers(0, 23), zone=st.sampled_from(ZONES))
def test_a_digest_comes_within_a_day_at_its_hour(moment, hour, zone):
    user = User(username="Ana", time_zone=zone)
    due = digest_after(moment, hour, user.zone)
    assert moment <= due <= moment + DAY + HOUR
    local = due.astimezone(user.zone)
    is_left_out = local.hour != hour  # the clock was put forward over it
    assert (local.minute, local.second) == (0, 0) or is_left_out
    assert not is_left_out or (local - timedelta(hours=2)).utcoffset() != local.utcoffset()
