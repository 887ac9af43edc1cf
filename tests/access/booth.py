"""Where everything is asked for, very often: the same chance each time, what is logged kept, statements watched.

It does what Django's test client does, without what makes that slow: no templates and contexts are kept.
"""

from __future__ import annotations

import functools
import gc
import logging
import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any
from unittest import mock

import knox.crypto
from django.core.cache import cache
from django.core.signals import got_request_exception
from django.db import connection, transaction
from django.template.base import Template
from django.test import RequestFactory
from django.test.client import ClientHandler

from games import models
from games.services import overdue, plans, seating

# What is changed where cards are exchanged: a request that names none of these tables cannot know of it.
CHANGED = ("games_hand", "games_commitment", "games_plan")
# Functions of these remember what follows from their arguments, from the settings or from the files of the site alone.
PURE = (
    "games.engine", "games.bots", "games.art", "games.pages.drawing", "games.templatetags.styles", "games.sql",
    "games.api.output", "games.vapid", "accounts.time_zones", "accounts.api.reference", "accounts.mail",
    "accounts.hints",
)  # fmt: skip
OURS = ("games", "accounts", "polignac_site")


class Booth(RequestFactory):
    """Takes requests as a test client does, within `opened`.

    *has_read* says whether what was asked last may have seen what is exchanged: by a statement that the database got
    while it was asked, or by a function that remembers.
    """

    def __init__(self) -> None:
        super().__init__()
        self.handler = ClientHandler(enforce_csrf_checks=False)
        self.watches = connection.vendor == "sqlite"  # else everything counts as having read
        self.chance = Random(1)
        self.lines: list[str] = []
        self.has_read = False
        self._memories = memories()

    def request(self, **request: Any) -> Any:
        return self.handler(self._base_environ(**request))  # type: ignore[attr-defined]

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Draw all lots the same way for each request, keep what is logged, and watch the database."""
        chance = self.chance
        with ExitStack() as stack:
            for module, name in ((os, "urandom"), (random, "_urandom"), (knox.crypto, "generate_bytes")):
                stack.enter_context(mock.patch.object(module, name, chance.randbytes))
            # Some of these would draw the lots of the test otherwise, each the next.
            for drawing in (models.game, overdue, seating, plans):
                stack.enter_context(mock.patch.object(drawing, "secrets", secrets))
            stack.enter_context(mock.patch.object(Template, "_render", _render))
            stack.enter_context(_logging_to(self.lines))
            stack.enter_context(_raising_failures())
            stack.enter_context(self._watching())
            yield

    def ask(self, ask: Callable[[], bytes]) -> bytes:
        """Do what *ask* does, with the same chance as ever and nothing cached; undo it, and return its answer with what
        was logged."""
        self.chance.seed(1)
        random.seed(1)
        cache.clear()
        self.lines.clear()
        self.has_read = not self.watches
        uses = self._uses()
        with self.undone():
            answer = ask()
        self.has_read = self.has_read or uses != self._uses()
        return answer + "\n".join(self.lines).encode()

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undo whatever is done within, but for what it begins."""
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    def forget(self) -> None:
        """Forget what functions of ours remember."""
        for memory in self._memories:
            memory.cache_clear()

    @contextmanager
    def _watching(self) -> Iterator[None]:
        """Look at each statement that the database itself gets, whatever it comes by."""
        if not self.watches:
            yield
            return
        connection.ensure_connection()
        connection.connection.set_trace_callback(self._notice)
        try:
            yield
        finally:
            connection.connection.set_trace_callback(None)

    def _notice(self, statement: str) -> None:
        if not self.has_read and any(name in statement.lower() for name in CHANGED):
            self.has_read = True

    def _uses(self) -> list[tuple[int, int]]:
        return [memory.cache_info()[:2] for memory in self._memories]


def memories() -> list[Any]:
    """Return the functions of ours that remember what they have said, but for `PURE` ones."""
    found = [thing for thing in gc.get_objects() if type(thing) is functools._lru_cache_wrapper]  # wakes nothing lazy
    return [memory for memory in found if memory.__module__.startswith(OURS) and not memory.__module__.startswith(PURE)]


def _render(template: Template, context: Any) -> Any:
    """Render *template* as it is rendered outside of tests."""
    return template.nodelist.render(context)


@contextmanager
def _logging_to(lines: list[str]) -> Iterator[None]:
    """Keep what is logged in *lines*, and have nobody else write it anywhere."""
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(_line(record))  # type: ignore[method-assign]
    root = logging.getLogger()
    with mock.patch.object(root, "handlers", [handler]):
        yield


def _line(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return f"{record.levelname} {record.name}: {record.getMessage()}" + (f" {error!r}" if error else "")


@contextmanager
def _raising_failures() -> Iterator[None]:
    """Have an error that would be a 500 fail the test."""

    def fail(**_signal: Any) -> None:
        raise

    got_request_exception.connect(fail)
    try:
        yield
    finally:
        got_request_exception.disconnect(fail)
