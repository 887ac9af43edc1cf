"""Tables that nobody fills are closed after two weeks, and who waits at one is told."""

from __future__ import annotations

import logging
from datetime import datetime

from django.utils import timezone

from games.log import Table
from games.models import Game, Sitting
from games.models.game import OPEN_FOR
from games.notices import outbox

from .deed import deed, save_copies
from .errors import GameError
from .seating import empty

logger = logging.getLogger(__name__)


def close_expired_tables(*, now: datetime | None = None) -> int:
    """Close the tables that have waited too long and return how many; one that cannot be stops none of the others."""
    now = now or timezone.now()
    closed = 0
    for slug in list(Game.objects.expired(now).values_list("slug", flat=True)):
        try:
            closed += _close(slug, now)
        except GameError:
            continue  # stopped, or gone on in the meantime
        except Exception:
            logger.exception("table %s could not be closed", slug)
    return closed


def _close(slug: str, now: datetime) -> bool:
    """Close one table, unless it has begun while we waited for its lock; return whether that was done."""
    with deed(slug) as table:
        if table.game.status != Game.Status.OPEN or table.game.created > now - OPEN_FOR:
            return False
        outbox.write(outbox.for_expiry(table.game, table.seats, now))
        _clear(table, now)
        table.game.status = Game.Status.CLOSED
        save_copies(table)
    return True


def _clear(table: Table, now: datetime) -> None:
    """Have all persons get up; bots may stay."""
    for seat in table.seats:
        if seat.user is not None:
            empty(table, seat, why=Sitting.Why.EXPIRED, now=now)
