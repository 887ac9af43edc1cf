"""Play for the game: what points are worth depends on the totals."""

from __future__ import annotations

import random

import pytest

from games.bots import choose_move
from games.bots.standing import cost_for, guess_hands, share_of
from games.engine.rules import Rules
from games.engine.view import view_from

from .tables import last_jack_to_take_or_to_duck


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(("target", "left"), [(10, None), (50, None), (None, 1), (None, 0)])
def test_the_shares_of_all_seats_add_up_to_one(players, target, left):
    rules = Rules(players=players, target=target, hands=None if target else 8)
    totals = (4, 7, 2, 2, 5, 6)[:players]
    assert sum(share_of(rules, totals, seat, left) for seat in range(players)) == pytest.approx(1)


def test_at_the_end_the_lowest_has_won_and_equals_share():
    assert [share_of(Rules(), (10, 3, 3, 9), seat, None) for seat in range(4)] == [0, 0.5, 0.5, 0]


def test_a_lead_is_worth_more_near_the_end():
    assert share_of(Rules(), (1, 3, 3, 3), 0, None) < share_of(Rules(), (7, 9, 9, 9), 0, None)
    rules = Rules(target=None, hands=10)
    assert share_of(rules, (1, 3, 3, 3), 0, 9) < share_of(rules, (1, 3, 3, 3), 0, 1)


def test_a_point_costs_less_to_the_lowest_if_it_ends_the_game():
    cost = cost_for(Rules(), (2, 9, 5, 6), 0)
    assert cost([1, 1, 2, 1]) < cost([0, 0, 2, 3])


def test_who_is_not_told_how_many_hands_were_played_guesses_it_from_the_totals():
    assert guess_hands((0, 0, 0, 0)) == 0
    assert guess_hands((5, 3, 2, 5)) == 3


def test_who_is_told_how_many_hands_were_played_need_not_guess():
    """In the first hand of three a general was made: the totals are those of three hands, and two are still to come."""
    rules, totals = Rules(target=None, hands=3, general=True), (0, 5, 5, 5)
    guessed, told = cost_for(rules, totals, 0), cost_for(rules, totals, 0, 1)
    assert guessed([4, 1, 0, 0]) - guessed([0, 4, 1, 0]) == pytest.approx(4 * 0.002 * 4), "won either way, it thinks"
    assert told([4, 1, 0, 0]) - told([0, 4, 1, 0]) > 0.5


@pytest.mark.parametrize("level", ["stand_in", "master"])
@pytest.mark.parametrize("seed", range(5))
def test_it_does_not_hand_the_leader_the_game(level, seed):
    """To duck gives the taker a tenth point and the leader the game; to take the jack keeps the game going."""
    state = last_jack_to_take_or_to_duck(random.Random(seed))
    me, taker = state.to_play, state.taker
    assert me is not None
    leader = next(seat for seat in range(4) if seat not in (me, taker))
    wanted = [6, 6, 6, 6]
    wanted[me], wanted[taker], wanted[leader] = 3, 9, 2
    totals = tuple(total - points for total, points in zip(wanted, state.penalties, strict=True))
    move = choose_move(view_from(state, me), totals=totals, rng=random.Random(1), level=level)
    assert state.move(move).leader == me


@pytest.mark.parametrize("level", ["club", "stand_in", "master"])
@pytest.mark.parametrize("seed", range(5))
def test_it_leaves_the_jack_to_another_where_that_costs_nothing(level, seed):
    state = last_jack_to_take_or_to_duck(random.Random(seed))
    move = choose_move(view_from(state, state.to_play), totals=(0,) * 4, rng=random.Random(1), level=level)
    assert state.move(move).leader != state.to_play
