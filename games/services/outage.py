"""The site has been down: on its return the deadlines of running turns move by as long.

The sweep that plays due turns leaves the time of each run behind (`accounts.sweeps`). If the last was long ago, nobody
could rely on the site since, and clocks did not run. So a clock of the server that is set a day ahead times nobody out
either, and one that is set back does nothing.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import SweepRun, User
from games import clock
from games.models import Game, Holder, Seat

from .clocks import deadline_of, pauses_of

logger = logging.getLogger(__name__)

SWEEP = "play due turns"
LONGEST_SILENCE = timedelta(minutes=10)  # cron runs the sweeps every minute


@transaction.atomic
def make_up_for_outage(*, now: datetime | None = None) -> int:
    """Move the deadlines of running turns by the time since the last sweep, if that was long ago; return how many.

    All of them in one transaction, in which the sweep is noted as well: who dies in it leaves everything to the next.
    """
    now = now or timezone.now()
    run = SweepRun.objects.select_for_update().filter(name=SWEEP).first()
    if run is None:
        return 0
    since = run.at
    SweepRun.objects.filter(name=SWEEP).update(at=now)
    if now - since <= LONGEST_SILENCE:
        return 0
    games = list(_running_turns().filter(turn_began__lt=now).order_by("pk"))
    to_play = Seat.objects.filter(game__in=_running_turns(lock=False), number=F("game__to_play")).select_related("user")
    players = {seat.game_id: seat.user for seat in to_play}
    for game in games:
        move_deadline(game, players.get(game.pk), since, now)
    Game.objects.bulk_update(games, ["outages", "deadline", "version"], batch_size=500)
    logger.warning("no sweep from %s to %s: %d deadlines have moved", since, now, len(games))
    return len(games)


def _running_turns(*, lock: bool = True) -> QuerySet[Game]:
    """The games in which a person is to play."""
    to_play = Seat.objects.filter(game=OuterRef("pk"), number=OuterRef("to_play"), holder=Holder.PERSON)
    games = Game.objects.filter(Exists(to_play), status=Game.Status.ACTIVE)
    return games.select_for_update(of=("self",)) if lock else games


def move_deadline(game: Game, player: User | None, since: datetime, until: datetime) -> None:
    """Move one; the warnings of a deadline find out by themselves that it has moved (`games.notices.timing`)."""
    game.outages = [*game.outages, [since.isoformat(), until.isoformat()]]
    moved = deadline_of(game, player)
    if game.deadline is not None and game.deadline > moved:  # who changed their rest was left more than their time
        moved = clock.deadline(game.deadline + (until - since), timedelta(0), pauses_of(game, player))
    game.deadline = moved
    game.version += 1
