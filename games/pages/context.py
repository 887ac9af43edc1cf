"""What every page may want to know of the games of its reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from games.models import Seat


def chrome(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """Tell how many turns wait for the reader: one query, and only on a page that shows it."""

    @cache
    def turns_waiting() -> int:
        user = getattr(request, "user", None)  # an error page may come before the session
        return Seat.objects.to_play_for(user).count() if user and user.is_authenticated else 0

    return {"turns_waiting": turns_waiting}
