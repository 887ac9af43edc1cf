"""Whether a notice still has something to tell when it is about to be sent."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Game, Move, Notice
from games.table import TableView

from . import outbox

PRESENT_FOR = timedelta(minutes=2)  # after a player was last seen at the table


def is_still_true(notice: Notice, table: TableView, *, seen: datetime | None, now: datetime) -> bool:
    """Whether *notice* is worth sending to its reader, who sees *table* and last looked at it when it was *seen*.

    Of a game that is stopped nothing is: nobody can do there what a mail would ask for.
    """
    if table.broken is not None:
        return False
    match notice.kind:
        case Notice.Kind.YOUR_TURN:
            return _is_turn(notice, table) and now < _near_deadline(table)  # then the reminder says it better
        case Notice.Kind.DEADLINE_NEAR:
            return _is_turn(notice, table) and table.deadline is not None and now < table.deadline
        case Notice.Kind.BOT_PLAYED:
            return table.status == Game.Status.ACTIVE and _has_not_come_back(table)
        case Notice.Kind.GAME_OVER:
            return table.finished is not None and (seen is None or seen < table.finished)
        case Notice.Kind.INVITATION:
            return table.status == Game.Status.OPEN and table.my_seat is None
    raise ValueError(f"notice {notice.pk} is of an unknown kind: {notice.kind!r}")


def present_until(table: TableView, seen: datetime | None) -> datetime | None:
    """Return until when the reader counts as sitting at the table and needs no mail; None if they were never there."""
    moved = [
        move.created
        for hand in (table.previous_hand, table.hand)
        if hand is not None
        for move in hand.moves
        if move.seat == table.my_seat and move.by == Move.By.PLAYER
    ]
    last_there = max([*moved, *([seen] if seen else [])], default=None)
    return None if last_there is None else last_there + PRESENT_FOR


def _is_turn(notice: Notice, table: TableView) -> bool:
    """Whether it is the reader's turn at the very move that the notice tells of."""
    if table.hand is None or not table.is_my_turn:
        return False
    return (table.hand.number, table.hand.view.ply) == (notice.hand_number, notice.ply)


def _near_deadline(table: TableView) -> datetime:
    assert table.turn_began is not None  # somebody is to play
    return outbox.near_deadline(table.turn_began, table.move_time)


def _has_not_come_back(table: TableView) -> bool:
    """Whether turns are still counted as missed: a move of one's own, or taking the seat back, ends that."""
    return table.me is not None and table.me.missed > 0 and not table.me.has_resigned
