"""Going away from a game being played, and coming back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from games import appending
from games.log import Table
from games.models import Game, Holder, Seat
from games.notices import outbox
from games.table import TableView, view_of

from .deed import deed, retried, save_copies, seat_of
from .errors import HasResigned, NotBeingPlayed, SeatNotCovered
from .turns import pass_turn


@retried
def resign(*, slug: str, user: Any) -> TableView:
    """Give the game up: a bot plays the seat to the end, and who has resigned cannot win.

    :raises NoSuchGame, NotSeated, NotBeingPlayed, HasResigned: if they cannot.
    """
    now = timezone.now()
    with deed(slug) as table:
        seat = _seat_in_play(table, user)
        _hand_over(table, seat, Holder.RESIGNED, "resigned", now)
    return view_of(table, user, now=now)


@retried
def take_back(*, slug: str, user: Any) -> TableView:
    """Come back to a seat that a bot held after missed turns: all of it, also in the middle of a trick.

    :raises NoSuchGame, NotSeated, NotBeingPlayed, HasResigned, SeatNotCovered: if they cannot.
    """
    now = timezone.now()
    with deed(slug) as table:
        seat = _seat_in_play(table, user)
        if seat.holder != Holder.STAND_IN:
            raise SeatNotCovered
        table.game.missed[seat.number] = 0
        _hand_over(table, seat, Holder.PERSON, "returned", now)
    return view_of(table, user, now=now)


def _seat_in_play(table: Table, user: Any) -> Seat:
    seat = seat_of(table, user)
    if table.game.status != Game.Status.ACTIVE:
        raise NotBeingPlayed
    if seat.holder == Holder.RESIGNED:
        raise HasResigned
    return seat


def _hand_over(table: Table, seat: Seat, holder: Holder, why: str, now: datetime) -> None:
    """Let *holder* play *seat* from here on; if it is its turn, the turn begins anew."""
    seat.holder = holder
    appending.append_sitting(seat, table.game, why=why, now=now)
    if table.game.to_play == seat.number:
        pass_turn(table, now=now)
        outbox.write(outbox.for_turn(table.game, seat))
    save_copies(table)
