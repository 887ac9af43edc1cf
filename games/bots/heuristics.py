"""Three simple policies: they are the yardstick of the others, and the beginner's play.

`H0` ducks and throws jacks. `H1` is `H0` that keeps track of the jacks and leads by expected penalty.
"""

from __future__ import annotations

from .layout import highest, lowest
from .policy import Policy, Worth

RID_OF_A_JACK = 0.5  # what it is worth to have lost one's own jack to another seat, per point


class H0(Policy):
    """Lead the lowest card; follow with the highest that does not take, else the lowest; discard jacks, then high."""

    def lead(self, mine: int, out: int, *, cost: int, points_out: int) -> Worth:
        bit = lowest(mine)
        return bit.bit_length(), bit

    def follow(self, mine: int, out: int, *, cost: int, best: int, after: int, on_table: int) -> int:
        below = mine & (best - 1)
        return highest(below) if below else lowest(mine)

    def discard(self, mine: int, out: int, *, cost: int, points_out: int) -> Worth:
        if mine & self.layout.jack:
            return -10.0 * cost, self.layout.jack
        bit = highest(mine)
        return -bit.bit_length(), bit


class H1(H0):
    """Like `H0`, but lead the card that is expected to cost least."""

    def lead(self, mine: int, out: int, *, cost: int, points_out: int) -> Worth:
        worths = []
        rest = mine
        while rest:
            bit = lowest(rest)
            rest ^= bit
            worths.append((self._expected_penalty(bit, out, cost, points_out) + bit.bit_length() / 100, bit))
        return min(worths)

    def _expected_penalty(self, bit: int, out: int, cost: int, points_out: int) -> float:
        """Guess what leading *bit* costs: the chance to take the trick times what may fall into it."""
        jack = self.layout.jack
        opponents = self.players - 1
        lower, higher = (out & (bit - 1)).bit_count(), (out & -2 * bit).bit_count()
        may_duck = 1 - (1 - 1 / opponents) ** lower  # the holder of a higher card has a lower one as well
        takes = may_duck**higher
        is_void = (1 - 1 / opponents) ** (lower + higher)  # any one opponent
        own = cost if out & jack else 0
        falls = (points_out - own) * is_void
        if out & jack and bit > jack:
            falls += cost
        if bit == jack:
            return takes * (falls + cost) - (1 - takes) * RID_OF_A_JACK * cost
        return takes * falls
