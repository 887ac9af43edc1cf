"""Deals that anybody can check: the algorithm ``polignac-deal/1`` (``docs/fair-deals.md`` has it byte by byte).

Before anyone sits down a game commits to a chain of seeds by publishing its end; every player adds a nonce; hand *k* is
shuffled from the *k*-th seed and all nonces; the seed is revealed when the hand is over. So neither the site, which
cannot change the chain any more, nor a player, who does not know it, chooses a deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .cards import POINTS_IN_A_HAND, Card
from .rules import Rules, Seat
from .shuffle import draw, shuffled, words

ALGORITHM = "polignac-deal/1"
SEED_BYTES = 32
NONCE_BYTES = 16


def most_hands(rules: Rules) -> int:
    """Return how many hands a game by *rules* can have at the most: so many seeds are committed to.

    A hand gives at least 5 points in all, and before the last one every total is below the target.
    """
    if rules.hands is not None:
        return rules.hands
    return rules.players * ((rules.target or 1) - 1) // POINTS_IN_A_HAND + 1


def seed_chain(root: bytes, hands: int) -> tuple[bytes, ...]:
    """Return the seeds 0 to *hands*: the last is *root*, each other the SHA-256 of the one after it.

    Seed 0 is the commitment, seed *k* shuffles hand *k*.
    """
    seeds = [root]
    for _ in range(hands):
        seeds.append(hashlib.sha256(seeds[-1]).digest())
    return tuple(reversed(seeds))


def is_committed(seed: bytes, hand: int, commitment: bytes) -> bool:
    """Whether *seed* is that of hand *hand* of the chain that ends in *commitment*."""
    for _ in range(hand):
        seed = hashlib.sha256(seed).digest()
    return seed == commitment


def label(game: str, hand: int, nonces: Sequence[str]) -> bytes:
    """Return what is hashed under the seed: a line each, with its LF, of algorithm, game, hand, and nonces by seat."""
    return "".join(f"{line}\n" for line in (ALGORITHM, game, str(hand), ",".join(nonces))).encode("ascii")


def pack_and_lot(
    rules: Rules, seed: bytes, *, game: str, hand: int, nonces: Sequence[str]
) -> tuple[tuple[Card, ...], Seat]:
    """Return the pack in the order dealt and, drawn next from the same stream, a seat: the dealer of a first hand."""
    stream = words(seed, label(game, hand, nonces))
    pack = shuffled(rules.pack, stream)
    return pack, draw(stream, rules.players)
