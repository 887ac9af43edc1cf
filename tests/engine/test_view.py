"""What one seat may see, and above all what it may not."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given

from games.engine.cards import Card, Suit, cards_in, text_of
from games.engine.hand import HandState, IllegalMove, Trick, replay
from games.engine.view import SeatView, view_from
from tests.engine.builders import SUITS_APART, after, cards, hand, moves_of, playing_lowest
from tests.engine.strategies import chances, hands_over, hands_under_way

PUBLIC = [
    "rules", "seat", "dealer", "held", "legal", "must_declare", "declarations", "declarer", "counts", "trick", "tricks",
    "penalties", "voids", "to_play", "ply", "points_so_far", "points", "general_is_made", "dealt",
]  # fmt: skip


def test_the_fields_anybody_may_see_are_these_and_no_others():
    """A new field is a decision: whoever adds one here has thought about who may see it."""
    assert [field.name for field in dataclasses.fields(SeatView)] == PUBLIC
    assert not hasattr(view_from(hand(*SUITS_APART), 0), "__dict__")


def test_a_seat_sees_its_own_cards_sorted():
    assert text_of(view_from(hand("KC 7S JH AS", "", "", ""), 0).held) == "7S 8S 9S TS AS JS JH KC"


def test_where_the_ace_is_high_it_stands_above_the_king():
    view = view_from(hand("KC 7S JH AS KS QS", "", "", "", ace_high=True), 0)
    assert text_of(view.held) == "7S 8S 9S QS KS AS JH KC"
    assert text_of(view.legal) == text_of(view.held)


def test_a_seat_sees_how_many_cards_the_others_hold():
    assert view_from(after(hand(*SUITS_APART), "7S 7H"), 0).counts == (7, 7, 8, 8)


def test_only_the_seat_to_play_sees_cards_it_may_play():
    state = after(hand("7S", "8S KH", "", ""), "7S")
    assert set(view_from(state, 1).legal) < set(view_from(state, 1).held)
    assert view_from(state, 1).is_my_turn
    assert [view_from(state, seat).legal for seat in (0, 2, 3, None)] == [()] * 4
    assert not view_from(state, 0).is_my_turn


def test_an_onlooker_sees_the_table_and_no_hand():
    view = view_from(after(hand(*SUITS_APART), "7S 7H"), None)
    assert (view.seat, view.held, view.legal, view.dealt, view.is_my_turn) == (None, (), (), None, False)
    assert view.trick.cards == tuple(cards("7S 7H"))


def test_everybody_sees_the_trick_in_play_the_tricks_taken_and_their_jacks():
    state = after(hand(*SUITS_APART), "7S JH 7D JC 8S")
    for seat in (0, 1, 2, 3, None):
        view = view_from(state, seat)
        assert view.tricks == (Trick(0, tuple(cards("7S JH 7D JC")), 0),)
        assert (view.penalties, view.trick.cards, view.to_play, view.ply) == ((2, 0, 0, 0), tuple(cards("8S")), 1, 5)


def test_everybody_sees_who_has_not_followed_which_suit():
    state = after(hand(*SUITS_APART), "7S 7H 7D")
    assert view_from(state, 0).voids == (frozenset(), {Suit.SPADES}, {Suit.SPADES}, frozenset())


def test_everybody_sees_the_declarations_and_who_declared():
    state = after(hand(*SUITS_APART, general=True), "pass general")
    view = view_from(state, 3)
    assert (view.declarations, view.declarer, view.must_declare) == (("pass", "general"), 1, False)
    assert view_from(after(hand(*SUITS_APART, general=True), "pass"), 3).must_declare


def test_points_and_hands_as_dealt_are_shown_only_when_the_hand_is_over():
    state = hand(*SUITS_APART)
    assert (view_from(state, 0).points, view_from(state, 0).dealt) == (None, None)
    view = view_from(playing_lowest(state), 0)
    assert view.is_over
    assert view.points == (5, 0, 0, 0)
    assert view.dealt is not None
    assert [text_of(held) for held in view.dealt] == list(SUITS_APART)


def cards_anywhere_in(value: Any) -> set[Card]:
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple | list | set | frozenset):
        return {card for item in value for card in cards_anywhere_in(item)}
    return set()


@given(state=hands_under_way())
def test_no_view_of_a_hand_under_way_holds_a_card_its_seat_cannot_know(state: HandState):
    assume(not state.is_over)
    for seat in (None, *range(state.rules.players)):
        own = set() if seat is None else set(cards_in(state.dealt[seat]))
        view = view_from(state, seat)
        seen = cards_anywhere_in([getattr(view, name) for name in PUBLIC if name != "rules"])
        assert seen == own | set(cards_in(state.played))


def exchanged(state: HandState, one: int, other: int, chance: Random) -> HandState:
    """Exchange an unplayed card between two seats, if the play so far would have been the same; else none."""
    mine, theirs = cards_in(state.held(one)), cards_in(state.held(other))
    if not mine or not theirs:
        return state
    both = {chance.choice(mine), chance.choice(theirs)}
    held = [set(cards_in(dealt)) for dealt in state.dealt]
    held[one] ^= both
    held[other] ^= both
    try:
        return replay(HandState.start(state.rules, held, dealer=state.dealer), moves_of(state))  # type: ignore[arg-type]
    except IllegalMove:
        return state  # somebody could have followed with the card: the others would have seen the difference


@given(state=hands_under_way(), chance=chances())
def test_a_view_does_not_change_when_cards_the_seat_cannot_know_are_exchanged(state: HandState, chance: Random):
    assume(not state.is_over)
    for seat in (None, *range(state.rules.players)):
        others = [other for other in range(state.rules.players) if other != seat]
        swapped = state
        for _ in range(6):
            one, other = chance.sample(others, 2)
            swapped = exchanged(swapped, one, other, chance)
        assert view_from(swapped, seat) == view_from(state, seat)
        assert repr(view_from(swapped, seat)) == repr(view_from(state, seat))


def test_the_exchange_of_hidden_cards_does_exchange_some():
    state, chance = after(hand("7S 7H", "8S 8H", "9S 9H", "TS TH"), "7S 8S 9S TS"), Random(1)
    others = {exchanged(state, 0, 2, chance).dealt for _ in range(20)} - {state.dealt}
    assert len(others) > 5
    assert all(dealt[1] == state.dealt[1] and dealt[3] == state.dealt[3] for dealt in others)


@given(state=hands_under_way())
def test_a_shown_void_is_true_and_follows_from_the_tricks_alone(state: HandState):
    for seat, suits in enumerate(view_from(state, None).voids):
        assert not any(card.suit in suits for card in cards_in(state.held(seat)))


@given(state=hands_over())
def test_all_seats_see_the_same_of_a_hand_that_is_over_but_for_their_own_cards(state: HandState):
    own = {"seat", "held"}
    views = [view_from(state, seat) for seat in (None, *range(state.rules.players))]
    shared = [[getattr(view, name) for name in PUBLIC if name not in own] for view in views]
    assert all(other == shared[0] for other in shared)


def test_a_view_never_changes():
    view = view_from(hand(*SUITS_APART), 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.held = ()  # type: ignore[misc]
