"""Triggers that make the tables of the log append-only in the database, whoever asks.

They are put back after every migration, since Django remakes a table on SQLite without its triggers, and a system
check (``manage.py check --database default``) compares what is there with what should be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, UniqueConstraint

LOG_MODELS = ("Commitment", "Hand", "Move", "Reveal", "Sitting")
_ENDINGS = {  # what each trigger refuses
    "postgresql": ("no_update", "no_delete", "no_truncate"),
    "sqlite": ("no_update", "no_delete", "no_replace"),
}
_FUNCTION = "games_log_is_append_only"
_SENTENCE = "the log is append-only"


def _models() -> list[type[Model]]:
    return [apps.get_model("games", name) for name in LOG_MODELS]


def _tables() -> list[str]:
    return [model._meta.db_table for model in _models()]


def _names(vendor: str, table: str) -> list[str]:
    return [f"{table}_{ending}" for ending in _ENDINGS[vendor]]


def install_triggers(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers on every table of the log; those that are there are replaced."""
    drop_triggers(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION {_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{_SENTENCE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
            )
        for model in _models():
            for statement in _create(connection.vendor, model):
                cursor.execute(statement)


def _create(vendor: str, model: type[Model]) -> list[str]:
    return _create_on_sqlite(model) if vendor == "sqlite" else _create_on_postgresql(model._meta.db_table)


def _create_on_sqlite(model: type[Model]) -> list[str]:
    """REPLACE deletes the rows in its way without a word to the triggers on DELETE, unless the connection says
    otherwise; so rows that would be in the way are looked for before any row comes.
    """
    table = model._meta.db_table
    in_the_way = " OR ".join(
        "(" + " AND ".join(f"{column} = NEW.{column}" for column in columns) + ")" for columns in _unique_columns(model)
    )
    refuse = f"SELECT RAISE(ABORT, '{_SENTENCE}')"
    return [
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} BEGIN {refuse}; END",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} BEGIN {refuse}; END",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "  # nosec B608 # noqa: S608 - names from the models
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {in_the_way}) BEGIN {refuse}; END",
    ]


def _unique_columns(model: type[Model]) -> list[list[str]]:
    """Return the columns by which a row may meet an older one: the key, and those of each unique constraint."""
    column_of = {field.name: str(field.column) for field in model._meta.concrete_fields}
    unique = [constraint.fields for constraint in model._meta.constraints if isinstance(constraint, UniqueConstraint)]
    return [[column_of[name] for name in fields] for fields in (("id",), *unique)]


def _create_on_postgresql(table: str) -> list[str]:
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
            for name in _names(connection.vendor, table):
                on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the triggers that should be in the database and are not (or are switched off)."""
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE tgenabled = 'A'"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return sorted({name for table in _tables() for name in _names(connection.vendor, table)} - present)


def reinstall_after_migrate(*, using: str, **kwargs: Any) -> None:
    """Put the triggers back when migrations have run; for the signal ``post_migrate``."""
    connection = connections[using]
    if set(_tables()) <= set(connection.introspection.table_names()):
        install_triggers(connection)


def check_triggers(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
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
