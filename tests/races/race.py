"""Several at once, each in a thread with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection, connections

from games.engine.hand import IllegalMove
from games.services.errors import GameError

PATIENCE = 60  # seconds


def race(*deeds: Callable[[], Any]) -> list[Any]:
    """Do all *deeds* at once and return, in their order, what each returned, or the refusal it met.

    Everybody has a connection and waits for the others before beginning. What is no refusal is raised, first of all a
    "database is locked".
    """
    barrier = Barrier(len(deeds), timeout=PATIENCE)

    def run(deed: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait()
            return deed()
        except (GameError, IllegalMove) as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return [running.result(PATIENCE) for running in [threads.submit(run, deed) for deed in deeds]]


def refusals(results: Sequence[Any]) -> list[type[Exception]]:
    """Return the kinds of the refusals among *results*."""
    return [type(result) for result in results if isinstance(result, Exception)]
