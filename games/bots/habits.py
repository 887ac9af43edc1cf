"""Habits: ways a seat may play, each with the chance it gives to a card that was seen played.

A strict habit plays by a policy, but for slips. A soft one plays the dearer cards of the linear policy more seldom.
Touching cards are one: which of them was played tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Literal, Protocol, TypeAlias

from games.engine.cards import Bits
from games.engine.rules import Seat
from games.engine.view import SeatView

from .layout import SHIFTS, SPADES, Layout, shift_of
from .linear import Linear
from .policy import Memo, Policy, Worth, cheapest

SLIP = 0.1  # the part of its cards that a strict habit plays otherwise …
EACH_SLIP = 0.03  # … and the chance of each of those, as if three others could be played
SOFTNESS = 0.1  # points: a card dearer by this is played e times more seldom
STRAY = 0.02  # the least chance a soft habit gives to a card

Chances: TypeAlias = tuple[float, tuple[float, ...]]  # the sum over a suit; by place, touching cards with their sum


@dataclass(frozen=True, slots=True)
class Seen:
    """A card that another seat has played, and the moment as that seat saw it."""

    kind: Literal["lead", "follow", "discard"]
    shift: int  # where the suit of the card begins
    place: int  # of the card, in the byte of its suit
    since: Bits  # what the seat has played from this card on
    unplayed: Bits  # the cards in all hands, this one among them
    best: int  # the place of the card that took the trick; of no meaning unless the seat followed
    after: int  # seats that played to the trick after this one
    on_table: int  # points in the trick


class Habit(Protocol):
    """A way to play. *policy* names what plays a world out in its place."""

    policy: str

    def chance(self, seen: Seen, mine: Bits, out: Bits) -> float:
        """Return how likely a seat that held *mine*, with *out* in other hands, was to play the card seen."""
        ...


class Strict:
    """Plays the card of a policy, but for slips."""

    def __init__(self, policy: str, plays: Policy) -> None:
        self.policy, self.plays = policy, plays

    def chance(self, seen: Seen, mine: Bits, out: Bits) -> float:
        plays, shift, layout = self.plays, seen.shift, self.plays.layout
        suit, others = mine >> shift & SPADES, out >> shift & SPADES
        if seen.kind == "follow":
            if not suit & (suit - 1):
                return 1.0
            key = suit << 18 | others << 10 | seen.best << 7 | seen.after << 4 | seen.on_table
            card = plays.follows[1 if shift else 0][key] << shift
            others |= 1 << seen.best
        else:
            if not mine & (mine - 1):
                return 1.0
            tables = plays.leads if seen.kind == "lead" else plays.discards
            card = cheapest(tables[out & layout.jacks], mine, out)
        return 1.0 - SLIP if card >> shift & touching(suit, others, 1 << seen.place, layout.jack) else EACH_SLIP


class Soft:
    """Plays each card the more seldom the dearer the linear policy finds it."""

    policy = "linear"

    def __init__(self, plays: Linear) -> None:
        self.plays = plays
        # Key: mine << 8 | out; for spades, for another suit.
        self._free: dict[tuple[str, int], tuple[Memo[Chances], Memo[Chances]]] = {}
        # Key as in `Policy.follows`; for spades, for another suit.
        self._follows = (Memo(self._following(2)), Memo(self._following(1)))

    def chance(self, seen: Seen, mine: Bits, out: Bits) -> float:
        shift = seen.shift
        suit, others = mine >> shift & SPADES, out >> shift & SPADES
        if seen.kind == "follow":
            if not suit & (suit - 1):
                return 1.0
            key = suit << 18 | others << 10 | seen.best << 7 | seen.after << 4 | seen.on_table
            total, by_place = self._follows[1 if shift else 0][key]
        else:
            if not mine & (mine - 1):
                return 1.0
            tables = self._free_tables(seen.kind, self.plays.layout.points(out))
            total = 0.0
            for at in SHIFTS:
                byte = mine >> at & SPADES
                if byte:
                    total += tables[1 if at else 0][byte << 8 | out >> at & SPADES][0]
            by_place = tables[1 if shift else 0][suit << 8 | others][1]
        chance: float = by_place[seen.place] / total
        return STRAY + (1.0 - STRAY) * chance

    def _free_tables(self, kind: str, points_out: int) -> tuple[Memo[Chances], Memo[Chances]]:
        found = self._free.get((kind, points_out))
        if found is None:
            worths = self.plays.worths_of_leads if kind == "lead" else self.plays.worths_of_discards

            def for_cost(cost: int) -> Memo[Chances]:
                def work_out(key: int) -> Chances:
                    mine, out = key >> 8, key & SPADES
                    return self._chances(mine, out, worths(mine, out, cost=cost, points_out=points_out))

                return Memo(work_out)

            found = self._free[kind, points_out] = (for_cost(2), for_cost(1))
        return found

    def _following(self, cost: int) -> Callable[[int], Chances]:
        def work_out(key: int) -> Chances:
            mine, out, best = key >> 18, key >> 10 & SPADES, 1 << (key >> 7 & 7)
            after, on_table = key >> 4 & 7, key & 15
            worths = self.plays.worths_of_following(mine, out, cost=cost, best=best, after=after, on_table=on_table)
            return self._chances(mine, out | best, worths)

        return work_out

    def _chances(self, mine: int, others: int, worths: list[Worth]) -> Chances:
        by_bit = {bit: exp(-worth / SOFTNESS) for worth, bit in worths}
        by_place = [0.0] * 8
        for bit in by_bit:
            alike = touching(mine, others, bit, self.plays.layout.jack)
            by_place[bit.bit_length() - 1] = sum(chance for other, chance in by_bit.items() if other & alike)
        return sum(by_bit.values()), tuple(by_place)


def touching(mine: int, others: int, bit: int, jack: int) -> int:
    """Return the cards of the byte *mine* that do what *bit* does: none of *others* and no jack lies between."""
    alike = bit
    if bit == jack:
        return alike
    above = bit << 1
    while above <= 0x80 and above != jack and not others & above:
        alike |= mine & above
        above <<= 1
    below = bit >> 1
    while below and below != jack and not others & below:
        alike |= mine & below
        below >>= 1
    return alike


def plays_seen(view: SeatView, layout: Layout) -> tuple[tuple[Seen, ...], ...]:
    """Return the cards the other seats have played in the hand, by seat, the newest first."""
    players = view.rules.players
    moments = []  # of each play: its seat, the card, the cards on the table before it
    for trick in (*view.tricks, view.trick):
        table: tuple[Bits, ...] = ()
        for seat, card in trick.by_seat(players):
            bit = layout.bits[card.number]
            moments.append((seat, bit, table))
            table = (*table, bit)
    unplayed = layout.bits_of(view.rules.pack) & ~sum(bit for _, bit, _ in moments)
    since = [0] * players
    seen: list[list[Seen]] = [[] for _ in range(players)]
    for seat, bit, table in reversed(moments):
        since[seat] |= bit
        unplayed |= bit
        if seat != view.seat:
            seen[seat].append(_seen(layout, seat, bit, table, since, unplayed))
    return tuple(tuple(plays) for plays in seen)


def _seen(layout: Layout, seat: Seat, bit: Bits, table: tuple[Bits, ...], since: list[Bits], unplayed: Bits) -> Seen:
    shift = shift_of(bit)
    best = max((other for other in table if shift_of(other) == shift_of(table[0])), default=0)
    return Seen(
        kind="lead" if not table else "follow" if shift_of(best) == shift else "discard",
        shift=shift,
        place=bit.bit_length() - 1 - shift,
        since=since[seat],
        unplayed=unplayed,
        best=best.bit_length() - 1 - shift_of(best) if best else 0,
        after=len(since) - 1 - len(table),
        on_table=layout.points(sum(table)),
    )
