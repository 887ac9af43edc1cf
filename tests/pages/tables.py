"""Tables for the people of these tests: made by the services, looked at and played at by the pages."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Game, Seat
from tests.builders import make_game, move_on

from .reader import Reader


def seat(*readers: Reader, **options: Any) -> Game:
    """Seat them at one table; see `make_game` for *options*."""
    return make_game(*users_of(readers), **options)


def users_of(readers: tuple[Reader, ...]) -> list[User]:
    users = [reader.user for reader in readers]
    return [user for user in users if user is not None]


def finished(*readers: Reader, **options: Any) -> Game:
    """Seat them and play to the end, a hand where nothing else is asked for."""
    options = {"target": None, "hands": 1} | options
    game = seat(*readers, **options)
    move_on(game)
    assert game.status == Game.Status.FINISHED
    return game


def whose_turn(game: Game, *readers: Reader) -> Reader:
    """Return who of them is to play."""
    game.refresh_from_db()
    assert game.to_play is not None
    user = Seat.objects.get(game=game, number=game.to_play).user
    return next(reader for reader in readers if reader.user == user)


def who_waits(game: Game, *readers: Reader) -> Reader:
    """Return one of them who is not to play."""
    playing = whose_turn(game, *readers)
    return next(reader for reader in readers if reader is not playing)


def at(game: Game, rest: str = "") -> str:
    """Return the address of *game*, or of something below it."""
    return f"/games/{game.slug}{rest}"


# A deal for three: in the first hand seat 0 leads, and seat 1 holds one heart.
THREE = (
    "7H 9H TH AH KS QS 8D 9D TD AD",
    "8H 8S 9S TS AS JS 7D JD QD KD",
    "JH QH KH 8C 9C TC AC JC QC KC",
)
