"""What may have read anything that is exchanged is noticed, however it does; else it would not be asked for again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from games.models import Game, Hand, Move, Plan, Seat
from games.triggers import drop_triggers
from tests.builders import make_game, make_user, move_once

from .booth import CHANGED, Booth
from .evenings import Evening
from .exchange import compare
from .routes import all_routes
from .test_exchanged_cards import NOON

pytestmark = [pytest.mark.once, pytest.mark.django_db]
PACKS = "SELECT pack FROM games_hand ORDER BY id"


def by_cursor() -> str:
    with connection.cursor() as cursor:
        cursor.execute(PACKS)
        return str(cursor.fetchall())


def by_the_driver() -> str:
    return str(connection.connection.execute(PACKS).fetchall())


@cache
def remembered() -> str:
    return by_cursor()


remembered.__module__ = "games.pages.folding"  # as if it were one of ours

READING: dict[str, Callable[[], object]] = {
    "rows": lambda: list(Hand.objects.all()),
    "a column": lambda: list(Hand.objects.values_list("pack")),
    "a count": lambda: Plan.objects.count(),
    "a join": lambda: list(Move.objects.filter(hand__number=1)),
    "a row beside": lambda: list(Seat.objects.values("plans__ducks")),
    "a subquery": lambda: list(
        Game.objects.filter(Exists(Hand.objects.filter(game=OuterRef("pk"), pack__contains="7")))
    ),
    "a change": lambda: Plan.objects.update(ducks=True),
    "a cursor": by_cursor,
    "the driver": by_the_driver,
    "capitals": lambda: connection.connection.execute(PACKS.upper()).fetchall(),
    "a function that remembers": remembered,
}


@pytest.mark.parametrize("way", READING)
def test_whatever_reads_what_is_exchanged_is_noticed_each_time(way: str) -> None:
    move_once(make_game(*(make_user() for _ in range(3))))
    booth = Booth()
    with booth.opened():
        for _ in range(3):  # a statement that was prepared before is seen as well
            booth.ask(lambda: repr(READING[way]()).encode())
            assert booth.has_read
            booth.ask(lambda: repr(list(Game.objects.select_related("host"))).encode())
            assert booth.has_read is not booth.watches


def test_no_table_hides_behind_another_name() -> None:
    """By a view what is exchanged could be read under a name that nobody looks for."""
    with connection.cursor() as cursor:
        views = [table.name for table in connection.introspection.get_table_list(cursor) if table.type == "v"]
    assert views == []
    assert set(CHANGED) <= set(connection.introspection.table_names())


@pytest.mark.parametrize("leak", [by_cursor, by_the_driver, remembered])
def test_an_address_that_tells_of_cards_without_being_about_them_is_caught(leak: Callable[[], str]) -> None:
    """The page of the rules, which reads nothing of a game, says in a header what was dealt."""
    answer = Booth.request

    def telling(booth: Booth, **request: Any) -> Any:
        response = answer(booth, **request)
        response["X-Dealt"] = leak()
        return response

    rules = [route for route in all_routes() if route.name == "games:rules"]
    with time_machine.travel(NOON, tick=False) as clock, transaction.atomic():
        evening = Evening(Random(1), clock)
        drop_triggers(connection)
        [stranger] = [viewer for viewer in evening.viewers() if viewer.name == "stranger"]
        assert not compare(evening, [stranger], rules, one_in=10**9).different
        with mock.patch.object(Booth, "request", telling):
            leak()
            compared = compare(evening, [stranger], rules, one_in=10**9)
    assert "GET games:rules" in "".join(compared.different)
