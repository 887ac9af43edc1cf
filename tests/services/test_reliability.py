"""How many of their turns players make in time, and how many games they see to the end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.engine.rules import Rules
from games.models import Game
from games.services.absence import resign, take_back
from games.services.errors import BadOptions, NotReliableEnough
from games.services.overdue import play_due_games
from games.services.reliability import Reliability, reliability_of
from games.services.seating import join, open_table
from tests.builders import dealing, make_game, move_on, move_once


def miss_a_turn(game: Game) -> None:
    game.refresh_from_db()
    assert game.deadline is not None
    assert play_due_games(now=game.deadline + timedelta(minutes=5)) >= 1
    game.refresh_from_db()


def test_who_has_never_played_has_no_percentage(ann: User) -> None:
    assert reliability_of(ann).percent_in_time is None


def test_turns_made_and_missed_are_counted_for_who_held_the_seat(ann: User, ben: User, cat: User, dan: User) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan)
    miss_a_turn(game)  # Ann leads
    move_on(game, 3)
    move_once(game)  # Ann again: she took the trick
    mine = reliability_of(ann)
    assert (mine.turns, mine.in_time, mine.percent_in_time) == (2, 1, 50)
    assert (reliability_of(ben).turns, reliability_of(ben).percent_in_time) == (1, 100)


def test_what_a_bot_plays_while_it_holds_the_seat_counts_neither_way(ann: User, ben: User) -> None:
    with dealing():
        game = make_game(ann, ben, bots=2)
    miss_a_turn(game)
    move_once(game)  # Ben; the bots after him, and Ann has the lead again
    play_due_games()
    miss_a_turn(game)
    assert game.seats.get(number=0).holder == "stand_in"
    move_once(game)
    play_due_games()  # the bots, and the stand-in's lead
    take_back(slug=game.slug, user=ann)
    assert (reliability_of(ann).turns, reliability_of(ann).in_time) == (2, 0)


def test_games_played_to_the_end_and_games_given_up_are_counted(ann: User, ben: User, cat: User, dan: User) -> None:
    for _ in range(2):
        move_on(make_game(ann, ben, cat, dan, target=None, hands=1))
    resign(slug=make_game(ann, ben, cat, dan).slug, user=ann)
    assert (reliability_of(ann).finished, reliability_of(ann).resigned) == (2, 1)
    assert (reliability_of(ben).finished, reliability_of(ben).resigned) == (2, 0)


def test_one_turn_missed_of_many_shows(ann: User, ben: User, cat: User, dan: User) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan, target=None, hands=20)
    miss_a_turn(game)
    move_on(game, 40)
    assert reliability_of(ann).percent_in_time == 90


def test_games_against_bots_alone_count_for_nothing(ann: User) -> None:
    with dealing():
        game = make_game(ann, bots=3, target=None, hands=20)
    miss_a_turn(game)
    assert reliability_of(ann) == Reliability(0, 0, 0, 0)


def a_table_that_asks(host: User, percent: int = 90) -> str:
    return open_table(host=host, rules=Rules(), move_time=timedelta(days=1), min_in_time=percent).slug


def test_a_table_may_ask_for_turns_made_in_time(ann: User, ben: User, cat: User, dan: User) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan, target=None, hands=20)
    miss_a_turn(game)  # Ann leads, and takes every trick of the first hand
    move_on(game, 7)
    miss_a_turn(game)
    move_on(game, 79)
    mine = reliability_of(ann)
    assert (mine.turns >= 20, mine.percent_in_time) == (True, 90)
    join(slug=a_table_that_asks(ben), user=ann)
    with pytest.raises(NotReliableEnough, match="asks for 95 % of turns made in time, and you make 90 %"):
        join(slug=a_table_that_asks(ben, 95), user=ann)


def test_who_has_had_few_turns_may_join_whatever_became_of_them(ann: User, ben: User, cat: User, dan: User) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan)
    miss_a_turn(game)
    assert reliability_of(ann).percent_in_time == 0
    assert join(slug=a_table_that_asks(ben, 95), user=ann).min_in_time == 95


@pytest.mark.parametrize("percent", [0, 85, 100, 101])
def test_a_table_asks_for_one_of_a_few_percentages(ann: User, percent: int) -> None:
    with pytest.raises(BadOptions):
        a_table_that_asks(ann, percent)
