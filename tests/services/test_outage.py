"""The site was down, or its clock went wrong: nobody is timed out for that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine

from accounts.models import SweepRun, User
from accounts.sweeps import note_run
from games import tasks
from games.clock import GRACE
from games.models import Game, Move
from games.services.outage import LONGEST_SILENCE, SWEEP, make_up_for_outage
from tests.builders import DAY, dealing, make_game, make_user, move_once

from .consistency import check_game

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
START = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def games(clock, db) -> list[Game]:
    """Six games, each begun two hours after the one before, at a day a move; the sweeps run until the last begins."""
    games = []
    for _ in range(6):
        games.append(make_game(*(make_user() for _ in range(3))))
        clock.shift(2 * HOUR)
    note_run(SWEEP)
    return games


def deadlines(games: list[Game]) -> list[datetime]:
    found: dict[int, Any] = dict(Game.objects.values_list("pk", "deadline"))
    return [found[game.pk] for game in games]


def timed_out() -> int:
    return Move.objects.filter(by="timeout").count()


def test_on_return_after_36_hours_nobody_is_timed_out_and_deadlines_have_moved_by_as_long(games, clock) -> None:
    before = deadlines(games)
    clock.shift(36 * HOUR)
    tasks.play_due_turns()
    assert timed_out() == 0
    assert deadlines(games) == [deadline + 36 * HOUR for deadline in before]
    for game in games:
        check_game(game.pk)


def test_then_the_clocks_run_on(games, clock) -> None:
    clock.shift(36 * HOUR)
    tasks.play_due_turns()
    clock.move_to(deadlines(games)[0] + GRACE)
    note_run(SWEEP)  # the sweeps have run all the time
    tasks.play_due_turns()
    assert timed_out() == 1


def test_a_page_that_shows_the_table_asks_for_the_new_deadline(games, clock) -> None:
    clock.shift(36 * HOUR)
    tasks.play_due_turns()
    assert Game.objects.get(pk=games[0].pk).version == games[0].version + 1


def test_a_pause_as_short_as_a_restart_moves_nothing(games, clock) -> None:
    before = deadlines(games)
    clock.shift(LONGEST_SILENCE)
    tasks.play_due_turns()
    assert deadlines(games) == before


def test_a_second_outage_in_the_same_turn_is_made_up_for_as_well(games, clock) -> None:
    before = deadlines(games)
    for _ in range(2):
        clock.shift(10 * HOUR)
        tasks.play_due_turns()
        clock.shift(5 * SECOND)
        tasks.play_due_turns()
    assert deadlines(games) == [deadline + 20 * HOUR for deadline in before]


def test_the_first_sweep_of_all_knows_of_no_outage(clock, db) -> None:
    game = make_game(*(make_user() for _ in range(3)))
    clock.shift(2 * DAY)
    tasks.play_due_turns()
    game.refresh_from_db()
    assert timed_out() == 1


def test_a_bank_does_not_run_while_the_site_is_down(clock, ann: User, ben: User, cat: User, dan: User) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan, terms={"move_time": HOUR, "bank": 10 * HOUR, "cap": 20 * HOUR})
    clock.shift(3 * HOUR)
    note_run(SWEEP)
    clock.shift(36 * HOUR)
    tasks.play_due_turns()
    clock.shift(HOUR)
    move_once(game)
    assert Move.objects.get().left == 6 * 3_600_000_000
    check_game(game.pk)


def test_a_turn_that_had_run_out_before_is_played(games, clock) -> None:
    clock.move_to(deadlines(games)[0] + 5 * SECOND)
    note_run(SWEEP)
    clock.shift(36 * HOUR)
    tasks.play_due_turns()
    assert timed_out() == 1


def test_who_dies_while_deadlines_move_leaves_all_of_it_to_the_next(games, clock) -> None:
    before = deadlines(games)
    clock.shift(36 * HOUR)
    dying = mock.patch("games.services.outage.deadline_of", side_effect=[START, START, MemoryError])
    with dying, pytest.raises(MemoryError):
        make_up_for_outage()
    assert deadlines(games) == before
    assert make_up_for_outage() == len(games)
    assert deadlines(games) == [deadline + 36 * HOUR for deadline in before]


def test_a_clock_set_a_day_ahead_and_back_times_nobody_out(games, clock) -> None:
    before = deadlines(games)
    for shift in (timedelta(days=1), 5 * SECOND, timedelta(days=-1), 5 * SECOND):
        clock.shift(shift)
        tasks.play_due_turns()
    assert timed_out() == 0
    assert all(new >= old for new, old in zip(deadlines(games), before, strict=True))
    assert SweepRun.objects.get(name=SWEEP).at == datetime.now(UTC)
    move_once(games[0])
    check_game(games[0].pk)


def test_a_clock_set_a_day_back_and_ahead_times_nobody_out(games, clock) -> None:
    for shift in (timedelta(days=-1), 5 * SECOND, timedelta(days=1), 5 * SECOND):
        clock.shift(shift)
        tasks.play_due_turns()
    assert timed_out() == 0
