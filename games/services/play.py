"""A player plays a card or makes a declaration."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.engine.hand import Move as EngineMove
from games.log import LoggedHand, Table
from games.models import Game, Holder, Move, Seat
from games.table import TableView, view_of

from .deed import deed, retried, seat_of
from .errors import HasResigned, NotBeingPlayed, NotYourTurn, SeatCovered, StaleMove
from .turns import make_move


@retried
def play(*, slug: str, user: Any, ply: int, move: EngineMove) -> TableView:
    """Make *move* (a card or a declaration) for the seat of *user*, as number *ply* of the hand being played.

    *ply* is what the caller saw: a double click, a second tab or a race with the bot after a time-out is then
    harmless, because only one of the two can be the next move. The same move sent again is answered as the first was.

    :raises NoSuchGame: if there is none that *user* may see; NotSeated if they only look on.
    :raises NotBeingPlayed: if it has not begun or is over.
    :raises HasResigned, SeatCovered: if a bot plays the seat.
    :raises StaleMove: if *ply* is not the next move.
    :raises NotYourTurn: if it is, but another seat's.
    :raises IllegalMove: if the rules forbid the move.
    """
    now = timezone.now()
    with deed(slug) as table:
        seat = seat_of(table, user)
        if not _has_been_made(table, seat, ply, move):
            _check_turn(table, seat, ply)
            make_move(table, move, by=Move.By.PLAYER, now=now)
    return view_of(table, user, now=now)


def _has_been_made(table: Table, seat: Seat, ply: int, move: EngineMove) -> bool:
    """Whether this very move is in the log already: the answer to the first sending may have been lost on its way.

    It may have ended its hand; then it is looked for in the hand before, as long as the seat has not moved since.
    """
    hand, before = table.hand, table.previous_hand
    if hand is not None and _is_in(hand, seat, ply, move):
        return True
    if hand is None or before is None or ply != before.state.ply - 1:
        return False
    return not any(made.seat == seat.number for made in hand.moves) and _is_in(before, seat, ply, move)


def _is_in(hand: LoggedHand, seat: Seat, ply: int, move: EngineMove) -> bool:
    if not 0 <= ply < len(hand.moves):
        return False
    made = hand.moves[ply]
    return (made.seat, made.move, made.by) == (seat.number, move, Move.By.PLAYER)


def _check_turn(table: Table, seat: Seat, ply: int) -> None:
    """Refuse a move at the wrong moment: the log says whose turn it is, not the copies of it on the game's row."""
    hand = table.hand
    if table.game.status != Game.Status.ACTIVE or hand is None:
        raise NotBeingPlayed
    if seat.holder == Holder.RESIGNED:
        raise HasResigned
    if seat.holder == Holder.STAND_IN:
        raise SeatCovered
    if ply != hand.state.ply:
        raise StaleMove
    if seat.number != hand.state.to_play:
        raise NotYourTurn
