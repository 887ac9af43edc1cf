"""Games for tests of mail and time. Time is always said, never waited for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import time_machine

from accounts.models import User
from games.clock import GRACE
from games.models import Game, Holder, Notice
from games.notices.delivery import spread_notices
from games.services import looking, overdue
from games.services.play import play
from games.table import TableView
from tests.accounts.people import make_user
from tests.builders import first_move, state_of

A_MOMENT = timedelta(seconds=1)


def make_users(*names: str, **fields: Any) -> list[User]:
    """Make accounts with confirmed addresses, ``<name>@example.org``."""
    return [make_user(name, **fields) for name in names]


def view(game: Game, user: User, now: datetime | None = None) -> TableView:
    """The table as *user* sees it, without counting as a look."""
    return looking.look_for(pk=game.pk, user=user, now=now or now_at(game))


def player_to_play(game: Game) -> User | None:
    """Whose turn it is; None if a bot's, or nobody's."""
    game.refresh_from_db()
    if game.to_play is None:
        return None
    seat = game.seats.select_related("user").get(number=game.to_play)
    return seat.user if seat.holder == Holder.PERSON else None


def whose_turn(game: Game) -> User:
    """Whose turn it is, where it is a person's."""
    user = player_to_play(game)
    assert user is not None, "it is no person's turn"
    return user


def play_turn(game: Game, *, at: datetime | None = None) -> None:
    """Make a legal move for the player whose turn it is, or those of the bots until a player's turn."""
    with time_machine.travel(at or now_at(game), tick=False):
        user = player_to_play(game)
        if user is None:
            overdue.play_game(game.pk)
        else:
            play(slug=game.slug, user=user, ply=game.ply, move=first_move(state_of(game)))
    game.refresh_from_db()


def play_until(game: Game, is_reached: Callable[[Game], bool], *, at: datetime | None = None) -> None:
    """Make legal moves until *is_reached*, or the end of the game."""
    game.refresh_from_db()
    while not is_reached(game) and game.status == Game.Status.ACTIVE:
        play_turn(game, at=at)


def play_to_turn_of(game: Game, user: User) -> None:
    play_until(game, lambda game: player_to_play(game) == user)
    assert game.status == Game.Status.ACTIVE


def play_to_end(game: Game, *, at: datetime | None = None) -> None:
    play_until(game, lambda game: False, at=at)
    assert game.status == Game.Status.FINISHED


def now_at(game: Game) -> datetime:
    """A second into the present turn."""
    game.refresh_from_db()
    return (game.turn_began or game.finished or game.created) + A_MOMENT


def past_deadline(game: Game) -> datetime:
    """A second after the time of the present turn, and the grace after it, have run out."""
    game.refresh_from_db()
    assert game.deadline is not None
    return game.deadline + GRACE + A_MOMENT


def miss_turn(game: Game) -> datetime:
    """Let the time of the present turn run out and the bot play it; return when that was."""
    now = past_deadline(game)
    overdue.play_game(game.pk, now=now)
    game.refresh_from_db()
    return now


def turn_notice(game: Game, kind: str = Notice.Kind.YOUR_TURN) -> Notice:
    """The notice of the present turn, or the warning that follows from it."""
    spread_notices(now_at(game))
    return Notice.objects.get(game=game, kind=kind, hand_number=game.hand_number, ply=game.ply)
