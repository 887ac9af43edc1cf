"""``/health``: for the eyes of a program that watches over the site."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.health import SweepHealth, look_after_logs, look_after_sweeps


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Tell how each sweep does and how many games are closed with a broken log: 200 if all is well, 503 if not.

    Which games is for the operator alone: `manage.py health`.
    """
    now = timezone.now()
    sweeps = look_after_sweeps(now)
    broken = look_after_logs()
    is_stale = any(sweep.is_stale(now) for sweep in sweeps)
    status = "broken" if broken.is_alarm(now) else "stale" if is_stale else "ok"
    body = {
        "status": status,
        "now": now,
        "sweeps": [_json(sweep, now) for sweep in sweeps],
        "games_broken": len(broken.slugs),
        "last_broken": broken.last_closed,
    }
    return JsonResponse(body, status=200 if status == "ok" else 503)


def _json(sweep: SweepHealth, now: datetime) -> dict[str, Any]:
    return {
        "name": sweep.name,
        "status": "stale" if sweep.is_stale(now) else "ok",
        "period_seconds": sweep.period.total_seconds(),
        "last_run": sweep.last_run,
        "oldest_waiting_seconds": None if sweep.waiting is None else int(sweep.waiting.total_seconds()),
    }
