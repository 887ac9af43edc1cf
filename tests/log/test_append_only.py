"""Nobody changes or removes what is in the log: not by Python, not by any statement of SQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError, QuerySet
from django.db.models.base import ModelBase

from games.models import Commitment, Game, Hand, LogIsAppendOnly, Move, Reveal, Sitting
from tests.builders import make_game, make_user, move_on, next_entry

LOG: tuple[Any, ...] = (Commitment, Hand, Move, Reveal, Sitting)
WORDS = "the log is append-only"
CHANGES = [
    (Hand, "pack", "KS"),
    (Hand, "dealer", 2),
    (Move, "card", "KS"),
    (Move, "seat", 2),
    (Move, "by", "bot"),
    (Sitting, "why", "resigned"),
    (Sitting, "user_id", None),
    (Sitting, "nonce", "0" * 32),
    (Commitment, "commitment", "0" * 64),
    (Commitment, "root", "0" * 64),
    (Reveal, "seed", "0" * 64),
    *((model, "entry", 7) for model in LOG),
    *((model, "digest", "0" * 64) for model in LOG),
]


def rows(*models: Any) -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in models or LOG]


def refused(*statements: str, params: Iterable[Any] = (), says: str = WORDS) -> None:
    """Run *statements* of SQL and expect the last to be refused, with the log as it was."""
    before = rows()
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements[:-1]:
            cursor.execute(statement)
        with pytest.raises(DatabaseError, match=says), transaction.atomic():
            cursor.execute(statements[-1], list(params))
        transaction.set_rollback(True)
    assert rows() == before


def table(model: Any) -> str:
    return model._meta.db_table


# Python


@pytest.mark.parametrize("model", LOG)
def test_a_row_is_not_saved_again(game: Game, model: ModelBase) -> None:
    entry = model.objects.first()  # type: ignore[attr-defined]
    with pytest.raises(LogIsAppendOnly):
        entry.save()
    with pytest.raises(LogIsAppendOnly):
        entry.delete()


@pytest.mark.parametrize("model", LOG)
def test_rows_are_not_updated_or_deleted_together(game: Game, model: Any) -> None:
    before = rows()
    entries = list(model.objects.all())
    for change in (
        lambda: model.objects.update(created=None),
        lambda: model.objects.all().delete(),
        lambda: model.objects.bulk_update(entries, ["created"]),
        lambda: model.objects.update_or_create(pk=entries[0].pk, defaults={"created": None}),
    ):
        with pytest.raises(LogIsAppendOnly), transaction.atomic():
            change()
    assert rows() == before


def test_the_rows_of_a_game_are_not_reached_by_its_relations(game: Game) -> None:
    with pytest.raises(LogIsAppendOnly):
        game.hands.update(dealer=0)
    with pytest.raises(LogIsAppendOnly):
        Hand.objects.latest("number").moves.all().delete()


def test_a_row_with_the_key_of_another_does_not_replace_it(game: Game) -> None:
    before = rows(Move)
    old = Move.objects.earliest("pk")
    with pytest.raises(IntegrityError), transaction.atomic():
        Move(pk=old.pk, hand=old.hand, ply=30, seat=0, card="KS", by="player", **next_entry(game)).save()
    assert rows(Move) == before


def test_neither_a_game_nor_a_player_with_entries_in_the_log_is_deleted(game: Game) -> None:
    with pytest.raises(ProtectedError):
        game.delete()
    with pytest.raises(ProtectedError):
        game.host.delete()


@pytest.mark.parametrize("model", LOG)
def test_what_gets_past_python_is_stopped_by_the_database(game: Game, model: Any) -> None:
    before = rows()
    entries: QuerySet[Any] = QuerySet(model)
    for change in (
        lambda: entries.update(created="2020-01-01T00:00Z"),
        lambda: entries._raw_delete(using="default"),
    ):
        with pytest.raises(DatabaseError, match=WORDS), transaction.atomic():
            change()
    assert rows() == before


# SQL


@pytest.mark.parametrize(("model", "column", "value"), CHANGES)
def test_no_column_is_updated(game: Game, model: Any, column: str, value: Any) -> None:
    refused(f"UPDATE {table(model)} SET {column} = %s", params=[value])


@pytest.mark.parametrize("model", LOG)
def test_nothing_is_deleted(game: Game, model: Any) -> None:
    refused(f"DELETE FROM {table(model)}")
    refused(f"DELETE FROM {table(model)} WHERE id = %s", params=[model.objects.first().pk])


@pytest.mark.parametrize("model", LOG)
def test_an_insert_that_meets_an_old_row_does_not_update_it(game: Game, model: Any) -> None:
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    refused(
        f"INSERT INTO {table(model)} ({columns}) SELECT {columns} FROM {table(model)} WHERE true "
        "ON CONFLICT (id) DO UPDATE SET created = '2020-01-01T00:00Z'"
    )


@pytest.mark.parametrize("model", LOG)
def test_django_s_upsert_does_not_update_an_old_row(game: Game, model: Any) -> None:
    before = rows()
    entry = model.objects.first()
    with pytest.raises(DatabaseError, match=WORDS), transaction.atomic():
        model.objects.bulk_create([entry], update_conflicts=True, update_fields=["created"], unique_fields=["id"])
    assert rows() == before


# What each database has of its own


@pytest.mark.parametrize("model", LOG)
def test_no_statement_of_this_database_alone_gets_round_it(game: Game, model: Any) -> None:
    for statements in OWN_WAYS[connection.vendor](model):
        refused(*statements)


def ways_of_postgresql(model: Any) -> list[list[str]]:
    """TRUNCATE, by itself or through a table that is referred to; MERGE; and the same as a replica, which passes most
    triggers by.
    """
    name = table(model)
    ways = [
        f"TRUNCATE {name} CASCADE",
        "TRUNCATE games_game CASCADE",
        f"MERGE INTO {name} USING {name} AS other ON {name}.id = other.id WHEN MATCHED THEN DELETE",
        f"WITH gone AS (DELETE FROM {name} RETURNING *) SELECT * FROM gone",
        f"UPDATE {name} SET created = now()",
        f"DELETE FROM {name}",
    ]
    at_once = "SET CONSTRAINTS ALL IMMEDIATE"  # what is still to be checked would itself stop a TRUNCATE
    replica = "SET LOCAL session_replication_role = replica"
    return [[at_once, way] for way in ways] + [[at_once, replica, way] for way in ways]


def ways_of_sqlite(model: Any) -> list[list[str]]:
    """REPLACE, which deletes what is in the way past any trigger on DELETE, unless a setting of the connection, off by
    default, says otherwise.
    """
    columns = [field.column for field in model._meta.concrete_fields]
    names = ", ".join(columns)
    same_id = names.replace("created", "'2020-01-01' AS created")
    other_id = ", ".join("id + 1000" if column == "id" else column for column in columns)
    ways = [
        f"{verb} INTO {table(model)} ({names}) SELECT {values} FROM {table(model)}"
        for verb in ("REPLACE", "INSERT OR REPLACE")
        for values in (same_id, other_id)
    ]
    ways.append(f"UPDATE OR REPLACE {table(model)} SET id = id + 1")
    return [[f"PRAGMA recursive_triggers = {setting}", way] for setting in ("ON", "OFF") for way in ways]


OWN_WAYS = {"postgresql": ways_of_postgresql, "sqlite": ways_of_sqlite}


@pytest.fixture(autouse=True)
def setting_of_the_connection(db: None) -> Iterator[None]:
    yield
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA recursive_triggers = ON")


def test_the_log_still_takes_new_rows(game: Game) -> None:
    """The guard against REPLACE looks at every row that comes: it must not mind a game's next, or another game's."""
    before = Move.objects.count()
    move_on(game, 10)
    make_game(make_user(), bots=3)
    assert Move.objects.count() == before + 10
