"""Adding to the log: each function writes one entry, and takes the digests of its game on with it (`games.chain`).

Only the services do that, in the transaction of what they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from . import chain, sql
from .engine.cards import Card, text_of
from .engine.hand import HandState
from .engine.hand import Move as EngineMove
from .engine.rules import Seat as SeatNumber
from .engine.shuffle import deal
from .log import LoggedHand, LoggedMove
from .models import Commitment, Game, Hand, Move, Reveal, Seat, Sitting


def append_move(
    game: Game, hand: LoggedHand, *, move: EngineMove, by: str, now: datetime, left: int | None = None
) -> LoggedHand:
    """Write the next move of *hand*, the last of *game*, and return the hand with it.

    *left* is what the mover had in the bank, in microseconds.

    :raises IllegalMove: if the rules forbid it.
    :raises IntegrityError: if the log already has a move at this ply (unique in the database, whatever was locked).
    """
    before = hand.state
    after = before.move(move)
    assert before.to_play is not None  # else the rules had refused
    row = sql.new(
        Move,
        hand_id=hand.pk,
        ply=before.ply,
        seat=before.to_play,
        card=move.text if isinstance(move, Card) else None,
        declaration=None if isinstance(move, Card) else move,
        by=by,
        created=now,
        left=left,
    )
    chain.append(game, row, hand=hand.number)
    logged = LoggedMove(before.ply, before.to_play, move, by, now, left)
    return LoggedHand(hand.pk, hand.number, hand.created, hand.start, (*hand.moves, logged), after)


def append_hand(game: Game, *, number: int, dealer: SeatNumber, pack: Iterable[Card], now: datetime) -> LoggedHand:
    """Deal a hand.

    :raises IntegrityError: if the game already has a hand of this number.
    """
    cards = tuple(pack)
    hand = Hand(game=game, number=number, dealer=dealer, pack=text_of(cards), created=now)
    chain.append(game, hand)
    start = HandState.start(game.rules, deal(cards, game.players), dealer=dealer)
    return LoggedHand(hand.pk, number, now, start, (), start)


def append_commitment(game: Game, *, algorithm: str, hands: int, seeds: Sequence[bytes], now: datetime) -> None:
    """Commit to a chain of seeds, the first entry of every game.

    :raises IntegrityError: if the game has committed itself already.
    """
    commitment, root = seeds[0].hex(), seeds[-1].hex()
    row = Commitment(game=game, algorithm=algorithm, hands=hands, commitment=commitment, root=root, created=now)
    chain.append(game, row)
    game.commitment = commitment


def append_reveal(game: Game, *, hand_number: int, seed: bytes, now: datetime) -> None:
    """Reveal the seed of a hand that is over.

    :raises IntegrityError: if it has been revealed already.
    """
    chain.append(game, Reveal(game=game, hand_number=hand_number, seed=seed.hex(), created=now))


def append_sitting(seat: Seat, game: Game, *, why: str, now: datetime, leaver: Any = None) -> None:
    """Write who plays *seat* from here on, and keep the seat's copy of it; *leaver* is who has left it empty.

    :raises IntegrityError: if the same user already has a seat in the game.
    """
    sql.update(seat, ("holder", "user", "level", "nonce", "nonce_is_own"))
    row = Sitting(
        game=game,
        seat=seat.number,
        holder=seat.holder,
        user=seat.user or leaver,
        why=why,
        level=seat.level,
        nonce=seat.nonce,
        nonce_is_own=seat.nonce_is_own,
        hand_number=game.hand_number,
        ply=game.ply,
        created=now,
    )
    chain.append(game, row)
