"""Small hands, games and records, written the way a card player would write them down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.cards import Card, parse_cards
from games.engine.hand import HandState, replay
from games.engine.rules import Rules, Seat

RECORDS = Path(__file__).parent.parent / "records"

# Four players, all deals of 8 cards. In SUITS_APART everybody is void of three suits.
SUITS_APART = (
    "7S 8S 9S TS AS JS QS KS",
    "7H 8H 9H TH AH JH QH KH",
    "7D 8D 9D TD AD JD QD KD",
    "7C 8C 9C TC AC JC QC KC",
)
# Seat 1 holds the two best cards of every suit: as declarer it cannot fail.
SURE_GENERAL = (
    "7S 8S 9S TS 7H 8H 9H TH",
    "KS QS KH QH KD QD KC QC",
    "7D 8D 9D TD 7C 8C 9C TC",
    "AS JS AH JH AD JD AC JC",
)


def cards(text: str) -> list[Card]:
    return list(parse_cards(text))


def card(text: str) -> Card:
    return Card.parse(text)


def hand(*held: str, dealer: Seat = 3, **options: Any) -> HandState:
    """Deal a hand; what the texts leave open is filled up from the rest of the pack, seat 0 first, in its order."""
    rules = Rules(players=len(held), **options)
    dealt = [cards(text) for text in held]
    rest = [other for other in rules.pack if not any(other in some for some in dealt)]
    for some in dealt:
        while len(some) < rules.hand_size:
            some.append(rest.pop(0))
    return HandState.start(rules, dealt, dealer=dealer)


def after(state: HandState, moves: str) -> HandState:
    """Play *moves*, cards and declarations as they come: ``pass general 7S 8S``."""
    return replay(state, [word if word in ("pass", "general") else card(word) for word in moves.split()])  # type: ignore[misc]


def playing_lowest(state: HandState) -> HandState:
    """Play a hand to its end, everybody always playing the first legal card of the pack's order."""
    while not state.is_over:
        state = state.declare("pass") if state.must_declare else state.play(state.legal_cards()[0])
    return state


def moves_of(state: HandState) -> list[str | Card]:
    """Everything that was declared and played in a hand, in order."""
    return [*state.declarations, *(played for trick in (*state.tricks, state.trick) for played in trick.cards)]


def restart(state: HandState) -> HandState:
    """The same hand before its first move."""
    held = [[card for card in state.rules.pack if card.bit & dealt] for dealt in state.dealt]
    return HandState.start(state.rules, held, dealer=state.dealer)


def all_taken_by(seat: Seat) -> str:
    """The plays of a hand of SUITS_APART in which *seat* leads: it takes every trick."""
    held = [text.split() for text in SUITS_APART]
    return " ".join(" ".join(trick) for trick in zip(*held[seat:], *held[:seat], strict=True))


ALL_BY_SEAT_0 = all_taken_by(0)


@cache
def _shared_text(name: str) -> str:
    return (RECORDS / name).read_text(encoding="utf-8")


def shared_names(kind: str) -> list[str]:
    """The records kept in tests/records: *kind* is ``game`` or ``broken``."""
    return sorted(path.stem for path in RECORDS.glob(f"{kind}-*.json") if not path.stem.endswith(".answer"))


def shared_record(name: str) -> Any:
    return json.loads(_shared_text(f"{name}.json"))


def shared_answer(name: str) -> Any:
    return json.loads(_shared_text(f"{name}.answer.json"))


def record_of(*hands: dict[str, Any], **rules: Any) -> dict[str, Any]:
    """Write a record for four players, or for as many as *rules* say."""
    options = {"players": 4, "ace_high": False, "target": 10, "hands": None, "general": False, "short_hands": False}
    options |= rules
    names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"][: options["players"] or 0]
    return {"format": "polignac-record/1", "rules": options, "players": names, "hands": list(hands)}


def hand_record(plays: str = "", *, held: Sequence[str] = SUITS_APART, dealer: int = 3, **more: Any) -> dict[str, Any]:
    return {"dealer": dealer, "held": list(held), "plays": plays, **more}


def full_record(count: int = 3, **rules: Any) -> dict[str, Any]:
    """Write a record of *count* whole hands of SUITS_APART with every optional field: the leader takes everything."""
    hands = []
    totals = [0, 0, 0, 0]
    for number in range(count):
        taker = number % 4
        points = [5 if seat == taker else 0 for seat in range(4)]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        hands.append(hand_record(all_taken_by(taker), dealer=(taker + 3) % 4, points=points))
    return {**record_of(*hands, **rules), "totals": totals, "winners": []}
