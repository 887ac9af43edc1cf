"""When each sweep last ran: what `health` looks at, and how anybody can tell that the site has been asleep."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from .models import SweepRun


def note_run(name: str, *, now: datetime | None = None, period: timedelta | None = None) -> datetime | None:
    """Note that the sweep *name* begins to run, and return when it had begun the last time; None if never.

    *name* is one of `CELERY_BEAT_SCHEDULE`; *period* is how often whoever runs it means to, by default as beat does.
    """
    now = now or timezone.now()
    period = period or periods()[name]
    before = SweepRun.objects.filter(name=name).values_list("at", flat=True).first()
    if not SweepRun.objects.filter(name=name).update(at=now, period=period):
        # Two workers may begin with the first run of all: one row is enough.
        SweepRun.objects.bulk_create([SweepRun(name=name, at=now, period=period)], ignore_conflicts=True)
    return before


def periods() -> dict[str, timedelta]:
    """Return how often beat runs each sweep, by its name."""
    schedule: dict[str, dict[str, Any]] = settings.CELERY_BEAT_SCHEDULE
    return {name: timedelta(seconds=entry["schedule"]) for name, entry in schedule.items()}
