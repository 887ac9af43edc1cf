"""What every deed has in common: the lock, the version, the hints after the commit."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import IntegrityError, OperationalError, connection

from accounts.hints import hint
from games import log, pulse, sql
from games.log import LogBroken, Table
from games.models import Game, Seat

from .broken import close_game
from .errors import GameBroken, NoSuchGame, NotSeated, NotTheHost, StaleMove

logger = logging.getLogger(__name__)

TRIES = 3
# SQLSTATEs of a transaction that failed for no fault of its own: serialization_failure, deadlock_detected.
WORTH_ANOTHER_TRY = ("40001", "40P01")

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

# Copies on the game row of what the log says, or follows from it. The first change with every move; of the others
# those are written that are not what they were.
MOVING = ("version", "ply", "to_play", "turn_began", "deadline", "entries", "head")
LASTING = (
    "status", "host_id", "hand_number", "outages", "points", "missed", "banks", "winners", "finished", "commitment",
)  # fmt: skip


def retried(verb: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Do *verb* again where the database gave its transaction up in favour of another: nothing of it was written.

    :raises OperationalError: whatever else the database reports, and that too after three tries.
    """

    @wraps(verb)
    def do(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        for _ in range(TRIES - 1):
            try:
                return verb(*args, **kwargs)
            except OperationalError as error:
                state = getattr(error.__cause__, "sqlstate", None)
                if state not in WORTH_ANOTHER_TRY or connection.in_atomic_block:
                    raise
                logger.warning("%s is done again: %s", verb.__name__, error)
        return verb(*args, **kwargs)

    return do


_NOTHING = object()


@contextmanager
def deed(slug: str) -> Iterator[Table]:
    """Run a deed at the table *slug*: one transaction around it, the game locked before anything is read.

    What it writes is sent without waiting for each answer: a constraint may speak up only when the deed ends.

    :raises NoSuchGame: if there is none.
    :raises GameBroken: if its log was found not to agree with itself.
    :raises StaleMove: if, in spite of the lock, another deed came first: the constraints of the database have the last
        word (SQLite knows no row locks, and whoever forgets the lock is stopped here).
    """
    try:
        with sql.together():
            try:
                table = log.lock_table(slug)
            except Game.DoesNotExist:
                raise NoSuchGame from None
            except LogBroken as error:
                raise GameBroken from error
            if table.game.broken is not None:
                raise GameBroken
            table.written = as_it_stands(table.game, LASTING)
            yield table
    except GameBroken as error:
        if isinstance(error.__cause__, LogBroken):  # the transaction is over: from here on the game is closed
            close_game(slug, [str(error.__cause__)])
        raise
    except IntegrityError as error:
        # Under the lock that is rare enough to be looked at: either the lock was forgotten, or something else is wrong.
        # Its first line: PostgreSQL goes on with the values of the row, which may be a pack.
        logger.warning("a deed at %s came second: %s", slug, str(error).partition("\n")[0])
        raise StaleMove from error


def seat_of(table: Table, user: Any) -> Seat:
    """Return the seat of *user*.

    :raises NotSeated: if they see the table but do not sit at it.
    :raises NoSuchGame: if they may not even see it.
    """
    seat = table.seat_of(user)
    if seat is not None:
        return seat
    raise NotSeated if may_see(table, user) else NoSuchGame


def may_see(table: Table, user: Any) -> bool:
    """Whether *user* may look at the table: a player always, anybody else at a public one."""
    return table.game.access == Game.Access.PUBLIC or table.seat_of(user) is not None


def check_host(table: Table, user: Any) -> None:
    """Refuse whoever is not the host of the table.

    :raises NotTheHost: if another is.
    :raises NoSuchGame: if they may not even see it.
    """
    if table.game.host_id != user.pk or table.seat_of(user) is None:
        raise NotTheHost if may_see(table, user) else NoSuchGame


def as_it_stands(game: Game, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of *game* that are named, lists as copies: those of the game go on changing."""
    fields = ((name, getattr(game, name)) for name in names)
    return {name: list(value) if isinstance(value, list) else value for name, value in fields}


def save_copies(table: Table) -> None:
    """Write the copies on the game row, with the next version; after the commit, tell open pages and wake the worker.

    The hints may be lost or come twice: what is due is found in the database by the sweeps.
    """
    game = table.game
    game.version += 1
    changed = tuple(name for name in LASTING if table.written.get(name, _NOTHING) != getattr(game, name))
    sql.update(game, MOVING + changed)
    table.written |= as_it_stands(game, changed)
    pulse.tell(game.slug, game.version)
    if game.to_play is not None and table.seats[game.to_play].is_played_by_bot:
        hint("games.tasks.play_game", game.pk)
