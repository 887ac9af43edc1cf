"""Rest hours and holidays of players: what they do to the deadlines of running turns."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts import time_off
from accounts.models import User
from games.log import Table
from games.models import Game, Holder
from games.notices import outbox

from .clocks import changed_deadline, counts_time_off
from .deed import deed, save_copies
from .errors import GameError

TOLD_BEFORE = timedelta(days=1)  # the end of a holiday; of a short one half of it
logger = logging.getLogger(__name__)


def recompute_deadlines(*, user: Any, is_rest: bool, **_signal: Any) -> None:
    """Set the deadlines of the turns of *user* anew, because their rest hours or holidays have changed.

    A change of rest hours (*is_rest*) makes none of them earlier. One transaction a game: one that cannot be done
    stops none of the others.
    """
    for slug in list(Game.objects.awaiting(user).values_list("slug", flat=True)):
        try:
            _recompute(slug, user, is_rest=is_rest)
        except GameError:
            continue
        except Exception:
            logger.exception("game %s: its deadline could not be set", slug)


def tell_of_end(*, user: User, **_signal: Any) -> None:
    """Tell *user*, in time, when the holiday ends that they are on: where a clock of theirs runs again then."""
    now = timezone.now()
    holiday = time_off.holiday_at(user, now)
    if holiday is None:
        return
    games = Game.objects.played_by(user).filter(status=Game.Status.ACTIVE, time_off=True, broken=None)
    game = games.exclude(seats__user=user, seats__muted=True).order_by("deadline").first()
    if game is not None:
        start, end = holiday
        outbox.write(outbox.for_holiday(user, game, end=end, due=end - min(TOLD_BEFORE, (end - start) / 2), now=now))


def _recompute(slug: str, user: Any, *, is_rest: bool) -> None:
    now = timezone.now()
    with deed(slug) as table:
        game = table.game
        if game.to_play is None or not counts_time_off(game):
            return
        seat = table.seats[game.to_play]
        if seat.holder == Holder.PERSON and seat.user is not None and seat.user_id == user.pk:
            game.deadline = changed_deadline(game, seat.user, now, keeps=is_rest)
            save_copies(table)


def goes_on_holiday(table: Table, now: datetime) -> bool:
    """Begin a day of holiday for the player whose time has run out, if they wish that and have some left."""
    game = table.game
    if game.to_play is None or game.deadline is None or not counts_time_off(game):
        return False
    seat = table.seats[game.to_play]
    if seat.holder != Holder.PERSON or seat.user is None or not seat.user.takes_holidays:
        return False
    if game.deadline + min(time_off.balance(seat.user, now), time_off.DAY) <= now:
        return False  # what is left would be over already
    with suppress(time_off.HolidayRefused):
        time_off.start_holiday(seat.user, time_off.DAY, now=now, start=game.deadline)
        return True
    return False
