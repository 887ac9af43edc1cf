"""A full disk, a lock held too long, a connection cut off: 503 and when to ask again, and afterwards all goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client

from accounts.models import ApiToken, User
from games.models import Game, Move
from tests.builders import first_move, make_game, state_of
from tests.services.consistency import check_game

from .database import cut_off, full_disk, locked

MOST_MOVES_ON_A_FULL_DISK = 100


@pytest.fixture
def game(users: list[User]) -> Game:
    return make_game(*users)


Way = Callable[[Game], Callable[[], Any]]  # takes a game and returns what sends its next move


def by_api(users: list[User]) -> Way:
    client = Client(raise_request_exception=False)
    tokens = {user.pk: ApiToken.objects.issue(user, "tests")[1] for user in users}

    def prepare(game: Game) -> Callable[[], Any]:
        user, ply, card = next_move(game)
        headers, body = {"Authorization": f"Token {tokens[user.pk]}"}, json.dumps({"ply": ply, "card": card})
        path = f"/api/v1/games/{game.slug}/moves"
        return lambda: client.post(path, body, content_type="application/json", headers=headers)

    return prepare


def by_page(users: list[User]) -> Way:
    clients = {user.pk: Client(raise_request_exception=False) for user in users}
    for user in users:
        clients[user.pk].force_login(user)

    def prepare(game: Game) -> Callable[[], Any]:
        user, ply, card = next_move(game)
        return lambda: clients[user.pk].post(f"/games/{game.slug}/play", {"ply": ply, "card": card})

    return prepare


def next_move(game: Game) -> tuple[User, int, str]:
    state = state_of(game)
    user = game.seats.get(number=state.to_play or 0).user
    assert user is not None
    return user, state.ply, str(first_move(state))


@pytest.mark.parametrize("way", [by_api, by_page])
def test_a_move_that_meets_a_lock_held_too_long_is_503_and_leaves_nothing_behind(
    game: Game, users: list[User], way: Callable[[list[User]], Way]
) -> None:
    move = way(users)(game)
    with locked(game):
        check_is_busy(move())
    check_that_it_goes_on(game, move, before=0)


@pytest.mark.parametrize("way", [by_api, by_page])
def test_when_the_disk_is_full_a_move_is_503_and_leaves_nothing_behind(
    game: Game, users: list[User], way: Callable[[list[User]], Way]
) -> None:
    prepare = way(users)
    with full_disk():
        before, move = -1, prepare(game)
        while (response := move()).status_code != 503:
            before, move = before + 1, prepare(game)
            assert before < MOST_MOVES_ON_A_FULL_DISK
        check_is_busy(response)
    check_that_it_goes_on(game, move, before=before + 1)


@pytest.mark.parametrize("way", [by_api, by_page])
@pytest.mark.parametrize("when", ["read", "written"])
def test_a_move_whose_connection_is_cut_off_is_503_and_leaves_nothing_behind(
    game: Game, users: list[User], way: Callable[[list[User]], Way], when: str
) -> None:
    move = way(users)(game)
    with cut_off(when):
        check_is_busy(move())
    check_that_it_goes_on(game, move, before=0)


def check_is_busy(response: Any) -> None:
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert "busy" in response.content.decode()


def check_that_it_goes_on(game: Game, move: Any, *, before: int) -> None:
    """The log is as it was *before*, and the very same move is made now."""
    assert Move.objects.count() == before
    check_game(game.pk)
    assert move().status_code in (201, 302)
    assert Move.objects.count() == before + 1
    check_game(game.pk)


@pytest.mark.parametrize("path", ["/games", "/lobby", "/account/settings/", "/api/v1/games", "/"])
def test_a_database_that_does_not_answer_at_all_is_503(users: list[User], path: str) -> None:
    """Whatever asks first: the session, the reader, the view, the page."""
    client = Client(raise_request_exception=False)
    client.force_login(users[0])
    away = OperationalError("the server closed the connection unexpectedly")
    with mock.patch("django.db.backends.utils.CursorWrapper.execute", side_effect=away):
        response = client.get(path)
    assert (response.status_code, int(response["Retry-After"])) == (503, 2), path
    kind = "application/json" if path.startswith("/api/") else "text/html; charset=utf-8"
    assert response["Content-Type"] == kind
    assert "closed the connection" not in response.content.decode()


def test_a_fault_of_ours_is_500_as_ever(users: list[User]) -> None:
    client = Client(raise_request_exception=False)
    with mock.patch("games.models.game.GameQuerySet.with_seats", side_effect=ZeroDivisionError):
        assert client.get("/lobby").status_code == 500
        answer = client.get("/api/v1/games")
    assert (answer.status_code, answer.json()["code"], answer["Cache-Control"]) == (500, "server_error", "no-store")
