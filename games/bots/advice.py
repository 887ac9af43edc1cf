"""A master's advice to who plays against bots: the card it would play, and why that is better than the plain choice."""

from __future__ import annotations

import random
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.hand import Move
from games.engine.view import SeatView

from .knowledge import Knowledge, read
from .levels import BUDGET, player_of
from .reasons import Reason, why, why_declare
from .thinking import policy_of


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why; *reason* is None where there is no choice."""

    move: Move
    reason: Reason | None


def advise(view: SeatView, *, totals: tuple[int, ...], hands_played: int, rng: random.Random) -> Advice:
    """Return what a master would do in the place of the seat of *view*.

    The card is held against the first of those that a weaker bot would have chosen instead.

    :raises ValueError: if it is not the turn of the view's seat.
    """
    move = player_of("master").choose(view, totals, rng, BUDGET["master"], hands_played)
    if not isinstance(move, Card):
        return Advice(move, why_declare(move))
    knowledge = read(view)
    better = knowledge.layout.bits[move.number]
    for other in _plain_choices(view, knowledge):
        if other != better:
            return Advice(move, why(knowledge, better, other))
    return Advice(move, None)


def _plain_choices(view: SeatView, knowledge: Knowledge) -> list[int]:
    """Return the cards that come to mind, as bits: those of the policies, then any other."""
    policies = [policy_of(name, view.rules.ace_high, view.rules.players) for name in ("h0", "h1", "linear")]
    others = [knowledge.layout.bits[card.number] for card in view.legal]
    return [*(policy.choose(knowledge) for policy in policies), *others]
