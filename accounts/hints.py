"""Telling the worker that there is something to do, and open pages that there is something to see.

A hint may get lost or come twice: whatever it is about is a row that the next sweep, or the next look, finds. So nobody
waits for one: threads of each process give them, and a broker that is away, or that never answers, costs a line in the
log.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from celery import Task, current_app
from django.conf import settings
from django.db import transaction
from redis import Redis

logger = logging.getLogger(__name__)

EXPIRES = 60  # seconds: by then a sweep has found it
WAITING = 1000  # hints that may wait for the thread; more are dropped

TAKES_AT_MOST = 0.5  # seconds, to connect and to answer, for the server that publishes

# The name of a task, its arguments, and in how many seconds it is to run; or a channel, and a word.
Hint: TypeAlias = tuple[str, tuple[Any, ...], float]


def hint(task: Task | str, *args: Any, after: float = 0) -> None:
    """Have a worker run *task*, or the task of that name, once the transaction in progress is committed.

    *after* some seconds, if it is said: fewer than a sweep is away. Never raises, never waits.
    """
    name = task if isinstance(task, str) else task.name
    transaction.on_commit(lambda: _giver.give((name, args, after)), robust=True)


def publish(channel: str, word: str) -> None:
    """Say *word* to whoever listens on *channel*, once the transaction in progress is committed.

    Never raises, never waits. Without a server to say it to (``REDIS_URL`` is empty) nothing is said.
    """
    if settings.REDIS_URL:
        transaction.on_commit(lambda: _publisher.give((channel, (word,), 0)), robust=True)


def _send_task(name: str, args: tuple[Any, ...], after: float) -> None:
    current_app.send_task(name, args, retry=False, ignore_result=True, expires=EXPIRES, countdown=after or None)


def _publish(channel: str, args: tuple[Any, ...], _after: float) -> None:
    _server(settings.REDIS_URL).publish(channel, *args)


@lru_cache(maxsize=1)
def _server(url: str) -> Redis:
    return Redis.from_url(url, socket_connect_timeout=TAKES_AT_MOST, socket_timeout=TAKES_AT_MOST)


class _Giver:
    """A thread that gives hints, and what it has yet to give."""

    def __init__(self, way: Callable[[str, tuple[Any, ...], float], object]) -> None:
        self._way = way
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
            name, args, after = self._hints.get()
            try:
                self._way(name, args, after)
            except Exception as error:  # whatever the broker's client raises
                self._drop_waiting()
                logger.warning("No hint for %s, the next look will find it: %s", name, error)

    def _drop_waiting(self) -> None:
        """Forget what waited behind a hint that could not be given: the broker is away for them, too."""
        try:
            while True:
                self._hints.get_nowait()
        except queue.Empty:
            pass


def _start_anew() -> None:
    """Threads do not live on in a forked process: it gets givers and a connection of its own."""
    global _giver, _publisher
    _giver, _publisher = _Giver(_send_task), _Giver(_publish)
    _server.cache_clear()


_giver, _publisher = _Giver(_send_task), _Giver(_publish)
os.register_at_fork(after_in_child=_start_anew)
