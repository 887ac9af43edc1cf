"""The triggers are there after every migration, and a missing one is found."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.state import ProjectState

from games import triggers
from games.models import Game, Hand, Move
from games.triggers import LOG_MODELS, check_triggers, install_triggers, missing_triggers


def names() -> list[str]:
    return sorted(name for table in triggers._tables() for name in triggers._names(connection.vendor, table))


def drop(name: str) -> None:
    table = next(table for table in triggers._tables() if name.startswith(table))
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else ""))


@pytest.mark.django_db
def test_every_table_of_the_log_has_its_three_triggers() -> None:
    assert missing_triggers(connection) == []
    assert len(names()) == 3 * len(LOG_MODELS)


@pytest.mark.django_db
def test_each_missing_trigger_is_reported_by_name() -> None:
    for name in names():
        drop(name)
        assert missing_triggers(connection) == [name]
        install_triggers(connection)
    assert missing_triggers(connection) == []


@pytest.mark.django_db
def test_the_check_of_the_database_says_what_is_missing_and_what_to_do() -> None:
    assert check_triggers(databases=["default"]) == []
    call_command("check", databases=["default"])
    name = names()[0]
    drop(name)
    with pytest.raises(CommandError, match=rf"(?s)games\.E001.*{name}.*manage\.py migrate"):
        call_command("check", databases=["default"])


@pytest.mark.django_db
def test_without_a_database_to_look_at_the_check_says_nothing() -> None:
    drop(names()[0])
    assert check_triggers(databases=None) == []
    assert check_triggers(databases=[]) == []


@pytest.mark.django_db
def test_a_trigger_that_is_switched_off_counts_as_missing() -> None:
    """SQLite's triggers cannot be switched off, only dropped."""
    name, table = "games_move_no_update", Move._meta.db_table
    if connection.vendor == "postgresql":
        for setting in ("DISABLE", "ENABLE", "ENABLE REPLICA"):
            with connection.cursor() as cursor:
                cursor.execute(f"ALTER TABLE {table} {setting} TRIGGER {name}")
            assert missing_triggers(connection) == [name], setting
    else:
        drop(name)
        assert missing_triggers(connection) == [name]


@pytest.mark.django_db
def test_migrating_puts_back_what_is_missing() -> None:
    for name in names():
        drop(name)
    call_command("migrate", verbosity=0)
    assert missing_triggers(connection) == []


@pytest.mark.django_db(transaction=True)
def test_the_triggers_are_back_after_a_migration_that_remakes_a_table(game: Game) -> None:
    """On SQLite changing a column makes a new table, and the triggers go with the old one."""
    before, count = missing_triggers(connection), Move.objects.count()
    widen(Move, "card", 3)
    assert (missing_triggers(connection) == []) == (connection.vendor == "postgresql")
    call_command("migrate", verbosity=0)
    widen(Move, "card", 2)
    call_command("migrate", verbosity=0)
    assert missing_triggers(connection) == before == []
    assert Move.objects.count() == count
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_move SET card = 'KS'")


def widen(model: type[models.Model], column: str, length: int) -> None:
    """Change the length of a column as a migration does."""
    state = ProjectState.from_apps(triggers.apps)
    old = state.apps.get_model(model._meta.label)._meta.get_field(column)
    new = models.CharField(max_length=length, null=True, blank=True)
    new.set_attributes_from_name(column)
    new.model = state.apps.get_model(model._meta.label)
    old_length = 5 - length
    old.max_length = old_length
    with connection.schema_editor() as editor:
        editor.alter_field(new.model, old, new)


@pytest.mark.django_db
def test_before_the_tables_exist_there_is_nothing_to_protect_or_to_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hand._meta, "db_table", "games_not_yet")
    assert check_triggers(databases=["default"]) == []
    triggers.reinstall_after_migrate(using="default")
