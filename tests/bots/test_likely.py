"""What plays tell: habits give each card its chance, and worlds come as often as they explain the plays."""

from __future__ import annotations

import random
from collections import Counter
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.habits import EACH_SLIP, SLIP, plays_seen, touching
from games.bots.knowledge import read
from games.bots.layout import layout_for
from games.bots.likely import LOOK
from games.bots.thinking import casting_by_habits, habits_of, likely_worlds, policy_of
from games.engine.cards import cards_in
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.engine.view import view_from

from .tables import hand_of, play, random_hand, random_turns

every_rules = st.builds(Rules, players=st.integers(3, 6), ace_high=st.booleans())


def worlds_of(state: HandState, pool: int = 300, deadline: float = inf):
    view = view_from(state, state.to_play)
    return likely_worlds(view, read(view), random.Random(1), pool, deadline)


@settings(max_examples=15, deadline=None)
@given(rules=every_rules, seed=st.integers(0, 2**32))
def test_every_likely_world_agrees_with_the_view(rules, seed):
    for state in list(random_turns(rules, random.Random(seed)))[::4]:
        knowledge = read(view_from(state, state.to_play))
        worlds = worlds_of(state, 20)
        for _ in range(3):
            hands = worlds.draw()
            assert hands[knowledge.seat] == knowledge.mine
            assert tuple(hand.bit_count() for hand in hands) == knowledge.counts
            assert sum(hands) == knowledge.mine | knowledge.out
            assert not any(hand & ~may for hand, may in zip(hands, knowledge.may_hold, strict=True) if hand)
            casting_by_habits(worlds, "linear", rules)(hands)


@settings(max_examples=30, deadline=None)
@given(rules=every_rules, seed=st.integers(0, 2**32), name=st.sampled_from(["h0", "h1", "linear"]))
def test_each_play_is_told_as_the_seat_saw_it(rules, seed, name):
    """Whoever plays by a policy has played, by the habit of that policy, what was to be played."""
    state = random_hand(rules, random.Random(seed))
    layout = layout_for(rules.ace_high)
    policy = policy_of(name, rules.ace_high, rules.players)
    habit = next(habit for habit, _ in habits_of(rules.ace_high, rules.players) if habit.policy == name)
    while not state.is_over:
        state = state.play(layout.cards[policy.choose(read(view_from(state, state.to_play)))])
        if state.ply % 5 == 0 and state.to_play is not None:
            for seat, plays in enumerate(plays_seen(view_from(state, state.to_play), layout)):
                held = layout.bits_of(cards_in(state.held(seat)))
                for it in plays:
                    chance = habit.chance(it, held | it.since, it.unplayed & ~(held | it.since))
                    assert chance in (1.0, 1.0 - SLIP) if name != "linear" else chance > 0.05


@settings(max_examples=40, deadline=None)
@given(rules=every_rules, seed=st.integers(0, 2**32))
def test_the_chances_of_all_cards_that_differ_add_up_to_one(rules, seed):
    rng = random.Random(seed)
    layout = layout_for(rules.ace_high)
    soft = habits_of(rules.ace_high, rules.players)[0][0]
    state = rng.choice([state for state in random_turns(rules, rng) if len(state.legal_cards()) > 1])
    seat = state.to_play
    assert seat is not None
    total, known = 0.0, set()
    for card in state.legal_cards():
        after = state.play(card)
        (it, *_) = plays_seen(view_from(after, (seat + 1) % rules.players), layout)[seat]
        held = layout.bits_of(cards_in(state.held(seat)))
        assert held == layout.bits_of(cards_in(after.held(seat))) | it.since
        out = it.unplayed & ~held
        others = out >> it.shift & 0xFF | (1 << it.best if it.kind == "follow" else 0)
        alike = touching(held >> it.shift & 0xFF, others, 1 << it.place, layout.jack)
        if (it.shift, alike) not in known:
            known.add((it.shift, alike))
            total += (soft.chance(it, held, out) - 0.02) / 0.98
    assert total == pytest.approx(1)


def test_who_ducks_with_the_seven_under_a_ten_has_no_nine_unless_it_slips():
    """By the habit `h0`; the eight would have done what the seven does."""
    state = play(hand_of("TS AH", "7S", "KS", "QS", dealer=3), "TS 7S KS QS")
    seen = plays_seen(view_from(state, 2), layout_for(False))[1][0]
    habit = habits_of(False, 4)[2][0]
    seven, eight, nine, king = (1 << place for place in (0, 1, 2, 7))
    unplayed = seen.unplayed

    def chance(mine: int) -> float:
        return habit.chance(seen, mine, unplayed & ~mine)

    assert chance(seven | king) == 1 - SLIP
    assert chance(seven | nine) == EACH_SLIP
    assert chance(seven | eight) == 1 - SLIP
    assert chance(seven) == 1


def test_a_jack_is_like_no_other_card():
    assert touching(0b01110000, 0, 0b01000000, 0b00100000) == 0b01000000
    assert touching(0b01110000, 0, 0b00100000, 0b00100000) == 0b00100000
    assert touching(0b11010111, 0b00001000, 0b00000010, 0b00100000) == 0b00000111


def test_who_throws_a_king_is_given_the_polignac_less_often():
    state = play(hand_of("8H 9H", "7D KD AD QD 7S 8S 9S 7C", "TH KH AH 8C", "7H QH", dealer=3), "8H KD")
    worlds = worlds_of(state, 3000)
    polignac = 1 << 5

    def part(draw) -> float:  # of the worlds in which the seat that threw the king holds the Polignac
        return sum(bool(draw()[1] & polignac) for _ in range(600)) / 600

    assert part(worlds.draw) < 0.8 * part(super(type(worlds), worlds).draw)


def test_habits_are_drawn_as_likely_as_they_explain_the_plays():
    """Seat 1 leads the seven of a suit in which it may hold anything: `h0` leads its lowest card, the others seldom."""
    state = play(hand_of("", "7S 7H 8H KH", "", "", dealer=0), "7S")
    worlds = worlds_of(state)
    drawn: Counter[str] = Counter()
    for _ in range(400):
        habits = worlds.habits_in(worlds.draw())
        assert [habit is None for habit in habits] == [seat == state.to_play for seat in range(4)]
        drawn.update([habits[1].policy])
    before = Counter({habit.policy: chance for habit, chance in habits_of(False, 4)})
    assert drawn["h0"] / 400 > before["h0"] + 0.1


def test_the_pool_is_no_larger_than_there_is_time_for():
    state = play(random_hand(Rules(), random.Random(3)), "")
    while len(state.tricks) < 2:
        state = state.play(state.legal_cards()[0])
    assert len(worlds_of(state, 3000, deadline=0.0).pool) == LOOK
    assert LOOK < len(worlds_of(state, 3000).pool) <= 3000
    assert len(worlds_of(state, 120).pool) <= 120
