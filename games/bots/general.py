"""The general: when to declare it, how to make it and how to stop it. All by sight."""

from __future__ import annotations

from games.engine.cards import Bits

from .knowledge import Knowledge, byte_of
from .layout import SHIFTS, highest, lowest


def sure_tricks(mine: int, out: int, opponents: int) -> int:
    """Guess how many cards of one suit take a trick when led from the top: bytes of own cards and those of others.

    The out cards are taken to lie a little worse than evenly.
    """
    winners, rounds = 0, 0
    while mine:
        card = highest(mine)
        mine ^= card
        fallen = rounds * opponents  # at most; taken to be so after one round more than it needs when even
        if card < out and out.bit_count() > fallen - opponents + 1 and out.bit_count() > rounds:
            break
        winners += 1
        rounds += 1
    return winners


def should_declare(knowledge: Knowledge) -> bool:
    """Whether this seat can hope to take every trick: all its cards are winners, and the first lead does not hurt."""
    mine, out = knowledge.mine, knowledge.out
    opponents = knowledge.rules.players - 1
    winners = sum(sure_tricks(byte_of(mine, shift), byte_of(out, shift), opponents) for shift in SHIFTS)
    if winners < knowledge.rules.hand_size:
        return False
    return knowledge.leader == knowledge.seat or all(byte_of(mine, shift) > byte_of(out, shift) for shift in SHIFTS)


def card_for_general(knowledge: Knowledge) -> Bits:
    """Return a card while a general is alive: the declarer's own, or one against it."""
    if knowledge.declarer == knowledge.seat:
        return _make(knowledge)
    return _stop(knowledge)


def _make(knowledge: Knowledge) -> Bits:
    """Lead from the suit that is safest from the top; follow as high as possible; discard the lowest."""
    if knowledge.table:
        following = knowledge.legal & 0xFF << knowledge.suit_led == knowledge.legal
        if not following:
            return _lowest_card(knowledge.legal)
        above = knowledge.legal & ~(knowledge.best - 1)
        if knowledge.after == 0 and above:
            return lowest(above)
        return highest(knowledge.legal)

    def risk(shift: int) -> tuple[int, int]:
        mine, out = byte_of(knowledge.mine, shift), byte_of(knowledge.out, shift)
        return (out & ~(highest(mine) - 1)).bit_count(), -mine.bit_count()

    best = min((shift for shift in SHIFTS if byte_of(knowledge.mine, shift)), key=risk)
    return highest(byte_of(knowledge.mine, best)) << best


def _stop(knowledge: Knowledge) -> Bits:
    """Take a trick from the declarer; else keep what may take one later."""
    legal, declarer = knowledge.legal, knowledge.declarer
    if not knowledge.table or legal >> knowledge.suit_led & 0xFF == 0:
        return highest_lead(legal) if not knowledge.table else _least_useful(knowledge)
    above = legal & ~(knowledge.best - 1)
    plain = above & ~knowledge.layout.jacks or above
    seats_before = [(knowledge.leader + place) % knowledge.rules.players for place in range(len(knowledge.table))]
    if knowledge.taker == declarer:
        return lowest(plain) if above else _throwaway(knowledge)
    if declarer in seats_before:
        return _throwaway(knowledge)  # it is stopped already: from now on every point counts
    return highest(above) if above else lowest(legal)


def highest_lead(legal: Bits) -> Bits:
    """Return the highest card of any suit."""
    return max(
        (highest(byte_of(legal, shift)) << shift for shift in SHIFTS if byte_of(legal, shift)),
        key=lambda bit: (bit.bit_length() - 1) & 7,
    )


def _throwaway(knowledge: Knowledge) -> Bits:
    """Duck: a jack if it goes to another seat, else the highest card that does not take, else the lowest."""
    below = knowledge.legal & (knowledge.best - 1)
    if not below:
        return lowest(knowledge.legal)
    if knowledge.taker == knowledge.declarer:
        return lowest(below)  # the high ones may stop it later
    return below & knowledge.layout.jacks or highest(below)


def _lowest_card(legal: Bits) -> Bits:
    return min(
        (lowest(byte_of(legal, shift)) << shift for shift in SHIFTS if byte_of(legal, shift)),
        key=lambda bit: (bit.bit_length() - 1) & 7,
    )


def _least_useful(knowledge: Knowledge) -> Bits:
    """Discard from a suit that holds no hope of stopping the declarer, lowest first."""

    def hope(shift: int) -> tuple[int, int]:
        mine, out = byte_of(knowledge.mine, shift), byte_of(knowledge.out, shift)
        above = (out & ~(highest(mine) - 1)).bit_count()
        length = mine.bit_count()
        return (1 if length > above else 0, length)

    best = min((shift for shift in SHIFTS if byte_of(knowledge.mine, shift)), key=hope)
    return lowest(byte_of(knowledge.mine, best)) << best
