"""What to play at sight, without search: a policy looks at one suit at a time, so its answers fit in tables.

A policy weighs three things: a lead, a card of the suit led, a discard. It sees a suit as two bytes, *mine* and *out*
(the cards of it in other hands). Worths are costs: the lowest is played; a tie goes to the first suit of the layout.
Answers are worked out when first asked for and then kept, since playouts ask millions of times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from games.engine.cards import Bits

from .knowledge import Knowledge
from .layout import SHIFTS, Layout

Worth: TypeAlias = tuple[float, int]  # what it costs, and the card as a bit of the byte
Answer = TypeVar("Answer")


class Memo(dict[int, Answer], Generic[Answer]):
    """Answers by key, each worked out when it is first missing."""

    def __init__(self, work_out: Callable[[int], Answer]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: int) -> Answer:
        answer = self[key] = self.work_out(key)
        return answer


Worths: TypeAlias = tuple[Memo[Worth], Memo[Worth]]  # for spades, for another suit; key: mine << 8 | out


class Policy:
    """The tables, and how to look into them. Subclasses say what a lead, a follow and a discard are worth.

    *cost* is that of the suit's jack (2 or 1); *points_out* the points of all jacks in other hands; *best* the card of
    the byte that takes the trick so far; *after* how many seats play after this one; *on_table* the points in it.
    """

    def __init__(self, layout: Layout, players: int) -> None:
        self.layout = layout
        self.players = players
        self.leads: Memo[Worths] = Memo(self._lead_tables)  # key: the jacks in other hands, as bits
        self.discards: Memo[Worths] = Memo(self._discard_tables)
        # Key: mine << 18 | out << 10 | number of best << 7 | after << 4 | on_table; for spades, for another suit.
        self.follows: tuple[Memo[int], Memo[int]] = (Memo(self._follow_for(2)), Memo(self._follow_for(1)))
        self._by_points: dict[tuple[str, int], Worths] = {}

    def lead(self, mine: int, out: int, *, cost: int, points_out: int) -> Worth:
        """Return the best lead from one suit held."""
        raise NotImplementedError

    def follow(self, mine: int, out: int, *, cost: int, best: int, after: int, on_table: int) -> int:
        """Return the card to play from two or more of the suit led."""
        raise NotImplementedError

    def discard(self, mine: int, out: int, *, cost: int, points_out: int) -> Worth:
        """Return the best discard from one suit held."""
        raise NotImplementedError

    def choose(self, knowledge: Knowledge) -> Bits:
        """Return the card this policy plays at a turn."""
        mine, out = knowledge.mine, knowledge.out
        if knowledge.legal.bit_count() == 1:
            return knowledge.legal
        if not knowledge.table:
            return cheapest(self.leads[out & self.layout.jacks], mine, out)
        shift = knowledge.suit_led
        if not mine >> shift & 0xFF:
            return cheapest(self.discards[out & self.layout.jacks], mine, out)
        best = (knowledge.best.bit_length() - 1) & 7
        on_table = self.layout.points(sum(knowledge.table))
        key = (mine >> shift & 0xFF) << 18 | (out >> shift & 0xFF) << 10 | best << 7 | knowledge.after << 4 | on_table
        return self.follows[1 if shift else 0][key] << shift

    def _lead_tables(self, jacks_out: int) -> Worths:
        return self._tables("lead", self.lead, self.layout.points(jacks_out))

    def _discard_tables(self, jacks_out: int) -> Worths:
        return self._tables("discard", self.discard, self.layout.points(jacks_out))

    def _tables(self, kind: str, work_out: Callable[..., Worth], points_out: int) -> Worths:
        """Return one pair of tables for each number of points that are out, whichever jacks they are of."""

        def for_cost(cost: int) -> Memo[Worth]:
            return Memo(lambda key: work_out(key >> 8, key & 0xFF, cost=cost, points_out=points_out))

        return self._by_points.setdefault((kind, points_out), (for_cost(2), for_cost(1)))

    def _follow_for(self, cost: int) -> Callable[[int], int]:
        return lambda key: self.follow(
            key >> 18, key >> 10 & 0xFF, cost=cost, best=1 << (key >> 7 & 7), after=key >> 4 & 7, on_table=key & 15
        )


class Cast:
    """Who plays which seat of a playout: the tables of their policies, by seat."""

    def __init__(self, policies: Sequence[Policy]) -> None:
        self.layout = policies[0].layout
        self.leads = tuple(policy.leads for policy in policies)
        self.discards = tuple(policy.discards for policy in policies)
        self.follows_spades = tuple(policy.follows[0] for policy in policies)
        self.follows_others = tuple(policy.follows[1] for policy in policies)


def cheapest(tables: Worths, mine: Bits, out: Bits) -> Bits:
    """Return the card of least worth over the suits held."""
    least, card = float("inf"), 0
    for shift in SHIFTS:
        byte = mine >> shift & 0xFF
        if byte:
            worth, bit = tables[1 if shift else 0][byte << 8 | out >> shift & 0xFF]
            if worth < least:
                least, card = worth, bit << shift
    return card
