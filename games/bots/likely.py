"""Worlds by what the other seats have played: a world in which their plays make sense comes more often."""

from __future__ import annotations

import random
import time
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import inf, prod

from games.engine.cards import Bits
from games.engine.rules import Seat

from .habits import Habit, Seen
from .knowledge import ALL, Knowledge
from .layout import SPADES
from .worlds import Worlds

GOLDEN = 0.6180339887498949  # steps of this size round a circle leave no gap for long
LOOK = 50  # worlds between looks at the clock and at what the pool is worth
ENOUGH = 200  # worlds of equal weight: more tell little more


class LikelyWorlds(Worlds):
    """A source of worlds that come as often as they explain the plays *seen*.

    A pool of worlds is drawn as `Worlds` draws them: until they are worth `ENOUGH` equal ones, but at most *pool*. Each
    weighs as much as the plays of all other seats are likely in it, where a seat has one of *habits* for the whole
    hand, each beforehand as likely as its number says.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        rng: random.Random,
        seen: Sequence[Sequence[Seen]],
        habits: Sequence[tuple[Habit, float]],
        pool: int,
        *,
        deadline: float = inf,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        super().__init__(knowledge, rng)
        self.habits = [habit for habit, _ in habits]
        self.beforehand = tuple(chance for _, chance in habits)
        # By seat: the plays, which cards told (of a seat that follows, those of the suit), the chances by those cards.
        self.seen: list[list[tuple[Seen, Bits, dict[Bits, tuple[float, ...]]]]] = [
            [(play, SPADES << play.shift if play.kind == "follow" else ALL, {}) for play in plays] for plays in seen
        ]
        self.known: list[dict[Bits, tuple[float, ...]]] = [{} for _ in seen]
        self.at = rng.random()
        self.pool: list[list[Bits]] = []
        if any(seen):
            self._fill(pool, deadline, clock)

    def draw(self) -> list[Bits]:
        """Return the hands of one world, by seat, with the own one in its place."""
        if not self.pool:
            return super().draw()
        self.at = (self.at + GOLDEN) % 1.0
        return self.pool[bisect(self.sums, self.at * self.sums[-1], hi=len(self.sums) - 1)][:]

    def habits_in(self, hands: list[Bits]) -> list[Habit | None]:
        """Draw the habit of each seat, as likely as it explains the plays of the hand that the world gives the seat."""
        return [
            None if seat == self.seat else self.rng.choices(self.habits, self.explain(seat, held))[0]
            for seat, held in enumerate(hands)
        ]

    def explain(self, seat: Seat, held: Bits) -> tuple[float, ...]:
        """Return, for each habit, how likely it is and makes what *seat* has played, if it holds *held* now."""
        found = self.known[seat].get(held)
        if found is None:
            found = self.beforehand
            for play, telling, by_cards in self.seen[seat]:
                mine = held | play.since
                chances = by_cards.get(mine & telling)
                if chances is None:
                    out = play.unplayed & ~mine
                    chances = tuple([habit.chance(play, mine, out) for habit in self.habits])
                    by_cards[mine & telling] = chances
                found = tuple([one * other for one, other in zip(found, chances, strict=True)])
            self.known[seat][held] = found
        return found

    def _fill(self, size: int, deadline: float, clock: Callable[[], float]) -> None:
        """Draw the pool, as long as there is time, and add up the weights."""
        weights: list[float] = []
        seats = [seat for seat, plays in enumerate(self.seen) if plays]
        for number in range(size):
            hands = super().draw()
            self.pool.append(hands)
            weights.append(prod([sum(self.explain(seat, hands[seat])) for seat in seats]))
            if number % LOOK == LOOK - 1 and (clock() > deadline or _worth(weights) >= ENOUGH):
                break
        self.sums = list(accumulate(weights))


def _worth(weights: list[float]) -> float:
    """Return how many equal weights would tell as much (Kish's effective sample size)."""
    return sum(weights) ** 2 / sum([weight * weight for weight in weights])
