"""What a player has arranged for their next card, and which card that makes of a view of their seat. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .cards import Card, Suit
from .view import SeatView


@dataclass(frozen=True, slots=True)
class Plan:
    """For the next card in one trick. Where it names none for the suit led, *ducks* says what to do."""

    cards: Mapping[Suit, Card] = field(default_factory=dict)  # by the suit led
    ducks: bool = False  # follow with the lowest card, if that does not take the trick so far


def planned_card(view: SeatView, plan: Plan) -> Card | None:
    """Return the card that *plan* makes the seat of *view* play now, or None if it says nothing or no longer fits."""
    suit_led = view.trick.suit_led
    if suit_led is None or not view.is_my_turn:
        return None
    if card := plan.cards.get(suit_led):
        return card if card in view.legal else None
    return _lowest_that_ducks(view, suit_led) if plan.ducks else None


def single_card(view: SeatView) -> Card | None:
    """Return the one card that the rules leave the seat of *view*, or None if it has a choice or must declare."""
    return view.legal[0] if len(view.legal) == 1 else None


def _lowest_that_ducks(view: SeatView, suit_led: Suit) -> Card | None:
    """Return the lowest card that follows suit and does not take; None for who is void or could only take."""
    strength = view.rules.strength
    place = (view.trick.taker - view.trick.leader) % view.rules.players
    best = strength[view.trick.cards[place].number]
    below = [card for card in view.legal if card.suit is suit_led and strength[card.number] < best]
    return min(below, key=lambda card: strength[card.number], default=None)
