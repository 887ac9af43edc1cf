"""The arithmetic of clocks: banks, rest hours, deadlines.."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import (
    BadClock,
    Clock,
    Pause,
    RestHours,
    all_pauses,
    changed_deadline,
    deadline,
    latest_deadline,
    left_at,
    running_time,
)

ZONES = ["Europe/Paris", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia", "UTC"]
PARIS = ZoneInfo("Europe/Paris")
NIGHTS = RestHours(PARIS, time(22), time(7))
HOUR = timedelta(hours=1)

instants = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))
amounts = st.timedeltas(timedelta(minutes=1), timedelta(days=14))
rests = st.builds(
    RestHours,
    st.sampled_from(ZONES).map(ZoneInfo),
    st.sampled_from([time(20), time(22, 30), time(23)]),
    st.sampled_from([time(5), time(7), time(7, 45)]),
    st.frozensets(st.integers(0, 6), max_size=2),
)


@given(began=instants, amount=amounts, rest=rests)
def test_until_the_deadline_exactly_the_time_allowed_has_run(began, amount, rest):
    assert running_time(began, deadline(began, amount, all_pauses(began, rest)), all_pauses(began, rest)) == amount


@given(began=instants, amount=amounts, rest=rests)
def test_nobody_is_timed_out_in_their_rest_hours(began, amount, rest):
    end = deadline(began, amount, all_pauses(began, rest))
    pause = next(all_pauses(end, rest))
    assert not pause.start <= end < pause.end


@given(began=instants, amount=amounts, rest=rests, holiday=amounts, later=amounts)
def test_a_pause_never_moves_a_deadline_earlier(began, amount, rest, holiday, later):
    start = began + later
    with_holiday = all_pauses(began, rest, [Pause(start, start + holiday)])
    assert deadline(began, amount, with_holiday) >= deadline(began, amount, all_pauses(began, rest))


@given(began=instants, amount=amounts, rest=rests)
def test_no_rest_hours_make_a_game_endless(began, amount, rest):
    assert deadline(began, amount, all_pauses(began, rest)) <= began + 4 * amount + timedelta(days=8)


@given(began=instants, bank=amounts, rest=rests, played=amounts)
def test_what_is_left_and_what_has_run_make_up_the_bank(began, bank, rest, played):
    now = began + played
    left = left_at(now, began, bank, all_pauses(began, rest))
    assert left == max(bank - running_time(began, now, all_pauses(began, rest)), timedelta(0))
    assert deadline(now, left, all_pauses(now, rest)) >= now


def test_a_night_of_the_change_of_the_clocks_pauses_an_hour_less_or_more():
    def night(day: datetime) -> timedelta:
        pause = next(all_pauses(day, NIGHTS))
        return pause.end - pause.start

    assert night(datetime(2027, 3, 27, 12, tzinfo=PARIS)) == 8 * HOUR
    assert night(datetime(2027, 10, 30, 12, tzinfo=PARIS)) == 10 * HOUR
    assert night(datetime(2027, 6, 1, 12, tzinfo=PARIS)) == 9 * HOUR


def test_a_deadline_at_bedtime_comes_in_the_morning():
    began = datetime(2027, 6, 1, 21, tzinfo=PARIS)
    assert deadline(began, HOUR, all_pauses(began, NIGHTS)) == datetime(2027, 6, 2, 7, tzinfo=PARIS)


def test_a_time_for_each_move_is_a_bank_that_every_move_fills():
    clock = Clock.per_move(24 * HOUR)
    assert clock.is_per_move
    assert clock.is_slow
    assert clock.after_move(HOUR) == clock.after_move(timedelta(0)) == 24 * HOUR


def test_a_bank_gets_the_increment_up_to_the_cap():
    clock = Clock(bank=24 * HOUR, increment=4 * HOUR, cap=72 * HOUR)
    assert clock.after_move(10 * HOUR) == 14 * HOUR
    assert clock.after_move(70 * HOUR) == 72 * HOUR


@pytest.mark.parametrize("terms", [(0, 1, 1), (2, 1, 1), (1, 2, 1), (1, -1, 1)])
def test_a_clock_that_makes_no_sense_is_refused(terms):
    with pytest.raises(BadClock):
        Clock(*(number * HOUR for number in terms))


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [(time(20), time(9), ()), (None, None, (4, 5, 6)), (time(22), None, ()), (None, None, (7,))],
)
def test_rest_hours_that_leave_too_little_of_the_week_are_refused(start, end, days):
    with pytest.raises(BadClock):
        RestHours(PARIS, start, end, frozenset(days))


free_rests = st.builds(
    RestHours,
    st.sampled_from(ZONES).map(ZoneInfo),
    st.sampled_from([time(0), time(20), time(22, 30)]),
    st.sampled_from([time(7), time(7, 45), time(8)]),
    st.frozensets(st.integers(0, 6), max_size=2),
)


@given(began=instants, amount=amounts, rest=free_rests, stopped=st.lists(st.tuples(amounts, amounts), max_size=3))
def test_no_deadline_is_later_than_the_latest_that_any_rest_hours_allow(began, amount, rest, stopped):
    pauses = [Pause(began + start, began + start + length) for start, length in stopped]
    assert deadline(began, amount, all_pauses(began, rest, pauses)) <= latest_deadline(began, amount, pauses)


def test_the_latest_deadline_of_a_day_is_within_a_week():
    began = datetime(2027, 6, 1, tzinfo=UTC)
    assert latest_deadline(began, 24 * HOUR) - began < timedelta(days=6)


def test_who_rests_less_is_not_timed_out_in_the_rest_hours_that_are_left():
    began = datetime(2027, 6, 1, 8, tzinfo=PARIS)
    now = datetime(2027, 6, 2, 22, 30, tzinfo=PARIS)  # within the old nights, and just before the new ones
    bank = 25 * HOUR
    before = deadline(began, bank, all_pauses(began, RestHours(PARIS, time(20), time(8))))
    rest = RestHours(PARIS, time(23), time(6))
    after = changed_deadline(before, now, began, bank, rest=rest, stopped=[])
    assert after == datetime(2027, 6, 3, 6, tzinfo=PARIS)


def test_no_sequence_of_changes_of_rest_hours_puts_a_deadline_off_for_ever():
    began = datetime(2027, 6, 1, 8, tzinfo=UTC)
    at = deadline(began, HOUR)
    for _ in range(100):  # each time just before the deadline, which then lies in the rest hours
        now = at - HOUR / 12
        night = RestHours(ZoneInfo("UTC"), at.time(), (at + 12 * HOUR).time())
        at = changed_deadline(at, now, began, HOUR, rest=night, stopped=[])
    assert at <= latest_deadline(began, HOUR)
