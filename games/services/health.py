"""Whether the site does what is due: when each sweep last ran, and how long the oldest turn and mail have waited."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Letter, SweepRun
from accounts.sweeps import periods
from games.models import Game, Notice

PERIODS_BEFORE_STALE = 3


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
