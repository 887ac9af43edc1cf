"""Telling the worker that there is something to do.

A hint may get lost or come twice: whatever it is about is a row that the next sweep finds. So it is never worth
waiting for, and a broker that is away is worth a line in the log and no more.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery import Task, current_app
from django.db import transaction

logger = logging.getLogger(__name__)

SILENCE = 5.0  # seconds without hints after one could not be given
EXPIRES = 60  # seconds: by then a sweep has found it
_silent_until = 0.0


def hint(task: Task | str, *args: Any) -> None:
    """Have a worker run *task*, or the task of that name, once the transaction in progress is committed.

    Never raises, never waits long.
    """
    name = task if isinstance(task, str) else task.name
    transaction.on_commit(lambda: _publish(name, args), robust=True)


def _publish(name: str, args: tuple[Any, ...]) -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task(name, args, retry=False, ignore_result=True, expires=EXPIRES)
    except Exception as error:  # whatever the broker's client raises
        _silent_until = time.monotonic() + SILENCE
        logger.warning("No hint for %s, the next sweep will find it: %s", name, error)
