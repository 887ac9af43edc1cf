"""What the linear policy looks at: each card gets a few numbers, each the place of one weight.

All of it is relative, so that the same weights serve every suit and both rankings: how many cards of the suit in other
hands are higher and lower, where its jack is, how long the suit is. Counts are cut off where more makes no difference.
"""

from __future__ import annotations

from typing import Final

# Where the jack of the suit is: this very card, elsewhere in the own hand, out and lower than this card, out and
# higher, or played.
THIS, OWN, BELOW, ABOVE, GONE = range(5)

LEAD_SIZES: Final = (2 * 5 * 6 * 5, 5 * 9 * 8, 2 * 5 * 6 * 4, 5 * 4 * 4 * 2, 5 * 6 * 5 * 4)
DISCARD_SIZES: Final = LEAD_SIZES
FOLLOW_SIZES: Final = (3 * 5 * 6 * 4, 3 * 5 * 5 * 4, 3 * 2 * 5 * 6 * 5, 3 * 5 * 4 * 4, 3 * 5 * 9 * 8)


def starts_of(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place at which each group of weights begins, and the number of all."""
    starts = [0]
    for size in sizes:
        starts.append(starts[-1] + size)
    return tuple(starts)


_LEAD: Final = starts_of(LEAD_SIZES)
_FOLLOW: Final = starts_of(FOLLOW_SIZES)
NUMBER_OF_WEIGHTS: Final = {"lead": _LEAD[-1], "discard": _LEAD[-1], "follow": _FOLLOW[-1]}


def of_free_card(
    mine: int, out: int, bit: int, jack: int, *, cost: int, points_out: int
) -> tuple[int, int, int, int, int]:
    """Return the places of the weights of a lead or a discard: *bit* of the suit's byte *mine*."""
    where = where_is_jack(mine, out, bit, jack)
    low, high = (out & (bit - 1)).bit_count(), (out & -2 * bit).bit_count()
    length, others = mine.bit_count() - 1, out.bit_count()
    under, over = (mine & (bit - 1)).bit_count(), (mine & -2 * bit).bit_count()
    low, high, under, over = min(low, 5), min(high, 4), min(under, 3), min(over, 3)
    dear = cost - 1
    return (
        ((dear * 5 + where) * 6 + low) * 5 + high,
        _LEAD[1] + (where * 9 + others) * 8 + min(length, 7),
        _LEAD[2] + ((dear * 5 + where) * 6 + points_out) * 4 + min(high, 1) * 2 + min(low, 1),
        _LEAD[3] + ((where * 4 + under) * 4 + over) * 2 + dear,
        _LEAD[4] + ((where * 6 + low) * 5 + high) * 4 + min(length, 3),
    )


def of_following_card(
    mine: int, out: int, bit: int, jack: int, *, cost: int, best: int, after: int, on_table: int
) -> tuple[int, int, int, int, int]:
    """Return the places of the weights of a card of the suit led; *best* takes the trick so far."""
    where = where_is_jack(mine, out, bit, jack)
    low, high = min((out & (bit - 1)).bit_count(), 5), min((out & -2 * bit).bit_count(), 4)
    length, others = mine.bit_count() - 1, out.bit_count()
    under, over = (mine & (bit - 1)).bit_count(), (mine & -2 * bit).bit_count()
    takes = 0 if bit < best else 2 if after == 0 else 1  # no, perhaps, for sure
    return (
        ((takes * 5 + where) * 6 + after) * 4 + min(on_table, 3),
        _FOLLOW[1] + ((takes * 5 + where) * 5 + high) * 4 + min(after, 3),
        _FOLLOW[2] + (((takes * 2 + cost - 1) * 5 + where) * 6 + low) * 5 + high,
        _FOLLOW[3] + ((takes * 5 + where) * 4 + min(under, 3)) * 4 + min(over, 3),
        _FOLLOW[4] + ((takes * 5 + where) * 9 + others) * 8 + min(length, 7),
    )


def where_is_jack(mine: int, out: int, bit: int, jack: int) -> int:
    """Return where the jack of the suit is, as seen from one card."""
    if bit == jack:
        return THIS
    if mine & jack:
        return OWN
    if out & jack:
        return BELOW if bit > jack else ABOVE
    return GONE
