"""Statements of every move, composed once: Django takes longer over that than the database takes to answer.

What they say is still written as a query set, or follows from the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

Row = list[Any]


class _Composed(NamedTuple):
    sql: str
    params: list[Any]  # with markers in the places of values
    converters: list[tuple[int, Any, list[Any]]]  # column, expression, what makes Python of the database's value


class Prepared:
    """The rows of a query, by values that differ from one time to the next.

    *compose* takes a value for each of *markers* and returns the query set, with `values_list`. The markers are values
    of the right types, each found nowhere else in the query.
    """

    def __init__(self, compose: Callable[..., models.QuerySet[Any, Any]], *markers: int | str) -> None:
        self._compose = compose
        self._markers = markers
        self._composed: dict[str, _Composed] = {}  # by kind of database

    def rows(self, *values: int | str) -> list[Row]:
        """Run the query with *values* in the places of the markers."""
        return self.ask(*values)()

    def ask(self, *values: int | str) -> Callable[[], list[Row]]:
        """Send the query, and return what fetches its rows: several can be under way at once (`together`)."""
        connection = connections[DEFAULT_DB_ALIAS]
        composed = self._composed.get(connection.vendor)
        if composed is None:
            composed = self._composed[connection.vendor] = self._compose_for(connection)
        given = dict(zip(self._markers, values, strict=True))
        cursor = connection.cursor()
        cursor.execute(composed.sql, [given.get(param, param) for param in composed.params])

        def fetch() -> list[Row]:
            with cursor:
                rows = [list(row) for row in cursor.fetchall()]
            for column, expression, converters in composed.converters:
                for row in rows:
                    for convert in converters:
                        row[column] = convert(row[column], expression, connection)
            return rows

        return fetch

    def _compose_for(self, connection: BaseDatabaseWrapper) -> _Composed:
        compiler = self._compose(*self._markers).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        expressions = [expression for expression, _sql, _alias in compiler.select]
        converters = [
            (column, expression, list(convert))
            for column, (convert, expression) in compiler.get_converters(expressions).items()
        ]
        if any(list(params).count(marker) != 1 for marker in self._markers):
            raise ValueError(f"Each marker must be in the query once: {self._markers} in {params}.")
        return _Composed(sql, list(params), converters)


def insert(rows: Iterable[models.Model], *, ignore_conflicts: bool = False) -> None:
    """Insert *rows* of one model, without reading back their keys.

    :raises IntegrityError: if a constraint of the database forbids one, unless conflicts are ignored.
    """
    rows = list(rows)
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    beginning, fields, places = _insertion(type(rows[0]), connection.vendor)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows for field in fields]
    end = " ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    with connection.cursor() as cursor:
        cursor.execute(beginning + ", ".join([places] * len(rows)) + end, values)


def update(row: models.Model, names: tuple[str, ...]) -> None:
    """Write the fields of *row* that are named."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql, fields = _change(type(row), names, connection.vendor)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])


@contextmanager
def together() -> Iterator[None]:
    """Send the statements within without waiting for the answer to each; what one of them raises comes at the end.

    How many rows a statement has changed is not known within, so models are not saved there. SQLite is no server and
    has nobody to wait for.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "postgresql":
        yield
        return
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


@cache
def _insertion(model: type[models.Model], _vendor: str) -> tuple[str, list[Any], str]:
    """Return the beginning of the statement, the fields in their order, and the places for one row's values."""
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quoted(field.column) for field in fields)
    table = _quoted(model._meta.db_table)
    beginning = f"INSERT INTO {table} ({columns}) VALUES "  # nosec B608 # noqa: S608 - names of ours
    return beginning, fields, "(" + ", ".join(["%s"] * len(fields)) + ")"


@cache
def _change(model: type[models.Model], names: tuple[str, ...], _vendor: str) -> tuple[str, list[Any]]:
    """Return the statement, and the fields in the order it wants their values."""
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    assignments = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    key: Any = model._meta.pk
    table = _quoted(model._meta.db_table)
    statement = f"UPDATE {table} SET {assignments} WHERE {_quoted(key.column)} = %s"  # nosec B608 # noqa: S608 - so here
    return statement, fields


def _quoted(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)
