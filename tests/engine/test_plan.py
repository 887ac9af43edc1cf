"""Which card a plan makes of what its seat sees."""

from __future__ import annotations

from hypothesis import given

from games.engine.cards import Card, Suit
from games.engine.hand import HandState
from games.engine.plan import Plan, planned_card, single_card
from games.engine.view import view_from
from tests.engine.builders import after, card, hand
from tests.engine.strategies import hands_under_way


def planned(state: HandState, *, ducks: bool = False, **cards: str) -> Card | None:
    assert state.to_play is not None
    plan = Plan({Suit(suit): card(text) for suit, text in cards.items()}, ducks)
    return planned_card(view_from(state, state.to_play), plan)


def test_the_card_planned_for_the_suit_led_is_played():
    state = after(hand("7S", "8S 9S KH", "", ""), "7S")
    assert planned(state, S="9S", H="KH") is card("9S")


def test_without_a_card_for_the_suit_led_the_player_is_asked():
    state = after(hand("7S", "8S 9S KH", "", ""), "7S")
    assert planned(state, H="KH") is None


def test_a_planned_card_that_the_rules_do_not_allow_is_not_played():
    state = after(hand("7S", "8S 9S KH", "", ""), "7S")
    assert planned(state, S="KH") is None


def test_nothing_is_planned_for_a_lead():
    assert planned(hand("7S", "8S", "", ""), S="7S", ducks=True) is None


def test_who_ducks_plays_the_lowest_card_that_does_not_take():
    state = after(hand("TS", "8S 9S AS", "", ""), "TS")
    assert planned(state, ducks=True) is card("8S")


def test_who_could_only_take_or_is_void_is_asked_after_all():
    assert planned(after(hand("7S", "8S 9S", "", ""), "7S"), ducks=True) is None
    void = hand("7S 8S 9S TS AS JS QS KS", "7H 8H 9H TH AH JH QH KH", "", "")
    assert planned(after(void, "7S"), ducks=True) is None


def test_a_card_named_goes_before_ducking():
    state = after(hand("TS", "8S 9S AS", "", ""), "TS")
    assert planned(state, ducks=True, S="AS") is card("AS")


@given(state=hands_under_way())
def test_whatever_a_plan_plays_is_legal_and_ducking_does_not_take(state: HandState):
    if state.to_play is None:
        return
    view = view_from(state, state.to_play)
    ducked = planned_card(view, Plan(ducks=True))
    assert ducked is None or ducked in view.legal
    if ducked is not None:
        lower = [other for other in view.legal if other < ducked and other.suit is ducked.suit]
        after_it = state.play(ducked)
        assert ducked.suit is view.trick.suit_led
        assert after_it.cards == () or after_it.taker != view.seat
        assert not lower or view.rules.ace_high
    assert single_card(view) == (view.legal[0] if len(view.legal) == 1 else None)


@given(state=hands_under_way())
def test_a_plan_says_nothing_for_a_seat_that_is_not_to_play(state: HandState):
    for seat in range(state.rules.players):
        if seat != state.to_play:
            assert planned_card(view_from(state, seat), Plan(ducks=True)) is None
            assert single_card(view_from(state, seat)) is None
