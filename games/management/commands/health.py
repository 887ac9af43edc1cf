"""``manage.py health``: whether the worker does what is due and the logs are whole, also by the exit status."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.health import BrokenGames, SweepHealth, look_after_logs, look_after_sweeps


class Command(BaseCommand):
    help = (
        "Say when each sweep last ran and how long the oldest thing it has to do has been due. "
        "Then, which games are closed since their log is broken. Exit status 1 if a sweep is later than three of its "
        "periods, or a game was closed within the last day. The page /health says the same as JSON, without the names."
    )

    def handle(self, **options: Any) -> None:
        now = timezone.now()
        sweeps = look_after_sweeps(now)
        for sweep in sweeps:
            self.stdout.write(_line(sweep, now))
        broken = look_after_logs()
        if broken.slugs:
            self.stdout.write(_line_of_broken(broken, now))
        if broken.is_alarm(now) or any(sweep.is_stale(now) for sweep in sweeps):
            sys.exit(1)


def _line(sweep: SweepHealth, now: datetime) -> str:
    ran = "never ran" if sweep.last_run is None else f"last ran {_seconds(now - sweep.last_run)} ago"
    waiting = "nothing is due" if sweep.waiting is None else f"the oldest has been due for {_seconds(sweep.waiting)}"
    state = "STALE" if sweep.is_stale(now) else "ok"
    return f"{sweep.name}: {state}, {ran}, {waiting}"


def _line_of_broken(broken: BrokenGames, now: datetime) -> str:
    state = "BROKEN" if broken.is_alarm(now) else "known"
    return f"logs: {state}, {len(broken.slugs)} broken, their games are closed: {', '.join(broken.slugs)}"


def _seconds(span: timedelta) -> str:
    return f"{int(span.total_seconds())} s"
