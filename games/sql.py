"""Statements of every move, composed once: Django takes longer over that than the database takes to answer.

What they say is still written as a query set, or follows from the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

import orjson
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.base import ModelState
from django.db.models.functions import Cast
from psycopg.pq import TransactionStatus

Model = TypeVar("Model", bound=models.Model)
Row = Sequence[Any]

INSTANTS_KEPT = 20_000  # of the last that were read: those of a hand are read again at each of its moves
INSERTIONS_KEPT = 50  # statements: one for each number of rows, of which a sweep may write hundreds

# Written as they are, whatever the field, but for JSON. A member of an enumeration is of none of these types.
_AS_THEY_ARE: dict[str, frozenset[type]] = {
    "postgresql": frozenset((str, bool, datetime, timedelta)),
    "sqlite": frozenset((str, bool, int)),
}


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
                rows: list[Any] = cursor.fetchall()
            if composed.converters:
                rows = [list(row) for row in rows]
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
            (column, expression, [_from_json] if _is_json(expression) else list(convert))
            for column, (convert, expression) in compiler.get_converters(expressions).items()
        ]
        converters += [
            (column, expression, [_from_text])
            for column, expression in enumerate(expressions)
            if isinstance(expression, Instant)
        ]
        if any(list(params).count(marker) != 1 for marker in self._markers):
            raise ValueError(f"Each marker must be in the query once: {self._markers} in {params}.")
        return _Composed(sql, list(params), converters)


def columns(model: type[models.Model], names: Iterable[str], prefix: str = "") -> list[str | Instant]:
    """Return what to ask for in `values_list` to get the fields of *model* that are named."""
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    return [
        Instant(prefix + field.attname) if isinstance(field, models.DateTimeField) else prefix + field.attname
        for field in fields
    ]


class InstantText(Cast):
    """An instant as the text that the database makes of it: see `instant`."""

    def __init__(self, name: str) -> None:
        super().__init__(name, models.TextField())


class Instant(InstantText):
    """An instant, sent as text: Python reads that in a tenth of the time that the driver takes over it."""


def _from_text(text: str | None, _expression: Any, _connection: Any) -> datetime | None:
    return None if text is None else instant(text)


@lru_cache(INSTANTS_KEPT)
def instant(text: str) -> datetime:
    """Read an instant as the database writes it: PostgreSQL with the offset, which is none, SQLite without."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _is_json(expression: Any) -> bool:
    return type(expression.output_field) is models.JSONField and expression.output_field.decoder is None


def _from_json(value: str | None, _expression: Any, _connection: Any) -> Any:
    return None if value is None else orjson.loads(value)


def loaded(model: type[Model], names: Sequence[str], values: Iterable[Any]) -> Model:
    """Make the row of *model* that was read, as `Model.from_db` does, in a fifth of its time.

    Fields that are not among *names* are fetched when somebody asks for them. No signal is sent.
    """
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row


def new(model: type[Model], **values: Any) -> Model:
    """Make a row of *model* to be inserted, as calling it does, in a third of the time.

    *values* are those of columns (``game_id``, not ``game``); the other fields get their defaults. No signal is sent.
    """
    row = model.__new__(model)
    row._state = ModelState()
    row.__dict__.update(_constants(model), **values)
    for attribute, make in _made_defaults(model):
        if attribute not in values:
            row.__dict__[attribute] = make()
    return row


@cache
def _constants(model: type[models.Model]) -> dict[str, Any]:
    made = {attribute for attribute, _make in _made_defaults(model)}
    return {field.attname: field.get_default() for field in model._meta.concrete_fields if field.attname not in made}


@cache
def _made_defaults(model: type[models.Model]) -> list[tuple[str, Callable[[], Any]]]:
    """Return what makes the defaults of the fields that have not the same for all rows."""
    fields: list[Any] = [field for field in model._meta.concrete_fields if field.has_default()]
    return [(field.attname, field.default) for field in fields if callable(field.default)]


def insert(rows: Iterable[models.Model], *, ignore_conflicts: bool = False) -> None:
    """Insert *rows* of one model, without reading back their keys.

    :raises IntegrityError: if a constraint of the database forbids one, unless conflicts are ignored.
    """
    rows = list(rows)
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    statement, columns = _insertion(type(rows[0]), len(rows), ignore_conflicts, connection.vendor)
    _write(connection, statement, [value for row in rows for value in _values(row, columns, connection)])


def update(row: models.Model, names: tuple[str, ...]) -> None:
    """Write the fields of *row* that are named."""
    connection = connections[DEFAULT_DB_ALIAS]
    statement, columns = _change(type(row), names, connection.vendor)
    _write(connection, statement, [*_values(row, columns, connection), row.pk], changed=(type(row), row.pk))


@contextmanager
def together() -> Iterator[None]:
    """Run a transaction whose statements are sent without waiting for the answer to each.

    What one of them raises may come at the end only. How many rows a statement has changed is not known within, so
    models are not saved there. What `insert` and `update` write is kept back until something else is asked or the
    transaction ends, and is then one statement. SQLite is no server and has nobody to wait for.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    with transaction.atomic():
        if connection.vendor != "postgresql":
            yield
            return
        writes = _Writes(connection)
        with connection.wrap_database_errors, _pipeline(connection.connection):
            with connection.execute_wrapper(writes):
                yield
            writes.send()


@contextmanager
def _pipeline(driver: Any) -> Iterator[None]:
    """Send BEGIN and COMMIT with the statements between them: by itself the driver waits for the answer to each.

    Django finds nothing to commit afterwards, and goes on as after any transaction.
    """
    is_within_another = driver.info.transaction_status != TransactionStatus.IDLE
    if is_within_another or driver.isolation_level is not None:  # of which the driver knows
        with driver.pipeline():
            yield
        return
    driver.autocommit = True
    try:
        with driver.pipeline():
            cursor = driver.cursor()
            cursor.execute("BEGIN", prepare=False)
            yield
            cursor.execute("COMMIT", prepare=False)
    except BaseException:
        if not driver.closed:
            driver.rollback()
        raise
    finally:
        if not driver.closed:
            driver.autocommit = False


class _Writes:
    """What a transaction has to write still. It is wrapped around all other statements, so that these find it done."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection
        self._statements: list[str] = []
        self._params: list[Any] = []
        self._changed: set[object] = set()

    def __call__(self, execute: Callable[..., Any], statement: str, params: Any, many: bool, context: Any) -> Any:
        self.send()
        return execute(statement, params, many, context)

    def add(self, statement: str, params: list[Any], changed: object) -> None:
        """Keep a statement back; *changed* is the row that it changes, if it is one that was there."""
        if changed in self._changed:  # which one statement does once only
            self.send()
        if changed is not None:
            self._changed.add(changed)
        self._statements.append(statement)
        self._params += params

    def send(self) -> None:
        if not self._statements:
            return
        statement, params = _in_one(*self._statements), self._params
        self._statements, self._params, self._changed = [], [], set()
        with self._connection.cursor() as cursor:
            cursor.execute(statement, params)


@cache
def _in_one(*statements: str) -> str:
    """Return one statement that does what all of *statements* do, in no order: none may depend on another."""
    *others, last = statements
    before = ", ".join(f"_{number} AS ({statement})" for number, statement in enumerate(others))
    return f"WITH {before} {last}" if before else last


def _write(
    connection: BaseDatabaseWrapper, statement: str, params: list[Any], *, changed: object | None = None
) -> None:
    for wrapper in connection.execute_wrappers:
        if isinstance(wrapper, _Writes):
            wrapper.add(statement, params, changed)
            return
    with connection.cursor() as cursor:
        cursor.execute(statement, params)


class _Column(NamedTuple):
    attribute: str
    as_they_are: frozenset[type]
    number: Callable[[int], Any] | None  # what the driver is given for a whole number; None where it does not matter
    prepare: Callable[[Any, BaseDatabaseWrapper], Any]  # for the rest


def _values(row: models.Model, columns: Iterable[_Column], connection: BaseDatabaseWrapper) -> list[Any]:
    """Return what to write. Django's way to it is long, and most of a move's values go as they are."""
    values: list[Any] = []
    for attribute, as_they_are, number, prepare in columns:
        value = getattr(row, attribute)
        kind = type(value)
        if value is None or kind in as_they_are:
            values.append(value)
        elif number is not None and kind is int:
            values.append(number(value))
        elif as_they_are and isinstance(value, Enum):
            values.append(value.value)
        else:
            values.append(prepare(value, connection))
    return values


def _columns(fields: Iterable[Any], connection: BaseDatabaseWrapper) -> list[_Column]:
    kinds = _AS_THEY_ARE.get(connection.vendor, frozenset())
    numbers = getattr(connection.ops, "integerfield_type_map", {})
    columns = []
    for field in fields:
        is_json = isinstance(field, models.JSONField)
        number = numbers.get(field.target_field.get_internal_type() if field.is_relation else field.get_internal_type())
        columns.append(_Column(field.attname, frozenset() if is_json else kinds, number, field.get_db_prep_save))
    return columns


@lru_cache(INSERTIONS_KEPT)
def _insertion(model: type[models.Model], rows: int, ignore_conflicts: bool, _vendor: str) -> tuple[str, list[_Column]]:
    """Return the statement, and the columns in the order it wants the values of each row."""
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = ", ".join(_quoted(field.column) for field in fields)
    table = _quoted(model._meta.db_table)
    places = ", ".join(["(" + ", ".join(["%s"] * len(fields)) + ")"] * rows)
    end = " ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    statement = f"INSERT INTO {table} ({names}) VALUES {places}{end}"  # nosec B608 # noqa: S608 - names of ours
    return statement, _columns(fields, connections[DEFAULT_DB_ALIAS])


@cache
def _change(model: type[models.Model], names: tuple[str, ...], _vendor: str) -> tuple[str, list[_Column]]:
    """Return the statement, and the columns in the order it wants their values."""
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    assignments = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    key: Any = model._meta.pk
    table = _quoted(model._meta.db_table)
    statement = f"UPDATE {table} SET {assignments} WHERE {_quoted(key.column)} = %s"  # nosec B608 # noqa: S608 - so here
    return statement, _columns(fields, connections[DEFAULT_DB_ALIAS])


def _quoted(name: str) -> str:
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)
