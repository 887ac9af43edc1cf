"""Triggers that make the tables of the log append-only in the database, whoever asks.

They are put back after every migration, since Django remakes a table on SQLite without its triggers, and a system
check (``manage.py check --database default``) compares what is there with what should be.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOG_MODELS = ("Hand", "Move", "Sitting")
VERBS = ("update", "delete")
_FUNCTION = "games_log_is_append_only"
_SENTENCE = "the log is append-only"


def _tables() -> list[str]:
    return [apps.get_model("games", name)._meta.db_table for name in LOG_MODELS]


def _names(table: str) -> list[str]:
    return [f"{table}_no_{verb}" for verb in VERBS]


def install_triggers(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers on every table of the log; those that are there are replaced."""
    drop_triggers(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{_SENTENCE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
        for table in _tables():
            for statement in _create(connection.vendor, table):
                cursor.execute(statement)


def _create(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{_SENTENCE}'); END"
            for verb in VERBS
        ]
    # ALWAYS: also in a session that calls itself a replica. TRUNCATE passes row triggers by, so it has its own.
    statements = []
    for name, event, scope in (
        (f"{table}_no_update", "UPDATE", "ROW"),
        (f"{table}_no_delete", "DELETE", "ROW"),
        (f"{table}_no_truncate", "TRUNCATE", "STATEMENT"),
    ):
        statements += [
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH {scope} EXECUTE FUNCTION {_FUNCTION}()",
            f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}",
        ]
    return statements


def drop_triggers(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away: for migrations of the log itself, and for tests that empty the database."""
    with connection.cursor() as cursor:
        for table in _tables():
            for name in _expected(connection.vendor, table):
                on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def _expected(vendor: str, table: str) -> list[str]:
    return [*_names(table), f"{table}_no_truncate"] if vendor == "postgresql" else _names(table)


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the triggers that should be in the database and are not (or are switched off)."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE tgenabled = 'A'"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return sorted({name for table in _tables() for name in _expected(connection.vendor, table)} - present)


def reinstall_after_migrate(*, using: str, **kwargs: Any) -> None:
    """Put the triggers back when migrations have run; for the signal ``post_migrate``."""
    connection = connections[using]
    if set(_tables()) <= set(connection.introspection.table_names()):
        install_triggers(connection)


def check_triggers(*, databases: list[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Say which triggers are missing, for ``manage.py check --database default``."""
    messages: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if not set(_tables()) <= set(connection.introspection.table_names()):
            continue  # not migrated yet
        if missing := missing_triggers(connection):
            messages.append(
                Error(
                    f"The log is not protected: {', '.join(missing)} missing in the database {alias!r}.",
                    hint="Run: manage.py migrate",
                    id="games.E001",
                )
            )
    return messages
