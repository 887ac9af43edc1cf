"""The bit engine gives the points that the rules give."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.fast import play_at_random, play_out
from games.bots.knowledge import read
from games.bots.layout import layout_for
from games.bots.policy import Cast
from games.bots.search import candidates_of
from games.bots.thinking import policy_of
from games.engine.cards import cards_in
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.engine.view import view_from

from .tables import random_hand

every_rules = st.builds(Rules, players=st.integers(3, 6), ace_high=st.booleans())
seeds = st.integers(0, 2**32)


def bit_hands(state: HandState) -> list[int]:
    layout = layout_for(state.rules.ace_high)
    return [layout.bits_of(cards_in(state.held(seat))) for seat in range(state.rules.players)]


@settings(max_examples=300, deadline=None)
@given(rules=every_rules, seed=seeds)
def test_a_hand_played_at_random_gives_the_points_of_the_rules(rules, seed):
    rng = random.Random(seed)
    state = random_hand(rules, rng)
    draws = rng.randbytes(len(rules.pack))
    layout = layout_for(rules.ace_high)
    assert state.to_play is not None
    points = play_at_random(bit_hands(state), state.to_play, layout, draws)
    for draw in draws:
        legal = sorted(state.legal_cards(), key=lambda card: layout.bits[card.number])
        state = state.play(legal[draw * len(legal) >> 8])
    assert state.is_over
    assert tuple(points) == state.penalties


@settings(max_examples=100, deadline=None)
@given(rules=every_rules, seed=seeds, name=st.sampled_from(["h0", "h1", "linear"]), plies=st.integers(0, 25))
def test_playing_a_hand_out_from_any_ply_gives_what_the_same_policy_gives_by_the_rules(rules, seed, name, plies):
    rng = random.Random(seed)
    policy = policy_of(name, rules.ace_high, rules.players)
    state = random_hand(rules, rng)
    for _ in range(min(plies, len(rules.pack) - 1)):
        state = state.play(rng.choice(state.legal_cards()))
    assert state.to_play is not None
    knowledge = read(view_from(state, state.to_play))
    points = play_out(
        bit_hands(state),
        state.to_play,
        list(state.penalties),
        Cast([policy] * rules.players),
        table=sum(knowledge.table),
        best=knowledge.best,
        taker=knowledge.taker,
        after=knowledge.after if knowledge.table else 0,
    )
    while not state.is_over:
        state = state.play(knowledge.layout.cards[policy.choose(read(view_from(state, state.to_play)))])
    assert tuple(points) == state.penalties


@settings(max_examples=100, deadline=None)
@given(rules=every_rules, seed=seeds, plies=st.integers(0, 25))
def test_the_state_after_each_candidate_is_that_of_the_rules(rules, seed, plies):
    rng = random.Random(seed)
    state = random_hand(rules, rng)
    for _ in range(min(plies, len(rules.pack) - 1)):
        state = state.play(rng.choice(state.legal_cards()))
    knowledge = read(view_from(state, state.to_play))
    for it in candidates_of(knowledge):
        after = state.play(knowledge.layout.cards[it.bit])
        assert tuple(it.points) == after.penalties
        if not after.is_over:
            then = read(view_from(after, after.to_play))
            assert (it.seat, it.table, it.best) == (after.to_play, sum(then.table), then.best)
            assert not it.table or (it.taker, it.after) == (then.taker, then.after)


def test_touching_cards_are_one_candidate_but_never_a_jack_with_another():
    rules = Rules()
    layout = layout_for(False)
    rng = random.Random(5)
    for _ in range(200):
        state = random_hand(rules, rng)
        knowledge = read(view_from(state, state.to_play))
        bits = {it.bit for it in candidates_of(knowledge)}
        assert knowledge.mine & layout.jacks == sum(bit for bit in bits if bit & layout.jacks)
        for card in state.legal_cards():
            above = [it for it in bits if it.bit_length() - 1 >> 3 == card.number >> 3 and it >= card.bit]
            assert above, "each card has itself or a higher one of its suit among the candidates"


@pytest.mark.parametrize("ace_high", [False, True])
def test_a_layout_keeps_suits_apart_and_orders_each_by_strength(ace_high):
    layout = layout_for(ace_high)
    for bit, card in layout.cards.items():
        assert bit & card.suit_bits
    order = "789TJQKA" if ace_high else "789TAJQK"
    for suit in (0xFF, 0xFF00, 0xFF0000, 0xFF000000):
        assert "".join(layout.cards[bit].rank for bit in sorted(layout.cards) if bit & suit) == order
