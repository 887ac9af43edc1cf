"""Once a day what nobody needs any more is cleared away; never anything of a game, nor anybody who is in one."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import ApiToken, Letter, SweepRun, User
from games.models import Game, Notice, Seat, Sitting

logger = logging.getLogger(__name__)

NAME = "tidy"  # of its row beside those of the sweeps
EVERY = timedelta(days=1)
BATCH = 1000  # rows of a kind a day at the most for those that take many queries each
VISITORS_STAY = timedelta(days=90)  # since they were last here
FAILED_LETTERS_STAY = timedelta(days=30)
NOTICES_STAY = timedelta(days=180)  # of games that are over


def tidy_once_a_day(*, now: datetime | None = None) -> int:
    """Clear away if a day has passed since the last time, and return how many rows went.

    Whoever moves the time of the last run on does it: of two workers one.
    """
    now = now or timezone.now()
    run = SweepRun.objects.filter(name=NAME)
    if not run.exists():
        SweepRun.objects.bulk_create([SweepRun(name=NAME, at=now, period=EVERY)], ignore_conflicts=True)
        return 0
    is_due = run.filter(at__lte=now - EVERY)
    if not is_due.exists() or not is_due.update(at=now):
        return 0
    return tidy(now)


def tidy(now: datetime) -> int:
    """Clear away what nobody needs at *now* and return how many rows went."""
    kinds: dict[str, QuerySet[Session] | QuerySet[ApiToken] | QuerySet[Letter] | QuerySet[Notice]] = {
        "sessions": Session.objects.filter(expire_date__lt=now),
        "tokens": ApiToken.objects.filter(expiry__lt=now),
        "letters": Letter.objects.filter(failed__lt=now - FAILED_LETTERS_STAY),
        "notices": Notice.objects.filter(
            done__lt=now - NOTICES_STAY, game__status__in=[Game.Status.FINISHED, Game.Status.CLOSED]
        ),
    }
    gone = {kind: rows.delete()[0] for kind, rows in kinds.items()}
    gone["visitors"] = _forget_visitors(now)
    logger.info("cleared away: %s", ", ".join(f"{number} {kind}" for kind, number in gone.items()))
    return sum(gone.values())


def _forget_visitors(now: datetime) -> int:
    """Delete visitors who have not been here for long and are in no game's log."""
    is_in_a_game = (
        Exists(Sitting.objects.filter(user=OuterRef("pk")))
        | Exists(Seat.objects.filter(user=OuterRef("pk")))
        | Exists(Game.objects.filter(host=OuterRef("pk")))
    )
    visitors = User.objects.annotate(here=Coalesce("last_login", "date_joined")).filter(
        ~Q(is_in_a_game), is_guest=True, here__lt=now - VISITORS_STAY
    )
    chosen = list(visitors.values_list("pk", flat=True)[:BATCH])
    User.objects.filter(pk__in=chosen, is_guest=True).delete()  # not who has signed up in this very moment
    return len(chosen)
