"""The levels a table offers, by name, the yardsticks of the arena, and how long each may think about a move."""

from __future__ import annotations

from .player import Player, RandomPlayer
from .thinking import AtSight, Searcher

# In every world its own seat plays by the linear policy, the others by it or by `h1` in turn: people play like neither.
CASTS = (("linear", "linear"), ("linear", "h1"))

PLAYERS: dict[str, Player] = {
    "beginner": AtSight("h0", slips=0.1),
    "club": AtSight("linear"),
    "master": Searcher(CASTS, worlds=600, effort=60_000, pool=2_000),
    "stand_in": Searcher(CASTS, worlds=200, effort=15_000),
}
YARDSTICKS: dict[str, Player] = {
    "random": RandomPlayer(),
    "h0": AtSight("h0"),
    "h1": AtSight("h1"),
    "mc": Searcher((("h0", "h0"), ("h1", "h1")), 100, keep=0.0, for_game=False),
    # Levels and a quicker search by the points of the hand alone, and that one for the game: what the totals are worth.
    "master_hand_only": Searcher(CASTS, worlds=600, effort=60_000, pool=2_000, for_game=False),
    "hand_only": Searcher(CASTS, worlds=200, effort=15_000, for_game=False),
    "quick_hand_only": Searcher(CASTS, worlds=50, effort=3_000, for_game=False),
    "quick": Searcher(CASTS, worlds=50, effort=3_000),
}

LEVELS: tuple[str, ...] = tuple(PLAYERS)
ENTRANTS: tuple[str, ...] = (*LEVELS, *YARDSTICKS)  # who may play in the arena
BUDGET: dict[str, float] = {"beginner": 0.05, "club": 0.05, "master": 0.24, "stand_in": 0.08}  # seconds a move


def player_of(level: str) -> Player:
    """Return the bot of a level, or a yardstick of the arena.

    :raises ValueError: if there is neither of that name.
    """
    try:
        return PLAYERS.get(level) or YARDSTICKS[level]
    except KeyError:
        raise ValueError(f"There is no level {level!r}: the levels are {', '.join(LEVELS)}.") from None
