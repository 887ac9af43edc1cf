"""The pace of cards that are played for their player: theirs, and nobody can tell by it."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, time, timedelta
from random import Random

import pytest
import time_machine

from accounts.models import User
from games.models import Game, Move
from games.services import turns
from games.services.deed import deed
from games.services.pace import NEAR, SHARE, SOON, SPREAD, OwnCard, due_like_own, own_cards
from tests.builders import DAY, dealing, first_move, make_game, move_once

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def turn(move_time: timedelta = DAY, began: datetime = NOON) -> Game:
    """A game in which a turn has begun; it is in no database."""
    return Game(to_play=1, turn_began=began, deadline=began + move_time, move_time=move_time)


def played(*minutes: float, at: datetime = NOON - DAY) -> list[OwnCard]:
    return [OwnCard(at, timedelta(minutes=each)) for each in minutes]


def test_ones_own_cards_are_those_played_by_hand_in_this_game_each_with_the_time_it_took(ann, ben, cat) -> None:
    """Also over the end of a hand; no declarations, and none of what others play."""
    with time_machine.travel(NOON, tick=False) as clock:
        game = make_game(ann, ben, cat, general=True)
        for _ in range(40):
            clock.shift({0: MINUTE, 1: 5 * MINUTE, 2: 20 * MINUTE, None: HOUR}[game.to_play])
            move_once(game)
        own = own_cards(game, 1, ben)
    assert game.hand_number == 2
    cards = Move.objects.filter(hand__game=game, seat=1, card__isnull=False)
    assert [one.at for one in own] == list(cards.order_by("entry").values_list("created", flat=True))
    assert {one.took for one in own} == {5 * MINUTE}


def test_rest_hours_do_not_count_in_how_long_somebody_took(ann, ben, cat, dan) -> None:
    User.objects.filter(pk=ben.pk).update(rest_from=time(22), rest_until=time(6), time_zone="UTC")
    ben.refresh_from_db()
    with dealing(), time_machine.travel(NOON + 9 * HOUR, tick=False) as clock:
        game = make_game(ann, ben, cat, dan)
        move_once(game)
        clock.shift(10 * HOUR)  # from nine in the evening to seven
        move_once(game)
        [own] = own_cards(game, 1, ben)
    assert own.took == 2 * HOUR


def test_each_of_the_own_times_is_drawn_as_often_whatever_the_cards() -> None:
    """The times are made of what all have seen, and of lots: chi-square below the bound for one in a million."""
    minutes = (1, 5, 25, 125, 600)
    chance, draws, tally = Random(7), 4000, Counter[int]()
    for _ in range(draws):
        at = due_like_own(turn(20 * HOUR), User(), played(*minutes), now=NOON, chance=chance)
        [like] = [each for each in minutes if each / SPREAD <= (at - NOON) / MINUTE <= each * SPREAD]
        tally[like] += 1
    expected = draws / len(minutes)
    assert sum((tally[each] - expected) ** 2 / expected for each in minutes) < 33.4  # four degrees of freedom


def test_who_plays_within_seconds_is_played_for_within_seconds_of_when_the_worker_looks() -> None:
    chance, now = Random(7), NOON + 4 * SECOND
    for _ in range(100):
        at = due_like_own(turn(), User(), played(0.03, 0.04, 0.05, at=NOON), now=now, chance=chance)
        assert now < at <= now + SOON


def test_a_turn_that_has_lasted_longer_than_any_is_taken_as_if_it_began_now() -> None:
    """Its player has only now arranged this, or the worker was away: nothing comes at once, nor hours later."""
    chance, now = Random(7), NOON + 5 * HOUR
    for _ in range(100):
        at = due_like_own(turn(), User(), played(10, 20, 30, at=now), now=now, chance=chance)
        assert now + 10 * MINUTE / SPREAD <= at <= now + 30 * MINUTE * SPREAD


def test_a_card_that_is_still_to_come_is_like_those_that_took_as_long() -> None:
    """Where a turn is weighed again, since somebody has said something: what is over by then is not drawn."""
    chance, now = Random(7), NOON + HOUR
    for _ in range(100):
        at = due_like_own(turn(), User(), played(10, 20, 180, at=now), now=now, chance=chance)
        assert NOON + 180 * MINUTE / SPREAD <= at <= NOON + 180 * MINUTE * SPREAD


def test_no_time_is_drawn_twice_to_the_second() -> None:
    chance = Random(7)
    drawn = {due_like_own(turn(), User(), played(30, 40, 50), now=NOON, chance=chance) for _ in range(200)}
    assert len(drawn) == 200


@pytest.mark.parametrize("minutes", [(1, 2, 3), (30, 900, 1500), (1300, 1400, 1439)])
@pytest.mark.parametrize("after", [timedelta(0), 9 * HOUR, 23 * HOUR])
def test_a_card_comes_before_the_last_tenth_of_the_time_left(minutes: tuple[int, ...], after: timedelta) -> None:
    chance, now = Random(7), NOON + after
    for _ in range(100):
        at = due_like_own(turn(), User(), played(*minutes), now=now, chance=chance)
        assert now < at <= now + (DAY - after) * SHARE


def test_no_card_takes_more_than_half_of_what_is_left_in_a_bank() -> None:
    chance, game = Random(7), turn(20 * HOUR)
    game.banks, game.bank, game.cap = [0, 20 * HOUR // timedelta(microseconds=1)], 20 * HOUR, 20 * HOUR
    for _ in range(100):
        at = due_like_own(game, User(), played(60, 500, 900), now=NOON, chance=chance)
        assert NOON < at <= NOON + 10 * HOUR


def test_no_card_comes_in_the_rest_hours_of_its_player() -> None:
    sleeper = User(rest_from=time(20), rest_until=time(8), time_zone="UTC")
    chance, own = Random(7), [OwnCard(NOON - hours * HOUR, 2 * hours * HOUR) for hours in range(1, 8)]
    for hour in range(24):
        game = turn(3 * DAY, NOON + hour * HOUR)
        at = due_like_own(game, sleeper, own, now=NOON + hour * HOUR, chance=chance)
        assert 8 <= at.hour < 20


def test_in_a_game_of_days_a_card_comes_at_an_hour_at_which_its_player_plays() -> None:
    """Who answers every morning does not play at three in the night."""
    mornings = [OwnCard(NOON - days * DAY - 3 * HOUR, (3 + 4 * days) * HOUR) for days in range(1, 5)]
    chance = Random(7)
    for hour in range(24):
        began = NOON + hour * HOUR
        at = due_like_own(turn(3 * DAY, began), User(), mornings, now=began, chance=chance)
        assert 9 * HOUR - NEAR <= timedelta(hours=at.hour, minutes=at.minute) <= 9 * HOUR + NEAR


def test_what_bots_and_plans_play_for_somebody_says_nothing_of_their_pace(ann, ben, cat, dan) -> None:
    with dealing():
        game = make_game(ann, ben, cat, dan)
    move_once(game)  # Ann, by hand
    for user, by in ((ben, "timeout"), (cat, "plan"), (dan, "bot")):
        make_move(game, by)
        assert own_cards(game, game.seats.get(user=user).number, user) == []
    assert len(own_cards(game, 0, ann)) == 1


def make_move(game: Game, by: str) -> None:
    with deed(game.slug) as table:
        assert table.hand is not None
        turns.make_move(table, first_move(table.hand.state), by=by, now=datetime.now(UTC))
