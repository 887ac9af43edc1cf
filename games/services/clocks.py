"""The clock of the seat to play: what its turn allows, and what is left of its bank when the turn is over."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.models import User
from accounts.time_off import holidays_of
from games import clock
from games.clock import Pause, RestHours
from games.log import Table
from games.models import Game

MICROSECOND = timedelta(microseconds=1)


def fill_banks(game: Game) -> None:
    """Give every seat what its first turn allows; a clock with a time for each move has no banks."""
    terms = game.clock
    game.banks = [] if terms.is_per_move else [terms.first_turn // MICROSECOND] * game.players


def allowed(game: Game, seat: int) -> timedelta:
    """Return what *seat* has for the turn that begins."""
    return timedelta(microseconds=game.banks[seat]) if game.banks else game.move_time


def deadline_of(game: Game, player: User | None) -> datetime:
    """Return when the time of the turn of *player* is up, by the copies of whose turn it is and when it began."""
    assert game.to_play is not None  # somebody is to play
    assert game.turn_began is not None
    return clock.deadline(game.turn_began, allowed(game, game.to_play), pauses_of(game, player))


def counts_time_off(game: Game) -> bool:
    """Whether rest hours and holidays stop the clock of *game*."""
    return game.time_off and game.clock.is_slow


def pauses_of(game: Game, player: User | None) -> Iterable[Pause]:
    """Yield when the clock of *player*, whose turn it is, stands still: the site was down, they rest or are away."""
    assert game.turn_began is not None  # somebody is to play
    if player is None or not counts_time_off(game):
        return _outages(game)
    return clock.all_pauses(game.turn_began, _rest_of(player), _stopped(game, player))


def time_off_since(game: Game, player: User, since: datetime) -> Iterable[Pause]:
    """Yield when *player* rests or is away from *since* on, where that stops the clock of *game*."""
    if not counts_time_off(game):
        return ()
    return clock.all_pauses(since, _rest_of(player), (Pause(start, end) for start, end in holidays_of(player)))


def changed_deadline(game: Game, player: User, now: datetime, *, keeps: bool) -> datetime:
    """Return the deadline of the turn of *player*, whose rest hours or holidays have changed and count in *game*.

    Where it *keeps* what it was it may only move on.
    """
    assert game.to_play is not None  # somebody is to play
    assert game.turn_began is not None
    return clock.changed_deadline(
        game.deadline or now,
        now,
        game.turn_began,
        allowed(game, game.to_play),
        rest=_rest_of(player),
        stopped=_stopped(game, player),
        keeps=keeps,
    )


def _stopped(game: Game, player: User) -> list[Pause]:
    return [*_outages(game), *(Pause(start, end) for start, end in holidays_of(player))]


def _outages(game: Game) -> list[Pause]:
    return [Pause(*map(datetime.fromisoformat, outage)) for outage in game.outages]


def _rest_of(player: User) -> RestHours | None:
    if player.rest_from is None and not player.rest_days:
        return None
    return RestHours(player.zone, player.rest_from, player.rest_until, frozenset(player.rest_days))


def stop_clock(table: Table, seat: int, now: datetime) -> int | None:
    """Give the bank of *seat*, which moves at *now*, what a move adds; its turn is still that of the copies.

    Return what was left in it before, in microseconds: that goes into the log. None without a bank.
    """
    game = table.game
    if not game.banks or game.turn_began is None:
        return None
    left = clock.left_at(now, game.turn_began, allowed(game, seat), pauses_of(game, table.seats[seat].user))
    game.banks[seat] = game.clock.after_move(left) // MICROSECOND
    return left // MICROSECOND
