"""The rules once more, in whole numbers and without a check: to play a hand out many thousand times a second.

It plays only cards it has found to be legal; the tests prove that it gives the points that `games.engine` gives. Cards
are bits of a `Layout`. A general is not known here (see `games.bots.general`).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import Bits
from games.engine.rules import Seat

from .layout import Layout
from .policy import Cast


def play_out(
    hands: list[Bits],
    seat: Seat,
    points: list[int],
    cast: Cast,
    table: Bits = 0,
    best: Bits = 0,
    taker: Seat = 0,
    after: int = 0,
) -> list[int]:
    """Play a hand to its end, each seat by its policy; return *points* with those of the jacks added, by seat.

    *seat* is to play. In the middle of a trick *table* is its cards, *best* the one that takes it so far, *taker* its
    seat and *after* how many seats play after *seat*; else *table* is 0. *hands* and *points* are used up.
    """
    jacks, polignac = cast.layout.jacks, cast.layout.polignac
    leads, discards = cast.leads, cast.discards
    follows_spades, follows_others = cast.follows_spades, cast.follows_others
    players = len(hands)
    unplayed = 0
    for held in hands:
        unplayed |= held
    shift = (best.bit_length() - 1) & ~7 if table else 0
    while True:
        held = hands[seat]
        if not table:
            if not unplayed & jacks:
                return points
            if held & (held - 1):
                out = unplayed ^ held
                spades, others = leads[seat][out & jacks]
                worth = 1e9
                if mine := held & 0xFF:
                    worth, bit = spades[mine << 8 | out & 0xFF]
                if mine := held & 0xFF00:
                    other, card = others[mine | out >> 8 & 0xFF]
                    if other < worth:
                        worth, bit = other, card << 8
                if mine := held & 0xFF0000:
                    other, card = others[mine >> 8 | out >> 16 & 0xFF]
                    if other < worth:
                        worth, bit = other, card << 16
                if mine := held >> 24:
                    other, card = others[mine << 8 | out >> 24]
                    if other < worth:
                        bit = card << 24
            else:
                bit = held
            shift = (bit.bit_length() - 1) & ~7
            table = best = bit
            taker = seat
            after = players - 1
        else:
            mine = held >> shift & 0xFF
            if mine:
                if mine & (mine - 1):
                    on_table = table & jacks
                    if on_table:
                        on_table = on_table.bit_count() + (on_table & polignac and 1)
                    key = (
                        mine << 18
                        | ((unplayed ^ held) >> shift & 0xFF) << 10
                        | (best.bit_length() - 1 - shift) << 7
                        | after << 4
                        | on_table
                    )
                    bit = (follows_others if shift else follows_spades)[seat][key] << shift
                else:
                    bit = mine << shift
                if bit > best:
                    best = bit
                    taker = seat
            elif held & (held - 1):
                out = unplayed ^ held
                spades, others = discards[seat][out & jacks]
                worth = 1e9
                if mine := held & 0xFF:
                    worth, bit = spades[mine << 8 | out & 0xFF]
                if mine := held & 0xFF00:
                    other, card = others[mine | out >> 8 & 0xFF]
                    if other < worth:
                        worth, bit = other, card << 8
                if mine := held & 0xFF0000:
                    other, card = others[mine >> 8 | out >> 16 & 0xFF]
                    if other < worth:
                        worth, bit = other, card << 16
                if mine := held >> 24:
                    other, card = others[mine << 8 | out >> 24]
                    if other < worth:
                        bit = card << 24
            else:
                bit = held
            table |= bit
        hands[seat] = held ^ bit
        unplayed ^= bit
        if after:
            after -= 1
            seat += 1
            if seat == players:
                seat = 0
        else:
            if taken := table & jacks:
                points[taker] += taken.bit_count() + (taken & polignac and 1)
            seat = taker
            table = 0


def play_at_random(hands: list[Bits], seat: Seat, layout: Layout, draws: Sequence[int]) -> list[int]:
    """Play a whole hand at random from *seat*'s lead; return the points of the jacks by seat. *hands* are used up.

    *draws* has a number from 0 to 255 for each ply: of n legal cards from low to high it picks number
    ``draw * n >> 8``, so each is as likely as the others to within 1 in 256.
    """
    jacks, polignac = layout.jacks, layout.polignac
    players = len(hands)
    points = [0] * players
    table = best = mask = 0
    taker = seat
    after = players - 1
    for draw in draws:
        held = hands[seat]
        if not held & (held - 1):
            bit = held
            if not table:
                mask = 0xFF << ((bit.bit_length() - 1) & ~7)
                best, taker = bit, seat
            elif bit & mask and bit > best:
                best, taker = bit, seat
        elif mine := held & mask:
            if mine & (mine - 1):
                rest = mine
                for _ in range(draw * mine.bit_count() >> 8):
                    rest &= rest - 1
                bit = rest & -rest
            else:
                bit = mine
            if bit > best:
                best, taker = bit, seat
        else:
            rest = held
            for _ in range(draw * held.bit_count() >> 8):
                rest &= rest - 1
            bit = rest & -rest
            if not table:
                mask = 0xFF << ((bit.bit_length() - 1) & ~7)
                best, taker = bit, seat
        hands[seat] = held ^ bit
        table |= bit
        if after:
            after -= 1
            seat += 1
            if seat == players:
                seat = 0
        else:
            if taken := table & jacks:
                points[taker] += taken.bit_count() + (taken & polignac and 1)
            seat = taker
            after = players - 1
            table = mask = 0
    return points
