"""Worlds agree with all a seat has seen, and every one may come."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.knowledge import read
from games.bots.worlds import Worlds
from games.engine.rules import Rules
from games.engine.view import view_from

from .tables import hand_of, play, random_turns


@settings(max_examples=60, deadline=None)
@given(rules=st.builds(Rules, players=st.integers(3, 6), ace_high=st.booleans()), seed=st.integers(0, 2**32))
def test_every_world_agrees_with_the_view(rules, seed):
    rng = random.Random(seed)
    for state in random_turns(rules, rng):
        knowledge = read(view_from(state, state.to_play))
        worlds = Worlds(knowledge, rng)
        for _ in range(3):
            hands = worlds.draw()
            assert hands[knowledge.seat] == knowledge.mine
            assert tuple(hand.bit_count() for hand in hands) == knowledge.counts
            assert sum(hands) == knowledge.mine | knowledge.out
            for seat, hand in enumerate(hands):
                assert seat == knowledge.seat or not hand & ~knowledge.may_hold[seat]


def test_a_card_is_as_likely_with_one_seat_as_with_another():
    state = hand_of("7S 7H 7D 7C 8H 8D 8C 9C", "", "", "", dealer=3)
    worlds = Worlds(read(view_from(state, 0)), random.Random(1))
    king = 1 << 7
    holders = Counter(next(seat for seat, hand in enumerate(worlds.draw()) if hand & king) for _ in range(6000))
    assert all(abs(holders[seat] - 2000) < 200 for seat in (1, 2, 3))


def test_a_void_is_kept_and_the_others_share_the_suit():
    state = play(hand_of("8H 9H", "JS KS JD 7D 8D 9D TD 7C", "TH", "AH", dealer=3), "8H JS")
    knowledge = read(view_from(state, 2))
    worlds = Worlds(knowledge, random.Random(2))
    hearts = 0xFF00
    assert all(not worlds.draw()[1] & hearts for _ in range(300))
