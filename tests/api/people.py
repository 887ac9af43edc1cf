"""Players who come to the games by the API alone, and tables to seat them at."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.test import Client

from accounts.models import ApiToken, User
from games.engine.rules import Rules
from games.models import Game
from games.services import overdue, seating

GAMES = "/api/v1/games"
_numbers = itertools.count(1)


@dataclass
class Answer:
    status: int
    headers: Any
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return self.json["code"]


@dataclass
class Caller:
    """Somebody with a token, or without one. Never raises: what was answered is the test's to judge."""

    user: User | None = None
    token: str = ""
    client: Client = field(default_factory=lambda: Client(raise_request_exception=True))

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        if self.token:
            headers.setdefault("Authorization", f"Token {self.token}")
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(method, path, data, content_type="application/json", headers=headers)
        return Answer(response.status_code, response.headers, response.content)

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("POST", path, body, **headers)

    def delete(self, path: str) -> Answer:
        return self.call("DELETE", path)

    def table(self, slug: str) -> Any:
        answer = self.get(f"{GAMES}/{slug}")
        assert answer.status == 200, answer.body
        return answer.json


def account(name: str = "") -> Caller:
    user = User.objects.create_user(name or f"Player{next(_numbers)}", password=None)
    return _caller(user)


def visitor() -> Caller:
    return _caller(User.objects.create_guest())


def _caller(user: User) -> Caller:
    return Caller(user, ApiToken.objects.issue(user, "tests")[1])


def onlooker() -> Caller:
    return Caller()


def seat_all(*callers: Caller, access: str = Game.Access.PUBLIC, **options: Any) -> str:
    """Seat *callers* at one table, the first as its host, and return its slug: the game has begun."""
    rules = Rules(**{"players": len(callers)} | options)
    table = seating.open_table(host=callers[0].user, rules=rules, move_time=timedelta(days=1), access=access)
    for caller in callers[1:]:
        seating.join(slug=table.slug, user=caller.user, invite=table.invite)
    return table.slug


def to_play(slug: str, callers: tuple[Caller, ...] | list[Caller]) -> tuple[Caller, Any]:
    """Return whose turn it is, and the table as they see it."""
    seat = Game.objects.get(slug=slug).to_play
    assert seat is not None
    return callers[seat], callers[seat].table(slug)


def move_of(table: Any) -> dict[str, Any]:
    """Return a move that the rules allow."""
    hand = table["hand"]
    if hand["must_declare"]:
        return {"ply": hand["ply"], "declaration": "pass"}
    return {"ply": hand["ply"], "card": hand["legal"][0]}


def play_on(slug: str, callers: tuple[Caller, ...] | list[Caller], moves: int) -> None:
    """Make some moves that the rules allow, all by the API; stop at the end of the game."""
    for _ in range(moves):
        if Game.objects.get(slug=slug).status != Game.Status.ACTIVE:
            return
        caller, table = to_play(slug, callers)
        answer = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
        assert answer.status == 201, answer.body


def let_bots_play(slug: str) -> None:
    """Do what the worker does."""
    overdue.play_game(Game.objects.get(slug=slug).pk)
