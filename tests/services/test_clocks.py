"""Clocks with a bank: what each turn allows, what is left of it, and that both can be worked out from the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
import time_machine

from accounts.models import User
from games.clock import GRACE
from games.models import Game, Move
from games.services.absence import take_back
from games.services.looking import see_table
from games.services.overdue import play_due_games, play_game
from games.verify import rebuild_copies, verify_game
from tests.builders import dealing, make_game, move_on, move_once, taking_what_was_dealt

from .consistency import check_game

HOUR = timedelta(hours=1)
START = datetime(2027, 3, 1, 12, tzinfo=UTC)
BANK = {"move_time": 4 * HOUR, "bank": 24 * HOUR, "cap": 30 * HOUR}


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def game(clock, ann: User, ben: User, cat: User, dan: User):
    """Ann holds all spades, leads, and takes every trick of the first hand."""
    with dealing():
        yield make_game(ann, ben, cat, dan, terms=BANK)


def left(game: Game) -> list[float]:
    """Return the hours in each bank."""
    game.refresh_from_db()
    check_game(game.pk)
    return [microseconds / 3_600_000_000 for microseconds in game.banks]


def hours_to_move(game: Game) -> float:
    game.refresh_from_db()
    assert game.deadline is not None
    assert game.turn_began is not None
    return (game.deadline - game.turn_began) / HOUR


def test_each_player_begins_with_a_full_bank(game: Game) -> None:
    assert left(game) == [24, 24, 24, 24]
    assert hours_to_move(game) == 24


def test_a_move_takes_what_it_took_and_adds_the_increment(game: Game, clock) -> None:
    clock.shift(10 * HOUR)
    move_once(game)
    assert left(game) == [18, 24, 24, 24]
    assert hours_to_move(game) == 24


def test_a_bank_never_exceeds_its_cap(game: Game, clock) -> None:
    for _ in range(8):
        move_once(game)
    assert left(game) == [30, 30, 30, 30]


def test_who_takes_a_trick_and_leads_again_gets_the_increment_for_each_play(game: Game, clock) -> None:
    clock.shift(20 * HOUR)
    move_on(game, 4)
    assert (left(game)[0], hours_to_move(game)) == (8, 8)
    clock.shift(HOUR)
    move_on(game, 4)
    assert left(game)[0] == 11


def test_only_the_clock_of_who_is_to_play_runs(game: Game, clock) -> None:
    move_once(game)
    clock.shift(20 * HOUR)
    move_once(game)
    assert left(game) == [28, 8, 24, 24]


def test_a_move_in_the_grace_is_the_players_own_and_leaves_the_increment(game: Game, clock) -> None:
    clock.shift(24 * HOUR + GRACE - timedelta(seconds=1))
    assert play_due_games() == 0
    move_once(game)
    assert Move.objects.get().by == "player"
    assert left(game)[0] == 4


def test_who_has_run_out_of_time_has_the_increment_for_the_next_turn(game: Game, clock) -> None:
    clock.shift(24 * HOUR + GRACE)
    assert play_due_games() == 1
    move_on(game, 3)
    assert (left(game)[0], hours_to_move(game)) == (4, 4)


def test_who_comes_back_has_what_was_left(game: Game, ann: User, clock) -> None:
    for hours in (24, 4):
        clock.shift(hours * HOUR + GRACE)
        assert play_game(game.pk) == 1
        move_on(game, 3)
    clock.shift(HOUR)
    table = take_back(slug=game.slug, user=ann)
    assert left(game)[0] == 4
    assert table.deadline == datetime.now(UTC) + 4 * HOUR
    clock.shift(2 * HOUR)
    move_once(game)
    assert left(game)[0] == 6


def test_the_first_turn_allows_no_less_than_what_a_move_adds(clock, ann: User, ben: User, cat: User) -> None:
    game = make_game(ann, ben, cat, terms={"move_time": 6 * HOUR, "bank": HOUR, "cap": 6 * HOUR})
    assert (left(game), hours_to_move(game)) == ([6, 6, 6], 6)


def test_a_time_for_each_move_has_no_banks(ann: User, ben: User, cat: User) -> None:
    game = make_game(ann, ben, cat)
    move_once(game)
    assert left(game) == []


def test_the_banks_can_be_worked_out_from_the_log(game: Game, clock) -> None:
    for hours in (3, 25, 1, 2, 0):
        clock.shift(hours * HOUR)
        if not play_due_games():
            move_once(game)
    expected = left(game)
    Game.objects.filter(pk=game.pk).update(banks=[1, 2, 3, 4])
    with taking_what_was_dealt():
        rebuild_copies(game.pk)
    assert left(game) == expected


def test_a_bank_that_is_not_what_the_log_says_is_found(game: Game) -> None:
    move_once(game)
    Game.objects.filter(pk=game.pk).update(banks=[1, 2, 3, 4])
    with taking_what_was_dealt():
        [difference] = verify_game(game.pk).differences
    assert str(difference).startswith("banks is [1, 2, 3, 4]")


def test_the_log_says_what_was_left_at_each_move_of_a_player(game: Game, clock) -> None:
    clock.shift(10 * HOUR)
    move_once(game)
    clock.shift(25 * HOUR)
    play_due_games()
    assert list(Move.objects.values_list("by", "left")) == [("player", 14 * 3_600_000_000), ("timeout", 0)]


def test_more_left_in_a_bank_than_there_was_is_a_fault_of_the_log(game: Game, clock) -> None:
    with mock.patch("games.clock.left_at", return_value=25 * HOUR):
        move_once(game)
    with taking_what_was_dealt():
        assert "cannot be left of" in " ".join(verify_game(game.pk).faults)


def test_a_clock_that_goes_back_a_day_gives_nobody_more_than_they_had(game: Game, clock) -> None:
    clock.shift(-24 * HOUR)
    move_once(game)
    assert left(game)[0] == 28


@pytest.mark.parametrize(("turns", "holder"), [(1, "stand_in"), (2, "person")])
def test_a_table_says_after_how_many_missed_turns_a_bot_holds_the_seat(
    clock, ann: User, ben: User, cat: User, turns: int, holder: str
) -> None:
    game = make_game(ann, ben, cat, terms={"turns_to_miss": turns})
    assert game.to_play is not None
    late = game.to_play
    clock.shift(25 * HOUR)
    play_due_games()
    assert game.seats.get(number=late).holder == holder


def test_a_table_shows_its_clock_before_anybody_joins(ann: User, eve: User) -> None:
    slug = make_game(ann, terms={**BANK, "turns_to_miss": 3}, begun=False).slug
    table = see_table(slug=slug, user=eve)
    assert (table.clock.bank, table.clock.increment, table.clock.cap) == (24 * HOUR, 4 * HOUR, 30 * HOUR)
    assert (table.turns_to_miss, table.grace) == (3, GRACE)
