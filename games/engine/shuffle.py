"""A shuffle from random bytes: the same seed and label always give the same order.

The stream is HMAC-SHA256 keyed by the seed, over the label and a block counter, cut into 32-bit words.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

from .cards import Card

_WORDS = 1 << 32


def words(seed: bytes, label: bytes) -> Iterator[int]:
    """Yield 32-bit words without end: block *i* is HMAC-SHA256(seed, label + i as 8 bytes), big-endian throughout."""
    block = 0
    while True:
        digest = hmac.digest(seed, label + block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def draw(stream: Iterator[int], below: int) -> int:
    """Return a number from 0 to *below* - 1, each equally likely: words in the uneven rest at the top do not count."""
    limit = _WORDS - _WORDS % below
    return next(word for word in stream if word < limit) % below


def shuffled(pack: Sequence[Card], stream: Iterator[int]) -> tuple[Card, ...]:
    """Return *pack* in a random order, every order equally likely (Fisher-Yates, from the last place down)."""
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        place = draw(stream, last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def deal(pack: Sequence[Card], players: int) -> tuple[tuple[Card, ...], ...]:
    """Deal the whole pack out evenly, in blocks, to seat 0 first.

    :raises ValueError: if the pack cannot be dealt evenly.
    """
    size, rest = divmod(len(pack), players)
    if rest:
        raise ValueError(f"{len(pack)} cards cannot be dealt evenly to {players} seats.")
    return tuple(tuple(pack[seat * size : (seat + 1) * size]) for seat in range(players))
