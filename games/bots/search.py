"""Flat Monte Carlo: play each legal card out in many worlds, by policies for all seats, and take the lowest mean."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import fmean
from typing import TypeAlias

from games.engine.cards import Bits
from games.engine.rules import Seat

from .fast import play_out
from .knowledge import Knowledge
from .layout import SHIFTS
from .policy import Cast
from .worlds import Worlds

Cost: TypeAlias = Callable[[list[int]], float]  # of the points of a hand by seat, for the seat that chooses
Finish: TypeAlias = Callable[..., list[int]]  # `play_out`, or another with its arguments
Casting: TypeAlias = Callable[[list[Bits]], Cast]  # who plays the world with these hands

CHECK = 8  # worlds between looks at the clock
FIRST_LOOK = 24  # worlds before cards that are clearly worse are dropped


@dataclass(slots=True)
class Candidate:
    """A card to choose from, the state right after it (as `play_out` wants it), and what it has cost by world."""

    bit: Bits
    seat: Seat
    points: list[int]
    table: Bits
    best: Bits
    taker: Seat
    after: int
    costs: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.costs)


@dataclass(frozen=True, slots=True)
class Search:
    """How long and how to look. The *casts* play the worlds in turn, unless a *casting* chooses one for each.

    *worlds* is their number at most. *effort* is about the number of cards played in all playouts: a lead from a full
    hand then looks at fewer worlds than a choice between two cards near the end. The clock is the processor time of
    this thread, so that a busy machine changes no choice.
    """

    casts: Sequence[Cast]
    worlds: int
    keep: float = 2.5  # standard errors within which a card stays in; 0 drops none
    effort: float = inf
    finish: Finish = play_out
    clock: Callable[[], float] = time.thread_time
    casting: Casting | None = None

    def look(self, knowledge: Knowledge, source: Worlds, cost: Cost, budget: float = inf) -> list[Candidate]:
        """Return the legal cards, touching ones as one, with what they cost, the cheapest first.

        Stops early where *budget* (seconds) is used up, but not before `CHECK` worlds.
        """
        deadline = self.clock() + budget
        candidates = rest = candidates_of(knowledge)
        seat, finish = knowledge.seat, self.finish
        for number in range(self._worlds(knowledge, len(candidates))):
            hands = source.draw()
            cast = self.casting(hands) if self.casting else self.casts[number % len(self.casts)]
            for it in rest:
                held = hands[:]
                held[seat] ^= it.bit
                points = finish(held, it.seat, it.points[:], cast, it.table, it.best, it.taker, it.after)
                it.costs.append(cost(points))
            if number % CHECK == CHECK - 1:
                if self.clock() > deadline:
                    break
                if self.keep and (number + 1) % FIRST_LOOK == 0:
                    rest = self._still_in(rest)
                    if len(rest) == 1:
                        break
        return sorted(rest, key=lambda it: it.mean) + [it for it in candidates if it not in rest]

    def _worlds(self, knowledge: Knowledge, candidates: int) -> int:
        """Return how many worlds the effort is good for, but at least `FIRST_LOOK` if there may be so many."""
        plies = sum(knowledge.counts)
        return int(min(self.worlds, max(FIRST_LOOK, self.effort / (candidates * plies))))

    def _still_in(self, candidates: list[Candidate]) -> list[Candidate]:
        """Drop what is clearly dearer than the cheapest, by the differences world by world."""
        best = min(candidates, key=lambda it: it.mean)

        def is_in(it: Candidate) -> bool:
            differences = [mine - least for mine, least in zip(it.costs, best.costs, strict=True)]
            mean = fmean(differences)
            variance = fmean([difference * difference for difference in differences]) - mean * mean
            return mean <= self.keep * sqrt(max(0.0, variance) / len(differences))

        return [it for it in candidates if is_in(it)]


def candidates_of(knowledge: Knowledge) -> list[Candidate]:
    """Return one candidate for each group of touching legal cards, the highest of it."""
    bits = []
    jack = knowledge.layout.jack
    elsewhere = knowledge.out | sum(knowledge.table)
    for shift in SHIFTS:
        last = 0  # the card of this suit looked at before, from high to low
        byte, out = knowledge.legal >> shift & 0xFF, elsewhere >> shift & 0xFF
        while byte:
            bit = 1 << byte.bit_length() - 1
            byte ^= bit
            between = (last - 1) & ~(2 * bit - 1)
            touching = last and not out & between and jack not in (bit, last)
            if not touching:
                bits.append(bit << shift)
            last = bit
    return [_after(knowledge, bit) for bit in bits]


def _after(knowledge: Knowledge, bit: Bits) -> Candidate:
    """Return the state right after a legal card."""
    players = knowledge.rules.players
    best, taker = knowledge.best, knowledge.taker
    table = sum(knowledge.table) | bit
    follows = not best or (bit >> knowledge.suit_led <= 0xFF and bit >> knowledge.suit_led > 0)
    if not best or (follows and bit > best):
        best, taker = bit, knowledge.seat
    points = list(knowledge.points)
    if knowledge.after:
        return Candidate(bit, (knowledge.seat + 1) % players, points, table, best, taker, knowledge.after - 1)
    points[taker] += knowledge.layout.points(table)
    return Candidate(bit, taker, points, 0, 0, taker, 0)
