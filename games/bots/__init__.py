"""Bots: who plays a seat that nobody plays. Pure, standard library only; a bot sees the view of its seat.

`choose_move` is what the rest of the site calls; `LEVELS` names the levels.
"""

from __future__ import annotations

import random

from games.engine.hand import Move
from games.engine.view import SeatView

from .levels import BUDGET, LEVELS, player_of

__all__ = ["BUDGET", "LEVELS", "choose_move"]


def choose_move(
    view: SeatView,
    *,
    totals: tuple[int, ...],
    rng: random.Random,
    level: str = "stand_in",
    hands_played: int | None = None,
) -> Move:
    """Return the move of a bot for the seat of *view*, whose turn it must be.

    *totals* are the points of the game by seat before this hand, and *hands_played* how many hands that were (None:
    guessed from the totals); *level* is one of `LEVELS`. A card, or ``"pass"`` or
    ``"general"`` where ``view.must_declare`` is set; always legal.

    :raises ValueError: if it is not the turn of the view's seat, or there is no such level.
    """
    return player_of(level).choose(view, totals, rng, BUDGET.get(level, 0.1), hands_played)
