"""Turns that are due: bots' turns at once, players' when their time has run out."""

from __future__ import annotations

import logging
import secrets
from collections import deque
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from time import monotonic, sleep

from django.utils import timezone

from games import log
from games.bots import BUDGET, LEVELS, choose_move
from games.clock import GRACE
from games.engine.game import totals_of
from games.engine.hand import Move as EngineMove
from games.engine.rules import Seat as SeatNumber
from games.engine.view import view_from
from games.log import LogBroken, Table
from games.models import Game, Holder, Move
from games.models.game import STAND_IN

from .broken import close_game
from .deed import deed, retried
from .errors import GameError
from .time_off import goes_on_holiday
from .turns import make_move

logger = logging.getLogger(__name__)
# Seconds a bot of each level takes to reply; no choice of it takes longer where a processor is free.
REPLY_TIME = {level: max(BUDGET[level], BUDGET[STAND_IN]) * 1.25 for level in LEVELS}
LONGEST_REPLY = 4  # times as long, where none is
_thoughts: dict[str, deque[float]] = {level: deque(maxlen=50) for level in LEVELS}  # seconds, the last of this process
MOST_MOVES_AT_ONCE = 200  # of one game in one go, so that a game of bots alone does not keep the others waiting


def play_due_games(*, now: datetime | None = None) -> int:
    """Make the moves that are due in all games and return how many; one broken game does not stop the others."""
    made = 0
    due = Game.objects.due(now or timezone.now()).values_list("pk", "slug")
    for pk, slug in list(due):
        try:
            made += play_game(pk, now=now)
        except LogBroken as error:
            close_game(slug, [str(error)])
        except Exception:
            logger.exception("game %s: the bot could not play", slug)
    return made


def play_game(pk: int, *, now: datetime | None = None) -> int:
    """Make the moves that are due in one game, one after another, and return how many.

    :raises LogBroken: if the game cannot be replayed.
    """
    for made in range(MOST_MOVES_AT_ONCE):
        if not _play_due_turn(pk, now or timezone.now()):
            return made
    return MOST_MOVES_AT_ONCE


@retried
def _play_due_turn(pk: int, now: datetime) -> bool:
    """Let the bot make the move that is due, and return whether it did. The player may be quicker: then it has not.

    The bot thinks before the game is locked; the moment it has seen, by hand and ply, is checked again under the lock.
    """
    try:
        table = log.find_table(Game.objects.due(now).filter(pk=pk))
    except Game.DoesNotExist:
        return False
    if goes_on_holiday(table, now):
        return False
    moment = _moment(table)
    to_play, move = _choose(table)
    with suppress(GameError), deed(table.game.slug) as locked:
        game = locked.game
        seat = locked.seats[to_play]
        grace = timedelta(0) if seat.is_played_by_bot else GRACE
        if game.deadline is None or game.deadline + grace > now or _moment(locked) != moment:
            return False
        by = Move.By.TIMEOUT if seat.holder == Holder.PERSON else Move.By.BOT
        make_move(locked, move, by=by, now=now)
        return True
    return False


def _moment(table: Table) -> tuple[int, int] | None:
    return None if table.hand is None else (table.hand.number, table.hand.state.ply)


def _choose(table: Table) -> tuple[SeatNumber, EngineMove]:
    """Ask the bot, which sees what the seat to play sees; return that seat and the move."""
    if table.hand is None or table.hand.state.to_play is None:
        raise LogBroken(f"game {table.game.slug}: there is no turn to play")
    to_play = table.hand.state.to_play
    view = view_from(table.hand.state, to_play)
    totals = totals_of((tuple(points) for points in table.game.points), table.game.players)
    chance = Random(secrets.randbits(64))  # nosec B311 # noqa: S311 - a bot's, no secret
    level, played = table.seats[to_play].bot_level or STAND_IN, len(table.game.points)
    began = monotonic()
    move = choose_move(view, totals=totals, rng=chance, level=level, hands_played=played)
    _thoughts[level].append(monotonic() - began)
    _wait_until(began + _reply_time(level))
    return to_play, move


def _reply_time(level: str) -> float:
    """Return how many seconds a reply takes: where processors have been busy lately, as long as the longest thought, so
    that one without a choice is no quicker then either."""
    return min(max(REPLY_TIME[level], *_thoughts[level]), REPLY_TIME[level] * LONGEST_REPLY)


def _wait_until(end: float) -> None:
    """Have every reply of a bot take as long: how quick it is would tell whether it had a choice."""
    if (left := end - monotonic()) > 0:
        sleep(left)
