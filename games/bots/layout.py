"""Cards as the bots count with them: one bit a card, placed so that the higher bit of a suit is the higher card.

Spades are bits 0 to 7, hearts 8 to 15, diamonds 16 to 23, clubs 24 to 31. By the base rules these are the bits of
`games.engine.cards`; with the ace high they are not, so bits of this package never leave it.
A *byte* is one suit moved down to bits 0 to 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from games.engine.cards import ALL_CARDS, STRENGTH, STRENGTH_ACE_HIGH, Bits, Card, Suit

SHIFTS: Final[tuple[int, ...]] = (0, 8, 16, 24)  # of spades, hearts, diamonds, clubs
SPADES: Final[Bits] = 0xFF


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where each card lies. *jack* is the jack in a byte, *jacks* all four, *polignac* that of spades."""

    ace_high: bool
    jack: int
    jacks: Bits
    polignac: Bits
    bits: tuple[Bits, ...]  # by card number
    cards: dict[Bits, Card]  # by bit

    def bits_of(self, cards: tuple[Card, ...]) -> Bits:
        """Return *cards* as a set of bits."""
        bits = 0
        for card in cards:
            bits |= self.bits[card.number]
        return bits

    def points(self, bits: Bits) -> int:
        """Return the penalty points of a set of cards."""
        return (bits & self.jacks).bit_count() + (1 if bits & self.polignac else 0)


@cache
def layout_for(ace_high: bool) -> Layout:
    """Return the layout of the base ranks, or that of the ace high."""
    strength = STRENGTH_ACE_HIGH if ace_high else STRENGTH
    bits = tuple(1 << (card.number // 8 * 8 + strength[card.number]) for card in ALL_CARDS)
    jacks = sum(bits[card.number] for card in ALL_CARDS if card.penalty)
    jack = jacks & SPADES
    return Layout(ace_high, jack, jacks, jack, bits, dict(zip(bits, ALL_CARDS, strict=True)))


def shift_of(bit: Bits) -> int:
    """Return where the suit of one card begins."""
    return (bit.bit_length() - 1) & ~7


def suit_mask(suit: Suit) -> Bits:
    """Return all eight cards of *suit*."""
    return SPADES << 8 * list(Suit).index(suit)


def highest(bits: Bits) -> Bits:
    """Return the highest bit of a set that is not empty."""
    return 1 << bits.bit_length() - 1


def lowest(bits: Bits) -> Bits:
    """Return the lowest bit of a set that is not empty."""
    return bits & -bits
