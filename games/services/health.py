"""Whether the site does what is due, and whether a log is broken: what a program that watches over the site asks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Letter, SweepRun
from accounts.sweeps import periods
from games.models import Game, Notice

PERIODS_BEFORE_STALE = 3
ALARM = timedelta(days=1)  # after a game was closed; later it would hide what else is wrong


@dataclass(frozen=True, slots=True)
class SweepHealth:
    """A sweep, and the oldest thing that it has yet to do."""

    name: str  # of `CELERY_BEAT_SCHEDULE`
    period: timedelta
    last_run: datetime | None  # None: never
    waiting: timedelta | None  # how long the oldest thing due has been due; None where nothing is

    def is_stale(self, now: datetime) -> bool:
        """Whether the sweep, or what it is for, is later than three of its periods."""
        patience = self.period * PERIODS_BEFORE_STALE
        if self.last_run is None or now - self.last_run > patience:
            return True
        return self.waiting is not None and self.waiting > patience


def look_after_sweeps(now: datetime) -> list[SweepHealth]:
    """Return how each sweep does: five queries."""
    runs = {run.name: run for run in SweepRun.objects.all()}
    oldest = {
        "play due turns": overdue.due_at if (overdue := Game.objects.due(now).first()) else None,
        "deliver notices": Notice.objects.unsent(now).values_list("due", flat=True).first(),
        "post notices": Notice.objects.posted(now).values_list("due", flat=True).first(),
        "deliver letters": Letter.objects.due(now).values_list("next_try", flat=True).first(),
    }
    return [
        SweepHealth(
            name=name,
            period=runs[name].period if name in runs else period,
            last_run=runs[name].at if name in runs else None,
            waiting=now - due if (due := oldest.get(name)) else None,
        )
        for name, period in periods().items()
    ]


@dataclass(frozen=True, slots=True)
class BrokenGames:
    """The games that are closed to play since their log does not agree with itself."""

    slugs: tuple[str, ...]  # the last one closed first
    last_closed: datetime | None

    def is_alarm(self, now: datetime) -> bool:
        """Whether one was closed within the last day."""
        return self.last_closed is not None and now - self.last_closed <= ALARM


def look_after_logs() -> BrokenGames:
    """Return which games are closed: one query."""
    found = list(Game.objects.with_broken_log().values_list("slug", "broken"))
    return BrokenGames(tuple(slug for slug, _ in found), found[0][1] if found else None)
