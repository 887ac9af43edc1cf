"""Who plays a seat: the one interface of all bots."""

from __future__ import annotations

import random
from typing import Protocol

from games.engine.cards import Card
from games.engine.hand import Move
from games.engine.view import SeatView


class Player(Protocol):
    """A bot. It sees a view of its seat and nothing else, and keeps nothing from one turn to the next."""

    def choose(
        self,
        view: SeatView,
        totals: tuple[int, ...],
        rng: random.Random,
        budget: float,
        hands_played: int | None = None,
    ) -> Move:
        """Return a legal card, or ``"pass"`` or ``"general"`` where the view says that the seat must declare.

        *totals* are the points of the game by seat before this hand, *hands_played* is how many hands that were (None:
        guessed from the totals). The same view, totals and state of *rng* give the
        same move. *budget* is in seconds of processor time; a search that nears it stops. Who needs no time ignores it.

        :raises ValueError: if it is not the turn of the view's seat.
        """
        ...


def forced_move(view: SeatView) -> Card | None:
    """Return the card of a seat that has only one to play, else None.

    :raises ValueError: if it is not the turn of the view's seat.
    """
    if not view.is_my_turn:
        raise ValueError("A bot chooses only at the turn of its own seat.")
    return view.legal[0] if len(view.legal) == 1 else None


class RandomPlayer:
    """Any legal card, each equally likely. Never declares the general."""

    def choose(
        self,
        view: SeatView,
        totals: tuple[int, ...],
        rng: random.Random,
        budget: float,
        hands_played: int | None = None,
    ) -> Move:
        forced = forced_move(view)
        if forced is not None:
            return forced
        return "pass" if view.must_declare else rng.choice(view.legal)
