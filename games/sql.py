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
    beginning, columns, places = _insertion(type(rows[0]), connection.vendor)
    values = [value for row in rows for value in _values(row, columns, connection)]
    end = " ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    with connection.cursor() as cursor:
        cursor.execute(beginning + ", ".join([places] * len(rows)) + end, values)


def update(row: models.Model, names: tuple[str, ...]) -> None:
    """Write the fields of *row* that are named."""
    connection = connections[DEFAULT_DB_ALIAS]
    sql, columns = _change(type(row), names, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_values(row, columns, connection), row.pk])


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


class _Column(NamedTuple):
    attribute: str
    is_text: bool
    prepare: Callable[[Any, BaseDatabaseWrapper], Any]


def _values(row: models.Model, columns: Iterable[_Column], connection: BaseDatabaseWrapper) -> list[Any]:
    """Return what to write; nulls and text go as they are."""
    return [
        value
        if (value := getattr(row, attribute)) is None or (is_text and type(value) is str)
        else prepare(value, connection)
        for attribute, is_text, prepare in columns
    ]


def _columns(fields: Iterable[Any]) -> list[_Column]:
    text = (models.CharField, models.TextField)
    return [_Column(field.attname, isinstance(field, text), field.get_db_prep_save) for field in fields]


@cache
def _insertion(model: type[models.Model], _vendor: str) -> tuple[str, list[_Column], str]:
    """Return the beginning of the statement, the columns in their order, and the places for one row's values."""
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = ", ".join(_quoted(field.column) for field in fields)
    table = _quoted(model._meta.db_table)
    beginning = f"INSERT INTO {table} ({names}) VALUES "  # nosec B608 # noqa: S608 - names of ours
    return beginning, _columns(fields), "(" + ", ".join(["%s"] * len(fields)) + ")"


@cache
def _change(model: type[models.Model], names: tuple[str, ...], _vendor: str) -> tuple[str, list[_Column]]:
    """Return the statement, and the columns in the order it wants their values."""
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    assignments = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    key: Any = model._meta.pk
    table = _quoted(model._meta.db_table)
    statement = f"UPDATE {table} SET {assignments} WHERE {_quoted(key.column)} = %s"  # nosec B608 # noqa: S608 - so here
    return statement, _columns(fields)


def _quoted(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)
