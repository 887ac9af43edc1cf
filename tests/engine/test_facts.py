"""Facts of the game that can be worked out or counted: they would show a fault no single rule shows."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from games.engine.cards import JACKS, POINTS_IN_A_HAND, Card
from games.engine.game import Points, is_game_over, totals_of, winners_of
from games.engine.hand import HandState
from games.engine.rules import PLAYERS, Rules
from games.engine.shuffle import deal

TO_TEN = 10
GAMES = 400  # a sample for the facts that are shares


def test_the_fewest_hands_to_ten_points_are_two():
    for players in PLAYERS:
        rules = Rules(players=players, target=TO_TEN)
        one_takes_all = (POINTS_IN_A_HAND,) + (0,) * (players - 1)
        assert not is_game_over(rules, [one_takes_all])
        assert is_game_over(rules, [one_takes_all] * 2)


@pytest.mark.parametrize(("players", "most"), [(3, 6), (4, 8), (5, 10), (6, 11)])
def test_the_most_hands_to_ten_points_are(players: int, most: int):
    """Fill one seat after the other up to nine points. There is no longer game: in the next hand somebody has ten."""
    rules = Rules(players=players, target=TO_TEN)
    hands: list[Points] = []
    while not is_game_over(rules, hands):
        points = [0] * players
        for jack in JACKS:
            totals = totals_of([*hands, tuple(points)], players)
            has_room = [total + jack.penalty < TO_TEN for total in totals]
            points[has_room.index(True) if any(has_room) else 0] += jack.penalty
        hands.append(tuple(points))
    assert len(hands) == most
    assert POINTS_IN_A_HAND * (most - 1) <= (TO_TEN - 1) * players < POINTS_IN_A_HAND * most


def test_the_highest_final_total_of_a_game_to_ten_is_fourteen():
    nine, all_five = (POINTS_IN_A_HAND - 1, 1, 0, 0), (POINTS_IN_A_HAND, 0, 0, 0)
    assert not is_game_over(Rules(), [all_five, nine])
    assert totals_of([all_five, nine, all_five], 4)[0] == 14


class Sample(NamedTuple):
    hands: int
    plays: int
    forced: int  # plays with a single legal card
    shared: int  # games with several winners


def ducking(state: HandState) -> Card:
    """Play as a sensible person does: lead low, follow below the trick, discard jacks, then high cards."""
    legal, strength = state.legal_cards(), state.rules.strength
    if not state.cards:
        return min(legal, key=lambda card: (strength[card.number], card.number))
    if legal[0].suit is not state.cards[0].suit:
        return max(legal, key=lambda card: (card.penalty, strength[card.number], card.number))
    losing = [card for card in legal if strength[card.number] < state.best]
    if losing:
        return max(losing, key=lambda card: (card.penalty, strength[card.number]))
    return min(legal, key=lambda card: strength[card.number])


@cache
def sample_of(players: int) -> Sample:
    """Play *GAMES* games to ten, always the same ones."""
    rules, chance = Rules(players=players), Random(players)
    hands = plays = forced = shared = 0
    for _ in range(GAMES):
        points: list[Points] = []
        while not is_game_over(rules, points):
            pack = list(rules.pack)
            chance.shuffle(pack)
            state = HandState.start(rules, deal(pack, players), dealer=len(points) % players)
            while not state.is_over:
                plays += 1
                forced += state.legal().bit_count() == 1
                state = state.play(ducking(state))
            points.append(state.points())
        hands += len(points)
        shared += len(winners_of(totals_of(points, players))) > 1
    return Sample(hands, plays, forced, shared)


# The shares are known to a whole per cent. Beyond that half per cent three standard errors of the sample are allowed.
ROUNDING = 0.005


@pytest.mark.parametrize(("players", "share"), [(3, 0.27), (4, 0.34), (5, 0.42), (6, 0.48)])
def test_of_all_plays_so_many_have_a_single_legal_card(players: int, share: float):
    sample = sample_of(players)
    spread_of_a_hand = 0.09  # of this share, from hand to hand (measured: 0.04 to 0.08)
    error = spread_of_a_hand / sqrt(sample.hands)
    assert sample.forced / sample.plays == pytest.approx(share, abs=ROUNDING + 3 * error)


@pytest.mark.parametrize(("players", "share"), [(3, 0.12), (4, 0.17), (5, 0.21), (6, 0.26)])
def test_with_sensible_play_so_many_games_end_in_a_shared_win(players: int, share: float):
    error = sqrt(share * (1 - share) / GAMES)
    assert sample_of(players).shared / GAMES == pytest.approx(share, abs=ROUNDING + 3 * error)
