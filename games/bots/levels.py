"""The levels a table offers, by name, and how long each may think about a move."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from games.engine.hand import Move
from games.engine.view import SeatView

from .general import card_for_general, should_declare
from .heuristics import H0, H1
from .knowledge import read
from .layout import layout_for
from .player import Player, forced_move
from .policy import Policy

LEVELS: tuple[str, ...] = ("beginner", "club", "master", "stand_in")
BUDGET: dict[str, float] = {"beginner": 0.05, "club": 0.05, "master": 0.8, "stand_in": 0.08}  # seconds a move

POLICIES: dict[str, type[Policy]] = {"h0": H0, "h1": H1}


@cache
def policy_of(name: str, ace_high: bool, players: int) -> Policy:
    """Return a policy with its tables, which all moves of this process share."""
    return POLICIES[name](layout_for(ace_high), players)


@dataclass(frozen=True, slots=True)
class PolicyPlayer:
    """Plays a policy at sight, and the general by its own rules."""

    policy: str

    def choose(self, view: SeatView, totals: tuple[int, ...], rng: random.Random, budget: float) -> Move:
        forced = forced_move(view)
        if forced is not None:
            return forced
        knowledge = read(view)
        if view.must_declare:
            return "general" if should_declare(knowledge) else "pass"
        if knowledge.general_is_alive:
            return knowledge.layout.cards[card_for_general(knowledge)]
        policy = policy_of(self.policy, view.rules.ace_high, view.rules.players)
        return knowledge.layout.cards[policy.choose(knowledge)]


PLAYERS: dict[str, Player] = {
    "beginner": PolicyPlayer("h0"),
    "club": PolicyPlayer("h1"),
    "master": PolicyPlayer("h1"),
    "stand_in": PolicyPlayer("h1"),
}


def player_of(level: str) -> Player:
    """Return the bot of a level.

    :raises ValueError: if there is no such level.
    """
    try:
        return PLAYERS[level]
    except KeyError:
        raise ValueError(f"There is no level {level!r}: the levels are {', '.join(LEVELS)}.") from None
