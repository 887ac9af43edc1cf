"""Whether a notice still has something to tell when it is about to be sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from accounts.time_off import holiday_at
from games.models import Game, Move, Notice
from games.table import SaidInfo, TableView

from . import outbox

PRESENT_FOR = timedelta(minutes=2)  # after a player was last seen at the table


class Warned(NamedTuple):
    """A warning of a deadline: at how much of the time left, in per cent, and when that is."""

    stage: int
    due: datetime


def is_still_true(notice: Notice, table: TableView, *, now: datetime, warnings: Sequence[int]) -> bool:
    """Whether *notice* is worth sending to its reader, who sees *table*.

    *warnings* are the stages at which the reader is warned of a deadline. Of a game that is stopped nothing is worth
    sending: nobody can do there what a mail would ask for.
    """
    if table.broken is not None:
        return False
    match notice.kind:
        case Notice.Kind.YOUR_TURN:
            return _is_turn(notice, table) and now < _first_warning(table, warnings)  # which then says it better
        case Notice.Kind.DEADLINE_NEAR:
            return _is_turn(notice, table) and table.deadline == notice.deadline and now < _deadline(table)
        case Notice.Kind.BOT_PLAYED:
            return _is_missing_turns(table) and not _is_covered(table)  # of which the next kind tells
        case Notice.Kind.SEAT_HELD:
            return _is_missing_turns(table) and _is_covered(table)
        case Notice.Kind.HAND_OVER:
            return table.status == Game.Status.ACTIVE and not _has_looked_since(table, notice.created)
        case Notice.Kind.GAME_OVER:
            return table.finished is not None and not _has_looked_since(table, table.finished)
        case Notice.Kind.MESSAGE:
            return message_of(notice, table) is not None and not _has_looked_since(table, notice.created)
        case Notice.Kind.HOLIDAY_ENDING:
            return _ends_at(notice.user, now) == notice.deadline and table.status == Game.Status.ACTIVE
        case Notice.Kind.TABLE_EXPIRED:
            return table.status == Game.Status.CLOSED
        case Notice.Kind.INVITATION | Notice.Kind.REMATCH:
            return table.status == Game.Status.OPEN and table.my_seat is None
        case Notice.Kind.JOINED:
            return _is_waiting_with(notice.about, table) and not _has_looked_since(table, notice.created)
        case Notice.Kind.STARTED:
            return _has_just_begun(table) and not _has_looked_since(table, notice.created)
    raise ValueError(f"notice {notice.pk} is of an unknown kind: {notice.kind!r}")


def next_warning(notice: Notice, table: TableView, *, now: datetime, warnings: Sequence[int]) -> Warned | None:
    """Return the warning that a notice of this kind is for: the last stage that has been reached since the one before.

    Where none has been reached it is the next that will be; None where no stage is left.
    """
    left = sorted((stage for stage in warnings if stage < notice.stage), reverse=True)
    times = [Warned(stage, _time_of(stage, table)) for stage in left]
    reached = [warning for warning in times if warning.due <= now]
    return next(iter([*reached[-1:], *times]), None)


def message_of(notice: Notice, table: TableView) -> SaidInfo | None:
    """Return what a notice of a message tells of; None where so much has been said since that it is not kept."""
    return next((said for said in table.said if said.at == notice.created), None)


def present_until(table: TableView) -> datetime | None:
    """Return until when the reader counts as sitting at the table and needs no mail; None if they were never there."""
    moved = [
        move.created
        for hand in (table.previous_hand, table.hand)
        if hand is not None
        for move in hand.moves
        if move.seat == table.my_seat and move.by == Move.By.PLAYER
    ]
    last_there = max([*moved, *([table.seen] if table.seen else [])], default=None)
    return None if last_there is None else last_there + PRESENT_FOR


def _is_turn(notice: Notice, table: TableView) -> bool:
    """Whether it is the reader's turn at the very move that the notice tells of."""
    if table.hand is None or not table.is_my_turn:
        return False
    return (table.hand.number, table.hand.view.ply) == (notice.hand_number, notice.ply)


def _ends_at(user: Any, now: datetime) -> datetime | None:
    """Return when the holiday ends that *user* is on."""
    holiday = holiday_at(user, now)
    return None if holiday is None else holiday[1]


def _has_looked_since(table: TableView, moment: datetime) -> bool:
    return table.seen is not None and table.seen >= moment


def _first_warning(table: TableView, warnings: Sequence[int]) -> datetime:
    return _time_of(max(warnings, default=0), table)


def _time_of(stage: int, table: TableView) -> datetime:
    assert table.turn_began is not None  # somebody is to play
    return outbox.stage_time(table.turn_began, _deadline(table), stage)


def _deadline(table: TableView) -> datetime:
    assert table.deadline is not None  # a person is to play
    return table.deadline


def _is_missing_turns(table: TableView) -> bool:
    """Whether turns are still counted as missed: a move of one's own, or taking the seat back, ends that."""
    if table.status != Game.Status.ACTIVE or table.me is None:
        return False
    return table.me.missed > 0 and not table.me.has_resigned


def _is_covered(table: TableView) -> bool:
    return table.me is not None and table.me.is_covered


def _is_waiting_with(joiner: Any, table: TableView) -> bool:
    """Whether the reader waits at a table where *joiner* still sits."""
    is_there = joiner is not None and any(seat.name == joiner.username for seat in table.seats)
    return table.status == Game.Status.OPEN and table.my_seat is not None and is_there


def _has_just_begun(table: TableView) -> bool:
    """Whether the reader has yet to play to the very first trick, but not now: that is told anyway."""
    if table.hand is None or table.hand.number != 1 or table.hand.view.tricks or table.is_my_turn:
        return False
    return table.my_seat not in {move.seat for move in table.hand.moves}
