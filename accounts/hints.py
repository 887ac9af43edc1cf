"""Telling the worker that there is something to do.

A hint may get lost or come twice: whatever it is about is a row that the next sweep finds. So nobody waits for one: a
thread of each process gives them, and a broker that is away, or that never answers, costs a line in the log.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
from typing import Any, TypeAlias

from celery import Task, current_app
from django.db import transaction

logger = logging.getLogger(__name__)

EXPIRES = 60  # seconds: by then a sweep has found it
WAITING = 1000  # hints that may wait for the thread; more are dropped

Hint: TypeAlias = tuple[str, tuple[Any, ...]]  # the name of a task, and its arguments


def hint(task: Task | str, *args: Any) -> None:
    """Have a worker run *task*, or the task of that name, once the transaction in progress is committed.

    Never raises, never waits.
    """
    name = task if isinstance(task, str) else task.name
    transaction.on_commit(lambda: _giver.give((name, args)), robust=True)


class _Giver:
    """The thread that publishes hints, and what it has yet to publish."""

    def __init__(self) -> None:
        self._hints: queue.Queue[Hint] = queue.Queue(WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def give(self, hint: Hint) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="hints", daemon=True)
                self._thread.start()
        try:
            self._hints.put_nowait(hint)
        except queue.Full:
            logger.warning("No hint for %s: too many are waiting.", hint[0])

    def _run(self) -> None:
        while True:
            name, args = self._hints.get()
            try:
                current_app.send_task(name, args, retry=False, ignore_result=True, expires=EXPIRES)
            except Exception as error:  # whatever the broker's client raises
                self._drop_waiting()
                logger.warning("No hint for %s, the next sweep will find it: %s", name, error)

    def _drop_waiting(self) -> None:
        """Forget what waited behind a hint that could not be given: the broker is away for them, too."""
        try:
            while True:
                self._hints.get_nowait()
        except queue.Empty:
            pass


def _start_anew() -> None:
    """Threads do not live on in a forked process: it gets a giver of its own."""
    global _giver
    _giver = _Giver()


_giver = _Giver()
os.register_at_fork(after_in_child=_start_anew)
