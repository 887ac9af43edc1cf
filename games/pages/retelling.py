"""The cards that are news to a reader, told again on the table: the trick as it stood after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.hand import Trick
from games.engine.rules import Rules
from games.table import HandInfo, TableView

from .events import Event


@dataclass(frozen=True, slots=True)
class Step:
    """The trick after one card; *key* is that of the event that tells of it."""

    key: str
    trick: Trick


def retell(table: TableView, news: Iterable[Event]) -> list[Step]:
    """Return a step for each card among the *news*, oldest first."""
    wanted = {event.key for event in news if event.card}
    hands = [hand for hand in (table.previous_hand, table.hand) if hand is not None]
    return [step for hand in hands for step in _steps(table, hand) if step.key in wanted]


def _steps(table: TableView, hand: HandInfo) -> Iterator[Step]:
    tricks = [*hand.view.tricks, hand.view.trick]
    players = table.rules.players
    cards = [move for move in hand.moves if isinstance(move.move, Card)]
    for number, move in enumerate(cards):
        trick = trick_so_far(table.rules, tricks[number // players], number % players + 1)
        yield Step(f"{hand.number}.{move.ply}", trick)


def trick_so_far(rules: Rules, trick: Trick, count: int) -> Trick:
    """Return *trick* as it stood after *count* of its cards, one at least, and who would have taken it then."""
    cards = trick.cards[:count]
    following = [place for place, card in enumerate(cards) if card.suit is trick.suit_led]
    best = max(following, key=lambda place: rules.strength[cards[place].number])
    return Trick(trick.leader, cards, (trick.leader + best) % rules.players)
