"""Doing to the log what its triggers forbid, as somebody could who has the run of the database; and verifying it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connection

from games import chain, log
from games.models import Game, Move
from games.triggers import drop_triggers, install_triggers


def verify(*words: str) -> tuple[int, str]:
    """Run the command; return its exit status and what it wrote."""
    output = io.StringIO()
    try:
        call_command("verify", *words, stdout=output, stderr=io.StringIO())
    except SystemExit as end:
        return int(end.code or 0), output.getvalue()
    return 0, output.getvalue()


@contextmanager
def unguarded() -> Iterator[None]:
    """Take the triggers of the log away for a while."""
    connection.check_constraints()  # PostgreSQL alters no table with checks still to be made
    drop_triggers(connection)
    yield
    connection.check_constraints()
    install_triggers(connection)


def change_the_log(model: Any, rows: dict[str, Any], **changes: Any) -> None:
    """Set the columns *changes* of the rows of *model* that have these values; delete the rows if there are none."""
    table = model._meta.db_table
    where = " AND ".join(f'"{name}" = %s' for name in rows)
    what = ", ".join(f'"{name}" = %s' for name in changes)
    statement = f"UPDATE {table} SET {what} WHERE {where}" if changes else f"DELETE FROM {table} WHERE {where}"
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(statement, [*changes.values(), *rows.values()])


def forge_digests(game: Game) -> None:
    """Make every digest fit the rows as they now are, and the copies on the game, as a thorough forger would."""
    digest = ""
    for number, (row, _) in enumerate(log.read_entries(game)):
        row.entry = number
        public = {"hand": row.hand.number} if isinstance(row, Move) else {}
        digest = chain.digest_of(digest, chain.canonical(row, **public))
        change_the_log(type(row), {"id": row.pk}, entry=number, digest=digest)
    Game.objects.filter(pk=game.pk).update(entries=number + 1, head=digest)
