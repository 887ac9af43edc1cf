"""A transaction that the database gives up in favour of another is done again, and nobody notices."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction

from accounts.models import User
from games import appending
from games.models import Game, Move
from games.services.absence import resign
from games.services.deed import TRIES, deed
from games.services.errors import StaleMove
from games.services.play import play
from games.table import TableView
from tests.builders import first_move, make_game, state_of
from tests.services.consistency import check_game

from .database import raising


@pytest.fixture
def game(users: list[User]) -> Game:
    return make_game(*users)


def move(game: Game) -> TableView:
    state = state_of(game)
    user = game.seats.get(number=state.to_play or 0).user
    return play(slug=game.slug, user=user, ply=state.ply, move=first_move(state))


def given_up(state: str) -> OperationalError:
    """Return the error as Django raises it, for a database that has no such error of its own."""
    error = OperationalError("a bad day")
    error.__cause__ = Exception()
    error.__cause__.sqlstate = state  # type: ignore[attr-defined]
    return error


def failing(state: str, *, times: int) -> AbstractContextManager[Any]:
    """Have the database give up the first *times* that a move is written."""
    if connection.vendor == "postgresql":
        return raising(state, times=times)
    append = appending.append_move
    tries = [given_up(state)] * times + [mock.DEFAULT]
    return mock.patch.object(appending, "append_move", side_effect=tries, wraps=append)


@pytest.mark.parametrize("state", ["40001", "40P01"])
@pytest.mark.parametrize("times", [1, TRIES - 1])
def test_a_move_is_made_once_though_the_first_tries_were_given_up(game: Game, state: str, times: int) -> None:
    with failing(state, times=times):
        assert move(game).version == game.version + 1
    assert Move.objects.count() == 1
    check_game(game.pk)


def test_after_some_tries_it_is_said_that_it_cannot_be_done(game: Game) -> None:
    with failing("40001", times=TRIES), pytest.raises(OperationalError):
        move(game)
    assert Move.objects.count() == 0
    check_game(game.pk)


def test_no_other_error_is_tried_again(game: Game) -> None:
    with failing("53100", times=1), pytest.raises(OperationalError):
        move(game)
    assert Move.objects.count() == 0


def test_in_a_transaction_of_its_caller_nothing_is_done_again(game: Game) -> None:
    with failing("40001", times=1), pytest.raises(OperationalError), transaction.atomic():
        move(game)
    assert Move.objects.count() == 0


def test_who_resigns_in_a_deadlock_has_resigned_once(game: Game, users: list[User]) -> None:
    """Another transaction holds what the resigning needs second and asks for what it holds: the database ends it."""
    if connection.vendor == "postgresql":
        in_a_deadlock(game, users[0])
    else:  # one writer at a time: SQLite knows no deadlock
        resign(slug=game.slug, user=users[0])
    assert game.sittings.filter(why="resigned").count() == 1
    check_game(game.pk)


def in_a_deadlock(game: Game, user: User) -> None:
    seat_locked, done = threading.Event(), threading.Event()

    def other() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL deadlock_timeout = '60s'")  # so that it is not this one that is ended
            cursor.execute("SELECT 1 FROM games_seat WHERE game_id = %s FOR UPDATE", [game.pk])
            seat_locked.set()
            wait_until_somebody_waits(cursor)
            cursor.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game.pk])
        done.set()
        connections.close_all()

    thread = threading.Thread(target=other)
    thread.start()
    assert seat_locked.wait(60)
    with mock.patch("games.services.deed.logger.warning") as warned:
        resign(slug=game.slug, user=user)
    thread.join()
    assert done.is_set()
    assert "deadlock detected" in str(warned.call_args_list)


def wait_until_somebody_waits(cursor: Any) -> None:
    for _ in range(10_000):
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        if cursor.fetchone()[0]:
            return
        threading.Event().wait(0.005)
    raise AssertionError("nobody waits for a lock")


def test_the_values_of_a_refused_row_are_not_logged(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    """PostgreSQL tells them of a row that a check refuses; that of a hand holds its pack."""
    refused = IntegrityError("new row violates a check\nDETAIL:  Failing row contains (7, JS KH 8D).")
    with pytest.raises(StaleMove), deed(game.slug):
        raise refused
    assert "new row violates a check" in caplog.text
    assert "JS KH" not in caplog.text
