"""The general: declared seldom, made when it can be, stopped when it must be."""

from __future__ import annotations

import random

import pytest

from games.bots import choose_move
from games.bots.fast import play_out
from games.bots.general import has_played, play_out_general, should_declare, sure_tricks
from games.bots.knowledge import read
from games.bots.policy import Cast
from games.bots.thinking import policy_of
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.engine.view import view_from

from .tables import hand_of, random_hand

RULES = Rules(general=True)
SEARCHERS = ["stand_in", "master"]
LEVELS = ["beginner", "club", *SEARCHERS]

ALL_SPADES = "7S 8S 9S TS AS JS QS KS"
TOPS = "KS QS JS AS KH QH JH KD"


def move_of(state: HandState, level: str, totals: tuple[int, ...] = (0, 0, 0, 0)):
    return choose_move(view_from(state, state.to_play), totals=totals, rng=random.Random(4), level=level)


@pytest.mark.parametrize("level", LEVELS)
def test_the_eldest_with_a_whole_suit_declares_and_makes_it(level):
    state = hand_of(ALL_SPADES, "", "", "", dealer=3, rules=RULES)
    assert move_of(state, level) == "general"
    state = state.declare("general")
    while not state.is_over:
        state = state.move(move_of(state, level))
    assert state.general_is_made()


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_hand_passes_where_another_leads(level):
    state = hand_of(ALL_SPADES, "", "", "", dealer=0, rules=RULES)
    for _ in range(3):
        state = state.declare("pass")
    assert state.to_play == 0
    assert move_of(state, level) == "pass"


@pytest.mark.parametrize("level", LEVELS)
def test_it_is_declared_seldom(level):
    rng = random.Random(12)
    declared = 0
    for _ in range(150):
        state = random_hand(RULES, rng)
        declared += move_of(state, level) == "general"
    assert declared <= 3


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_that_can_stop_the_declarer_does(level):
    state = hand_of("QS JS AS TS 9S 8S 7S KH", "KS 7H 8H 9H 7D 8D 9D 7C", "", "", dealer=3, rules=RULES)
    state = state.declare("general").play(next(card for card in state.rules.pack if str(card) == "QS"))
    assert str(move_of(state, level)) == "KS"


@pytest.mark.parametrize("level", SEARCHERS)
def test_void_it_keeps_the_one_card_that_can_stop_the_declarer(level):
    state = hand_of("KS QS JS AS TS 9S 8S QH", "KH JH 7H 8D 9D 7C 8C 9C", "", "", dealer=3, rules=RULES)
    state = state.declare("general")
    while state.to_play is not None and len(state.tricks) < 7:
        if state.to_play == 1:
            state = state.play(move_of(state, level))
        elif state.to_play == 0:
            state = state.play(max(card for card in state.legal_cards() if str(card) != "QH"))
        else:
            state = state.play(state.legal_cards()[0])
    state = state.play(state.legal_cards()[0])
    assert str(state.legal_cards()[0]) == "KH"


def test_a_declarer_far_behind_takes_a_risk_that_a_leader_does_not():
    """With nothing to lose, a general that is likely to fail is worth a try only if winning needs it."""
    state = hand_of("KS QS JS AS TS 9S 8S 9H", "", "", "", dealer=3, rules=RULES)
    leader = move_of(state, "master", totals=(0, 7, 7, 7))
    assert leader == "pass"


def test_play_out_general_agrees_with_the_rules_on_a_made_general():
    state = hand_of(ALL_SPADES, "", "", "", dealer=3, rules=RULES)
    knowledge = read(view_from(state, 0))
    cast = Cast([policy_of("h1", False, 4)] * 4)
    hands = list(state.dealt)
    assert play_out_general(hands, 0, [0] * 4, cast, 0) == [0, 5, 5, 5]
    assert sure_tricks(knowledge.mine, knowledge.out, 3) == 8


def test_a_failed_general_costs_its_declarer_five_beside_the_jacks():
    rng = random.Random(3)
    cast = Cast([policy_of("h1", False, 4)] * 4)
    for _ in range(50):
        state = random_hand(RULES, rng)
        points = play_out_general(list(state.dealt), state.leader, [0] * 4, cast, 2)
        assert sum(points) in (10, 15)
        assert points[2] >= 5 or points == [5, 5, 0, 5]
        assert sum(play_out(list(state.dealt), state.leader, [0] * 4, cast)) == 5


def test_who_has_played_to_a_trick_is_known_from_the_seat_and_what_is_left():
    assert not has_played(2, 2, 3, 4)
    assert has_played(1, 2, 2, 4)
    assert not has_played(3, 2, 2, 4)
    assert has_played(3, 2, 0, 4)


def test_a_hand_without_the_top_of_a_suit_does_not_declare_before_the_lead_of_another():
    layout_bits = sum(card.bit for card in Rules().pack if str(card) in TOPS.split())
    out = 0xFFFFFFFF & ~layout_bits
    assert not should_declare(layout_bits, out, 3, leads=False)
