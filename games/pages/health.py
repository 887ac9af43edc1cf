"""``/health``: for the eyes of a program that watches over the site."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.health import SweepHealth, look_after_sweeps


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Tell how each sweep does: 200 if well, 503 if one is stale."""
    now = timezone.now()
    sweeps = look_after_sweeps(now)
    is_stale = any(sweep.is_stale(now) for sweep in sweeps)
    body = {"status": "stale" if is_stale else "ok", "now": now, "sweeps": [_json(sweep, now) for sweep in sweeps]}
    return JsonResponse(body, status=503 if is_stale else 200)


def _json(sweep: SweepHealth, now: datetime) -> dict[str, Any]:
    return {
        "name": sweep.name,
        "status": "stale" if sweep.is_stale(now) else "ok",
        "period_seconds": sweep.period.total_seconds(),
        "last_run": sweep.last_run,
        "oldest_waiting_seconds": None if sweep.waiting is None else int(sweep.waiting.total_seconds()),
    }
