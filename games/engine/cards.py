"""Cards, their penalties and the pack.

A set of cards is a whole number, one bit a card (`Bits`): a hand of a million moves is then replayed in seconds.
`bits_of` and `cards_in` go from cards to bits and back.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeAlias

Bits: TypeAlias = int  # a set of cards: bit `card.number` is set for each


class Suit(StrEnum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """Ranks from low to high: by the base rules the ace stands between the ten and the jack."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    ACE = "A"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class NotACard(ValueError):
    """The text names no card of the 32 in their exact spelling."""


class Card:
    """One of the 32 cards. Each exists once, so ``is`` and ``==`` agree; cards sort by suit, then by rank.

    ``number`` is 0 to 31 (eight a suit, from low to high), ``bit`` is ``1 << number``, ``suit_bits`` all eight cards
    of its suit, ``penalty`` the points it costs whoever takes it: 2 for the Polignac, 1 for another jack.
    """

    __slots__ = ("bit", "number", "penalty", "rank", "suit", "suit_bits", "text")

    rank: Final[Rank]
    suit: Final[Suit]
    text: Final[str]
    number: Final[int]
    bit: Final[Bits]
    suit_bits: Final[Bits]
    penalty: Final[int]

    def __init__(self, rank: Rank, suit: Suit) -> None:
        """Not for callers: take cards from `Card.parse` or from a pack."""
        suit_number = list(Suit).index(suit)
        self.rank = rank
        self.suit = suit
        self.text = rank + suit
        self.number = suit_number * 8 + list(Rank).index(rank)
        self.bit = 1 << self.number
        self.suit_bits = 0xFF << suit_number * 8
        self.penalty = 0 if rank is not Rank.JACK else 2 if suit is Suit.SPADES else 1

    @staticmethod
    def parse(text: str) -> Card:
        """Return the card written as rank then suit: ``JS`` is the jack of spades.

        :raises NotACard: if *text* is not exactly one of the 32.
        """
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise NotACard(
                f"{text!r} is not a card: write rank then suit, such as JS for the jack of spades."
            ) from None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __lt__(self, other: Card) -> bool:
        return self.number < other.number

    def __hash__(self) -> int:
        return self.number

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.parse, (self.text,)  # a copy or a pickle is the same card again


ALL_CARDS: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
_BY_TEXT: Final[dict[str, Card]] = {card.text: card for card in ALL_CARDS}

POLIGNAC: Final[Card] = Card.parse("JS")
JACKS: Final[tuple[Card, ...]] = tuple(card for card in ALL_CARDS if card.rank is Rank.JACK)
BLACK_SEVENS: Final[tuple[Card, ...]] = (Card.parse("7S"), Card.parse("7C"))
POINTS_IN_A_HAND: Final[int] = sum(card.penalty for card in ALL_CARDS)

# How high a card is within its suit, by its number: by the base rules, and with the ace high.
STRENGTH: Final[tuple[int, ...]] = tuple(card.number % 8 for card in ALL_CARDS)
STRENGTH_ACE_HIGH: Final[tuple[int, ...]] = tuple("789TJQKA".index(card.rank) for card in ALL_CARDS)


def pack_for(players: int) -> tuple[Card, ...]:
    """Return the pack in order: 32 cards for four players, 30 without the black sevens for three, five or six."""
    return ALL_CARDS if players == 4 else tuple(card for card in ALL_CARDS if card not in BLACK_SEVENS)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards written in *text*, separated by white space.

    :raises NotACard: at the first word that is no card.
    """
    return tuple(Card.parse(word) for word in text.split())


def text_of(cards: Iterable[Card]) -> str:
    """Write *cards* separated by single spaces, in their order."""
    return " ".join(card.text for card in cards)


def bits_of(cards: Iterable[Card]) -> Bits:
    """Return *cards* as a set of bits."""
    bits = 0
    for card in cards:
        bits |= card.bit
    return bits


def cards_in(bits: Bits) -> tuple[Card, ...]:
    """Return the cards of a set of bits, sorted by suit, then from low to high."""
    spades, hearts, diamonds, clubs = _CARDS_BY_BITS
    return spades[bits & 0xFF] + hearts[bits >> 8 & 0xFF] + diamonds[bits >> 16 & 0xFF] + clubs[bits >> 24 & 0xFF]


# For each suit, the cards of each of the 256 sets there are of its eight: asked for at every move.
_CARDS_BY_BITS: Final = tuple(
    tuple(tuple(card for card in ALL_CARDS if card.suit is suit and bits << place & card.bit) for bits in range(256))
    for place, suit in zip((0, 8, 16, 24), Suit, strict=True)
)
