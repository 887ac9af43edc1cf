"""What a database does on a bad day, done to the real one: a full disk, a long lock, a deed or connection given up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.db import OperationalError, connection, connections, transaction

from games import log, pulse
from games.models import Game
from games.triggers import install_triggers


@contextmanager
def full_disk() -> Iterator[None]:
    """Let the database of this thread find no room for many further moves.

    SQLite is told that its file may grow no more, and the free pages are filled up; what room there is in pages begun
    takes some moves yet. PostgreSQL, whose disk is not ours to fill, raises the very error it has for that.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE filling (x)")
            (pages,) = cursor.execute("PRAGMA page_count").fetchone()
            cursor.execute(f"PRAGMA max_page_count = {pages}")
            _fill()
        try:
            yield
        finally:
            connection.close()  # the bound is the connection's
            with connection.cursor() as cursor:
                cursor.execute("DROP TABLE filling")
    else:
        with raising("53100", after=3):
            yield


def _fill() -> None:
    size = 1_000_000
    while size > 100:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("INSERT INTO filling VALUES (zeroblob(%s))", [size])
        except OperationalError:
            size //= 2


@contextmanager
def raising(state: str, *, after: int = 0, times: int = 10**9) -> Iterator[None]:
    """Have PostgreSQL raise the error *state*, so many *times*, when more than *after* moves are to be written."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE SEQUENCE moves_tried")
        cursor.execute(
            f"CREATE FUNCTION fail_move() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"DECLARE tried bigint := nextval('moves_tried'); BEGIN "
            f"IF tried BETWEEN {after + 1} AND {after + times} THEN "
            f"RAISE EXCEPTION 'a bad day' USING ERRCODE = '{state}'; END IF; RETURN NEW; END $$"
        )
        cursor.execute("CREATE TRIGGER fail_move BEFORE INSERT ON games_move FOR EACH ROW EXECUTE FUNCTION fail_move()")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER fail_move ON games_move")
            cursor.execute("DROP FUNCTION fail_move")
            cursor.execute("DROP SEQUENCE moves_tried")
        install_triggers(connection)


@contextmanager
def locked(game: Game) -> Iterator[None]:
    """Hold the lock of *game* (on SQLite: of everything) in another connection; this one waits for it but briefly."""
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            held.set()
            release.wait(60)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(60)
    patience = "PRAGMA busy_timeout = 50" if connection.vendor == "sqlite" else "SET lock_timeout = 50"
    with connection.cursor() as cursor:
        cursor.execute(patience)
    try:
        yield
    finally:
        release.set()
        holder.join()
        connection.close()


@contextmanager
def cut_off(when: str) -> Iterator[None]:
    """Have the database end the connection of a deed when all is "read", or when all is "written" but not committed.

    So does a server that is stopped. SQLite has no connection to lose: there the next statement fails.
    """
    pid = _backend()
    module, name = {"read": (log, "lock_table"), "written": (pulse, "tell")}[when]
    verb = getattr(module, name)

    def do(*given: Any, **named: Any) -> Any:
        done = verb(*given, **named)
        _end(pid)
        return done

    with mock.patch.object(module, name, do):
        yield


def _backend() -> int:
    """Return the process of this connection on the server, 0 where there is no server."""
    if connection.vendor == "sqlite":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _end(pid: int) -> None:
    if connection.vendor == "sqlite":
        raise OperationalError("disk I/O error")

    def terminate() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        connections.close_all()

    other = threading.Thread(target=terminate)
    other.start()
    other.join()
