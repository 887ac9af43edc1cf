"""Rest hours and holidays: what they do to clocks."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts import time_off
from accounts.models import User
from games.clock import GRACE
from games.models import Game, Move
from games.services.looking import see_table
from games.services.outage import SWEEP
from games.services.overdue import play_due_games
from games.verify import verify_game
from tests.builders import DAY, dealing, make_game, make_user, move_on, move_once

from .consistency import check_game

HOUR = timedelta(hours=1)
PARIS = ZoneInfo("Europe/Paris")
MONDAY = datetime(2027, 3, 1, 20, tzinfo=PARIS)  # the evening
LONG_AGO = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


@pytest.fixture
def ann(db: None) -> User:
    """She has been here for a year."""
    return make_user("Anne", time_zone="Europe/Paris", date_joined=LONG_AGO)


@pytest.fixture
def users(ann: User) -> list[User]:
    return [ann, *(make_user() for _ in range(3))]


def begin(users: list[User], **terms: Any) -> Game:
    """Ann leads to the first trick, and takes every trick of the hand."""
    with dealing():
        return make_game(*users, terms=terms)


def rest(
    user: User, start: int | None = 22, end: int | None = 7, days: tuple[int, ...] = (), auto: bool = False
) -> None:
    night = [None if hour is None else time(hour) for hour in (start, end)]
    time_off.set_rest(user, start=night[0], end=night[1], days=days, takes_holidays=auto)


def deadline(game: Game) -> datetime:
    game.refresh_from_db()
    check_game(game.pk)
    assert game.deadline is not None
    return game.deadline.astimezone(PARIS)


def test_the_clock_stands_still_in_rest_hours(clock, ann: User, users: list[User]) -> None:
    rest(ann)
    assert deadline(begin(users)) == datetime(2027, 3, 3, 14, tzinfo=PARIS)


def test_and_on_days_of_rest(clock, ann: User, users: list[User]) -> None:
    rest(ann, None, None, days=(1,))
    assert deadline(begin(users)) == MONDAY + 2 * DAY


def test_only_whose_turn_it_is_counts(clock, ann: User, users: list[User]) -> None:
    rest(users[1])
    assert deadline(begin(users)) == MONDAY + DAY


def test_a_running_deadline_moves_on_when_rest_hours_change_and_never_back(clock, ann: User, users: list[User]) -> None:
    game = begin(users)
    rest(ann)
    assert deadline(game) == datetime(2027, 3, 3, 14, tzinfo=PARIS)
    assert game.version == Game.objects.get(pk=game.pk).version
    rest(ann, None, None)
    game.refresh_from_db()
    assert game.deadline == datetime(2027, 3, 3, 14, tzinfo=PARIS)


def test_who_rests_less_keeps_the_deadline_of_the_running_turn(clock, ann: User, users: list[User]) -> None:
    rest(ann)
    game = begin(users)
    clock.shift(30 * HOUR)
    rest(ann, None, None)
    assert play_due_games() == 0
    game.refresh_from_db()
    assert game.deadline == datetime(2027, 3, 3, 14, tzinfo=PARIS)


def test_a_table_may_exclude_them(clock, ann: User, users: list[User]) -> None:
    rest(ann)
    time_off.start_holiday(ann, 7 * DAY, now=MONDAY)
    game = begin(users, time_off=False)
    assert deadline(game) == MONDAY + DAY
    assert not see_table(slug=game.slug, user=ann).time_off


@pytest.mark.parametrize("terms", [{"move_time": 23 * HOUR}, {"move_time": HOUR, "bank": HOUR, "cap": 23 * HOUR}])
def test_quick_clocks_know_nothing_of_them(clock, ann: User, users: list[User], terms: dict[str, Any]) -> None:
    rest(ann)
    game = begin(users, **terms)
    assert deadline(game) == MONDAY + (terms.get("bank") or terms["move_time"])


def test_a_bank_does_not_run_at_night(clock, ann: User, users: list[User]) -> None:
    rest(ann)
    game = begin(users, move_time=4 * HOUR, bank=24 * HOUR, cap=72 * HOUR)
    clock.move_to(datetime(2027, 3, 2, 8, tzinfo=PARIS))
    move_once(game)
    assert Move.objects.get().left == 21 * 3_600_000_000  # two hours in the evening and one in the morning
    check_game(game.pk)


def test_holidays_move_the_deadlines_of_all_running_turns(clock, ann: User, users: list[User]) -> None:
    games = [begin(users), begin(users)]
    clock.shift(6 * HOUR)
    time_off.start_holiday(ann, 7 * DAY, now=MONDAY + 6 * HOUR)
    assert [deadline(game) for game in games] == [MONDAY + 8 * DAY] * 2
    seats = see_table(slug=games[0].slug, user=users[1]).seats
    assert [seat.is_on_holiday for seat in seats] == [True, False, False, False]


def test_who_comes_back_early_has_what_was_left_of_the_time(clock, ann: User, users: list[User]) -> None:
    game = begin(users)
    clock.shift(6 * HOUR)
    time_off.start_holiday(ann, 7 * DAY, now=MONDAY + 6 * HOUR)
    clock.shift(2 * DAY)
    time_off.end_holiday(ann, now=MONDAY + 2 * DAY + 6 * HOUR)
    assert deadline(game) == MONDAY + 3 * DAY


def test_nobody_is_timed_out_on_holiday(clock, ann: User, users: list[User]) -> None:
    game = begin(users)
    time_off.start_holiday(ann, 7 * DAY, now=MONDAY)
    for _ in range(7 * 24):
        clock.shift(HOUR)
        assert play_due_games() == 0
    assert deadline(game) == MONDAY + 8 * DAY


def test_by_choice_a_day_of_holiday_is_taken_when_time_runs_out(clock, ann: User, users: list[User]) -> None:
    rest(ann, None, None, auto=True)
    game = begin(users)
    clock.shift(DAY + GRACE)
    assert play_due_games() == 0
    assert deadline(game) == MONDAY + 2 * DAY
    ann.refresh_from_db()
    assert time_off.holidays_of(ann) == [(MONDAY + DAY, MONDAY + 2 * DAY)]
    move_once(game)
    assert Move.objects.get().by == "player"


def test_who_has_just_come_back_and_runs_out_of_time_has_the_whole_day_of_holiday(
    clock, ann: User, users: list[User]
) -> None:
    rest(ann, None, None, auto=True)
    game = begin(users)
    clock.shift(DAY - timedelta(minutes=10))
    time_off.start_holiday(ann, DAY, now=MONDAY + DAY - timedelta(minutes=10))
    clock.shift(HOUR)
    back = MONDAY + DAY + timedelta(minutes=50)
    time_off.end_holiday(ann, now=back)
    assert deadline(game) == back + HOUR  # ten minutes were left, and nobody is timed out on the spot
    clock.shift(HOUR + GRACE)
    assert play_due_games() == 0
    assert deadline(game) == back + HOUR + DAY


def test_only_as_long_as_some_is_left(clock, users: list[User]) -> None:
    newcomer = make_user(date_joined=MONDAY)
    rest(newcomer, None, None, auto=True)
    game = begin([newcomer, *users[1:]])
    clock.shift(DAY + GRACE)
    assert play_due_games() == 0  # a day here has given nearly two hours
    clock.shift(DAY)
    assert play_due_games() == 1
    game.refresh_from_db()
    assert game.missed == [1, 0, 0, 0]


def test_bots_never_rest(clock, ann: User, users: list[User]) -> None:
    rest(ann, auto=True)
    game = begin(users, turns_to_miss=1)
    game.seats.filter(user=ann).get()
    time_off.start_holiday(ann, DAY, now=MONDAY)
    rest(ann, None, None)
    clock.shift(10 * DAY)
    assert play_due_games() == 1
    move_on(game, 3)
    assert play_due_games() == 1  # the stand-in leads at once
    ann.refresh_from_db()
    assert len(ann.holidays) == 1


def test_an_outage_and_a_night_count_once_where_they_overlap(clock, ann: User, users: list[User]) -> None:
    from accounts.sweeps import note_run
    from games import tasks

    rest(ann)
    game = begin(users)
    note_run(SWEEP)
    clock.move_to(datetime(2027, 3, 2, 3, tzinfo=PARIS))
    tasks.play_due_turns()
    assert deadline(game) == datetime(2027, 3, 3, 16, tzinfo=PARIS)  # two hours of the evening more


def test_what_verify_finds_of_a_deadline_that_moved(clock, ann: User, users: list[User]) -> None:
    rest(ann)
    game = make_game(*users)
    assert verify_game(game.pk).is_sound
    Game.objects.filter(pk=game.pk).update(deadline=MONDAY + HOUR)
    [difference] = verify_game(game.pk).differences
    assert difference.name == "deadline"
