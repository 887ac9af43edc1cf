"""People and tables for tests that need a database, made by the services as the site makes them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest import mock

from accounts.models import User
from games import log, verify
from games.engine import deals
from games.engine.cards import Card, parse_cards
from games.engine.hand import HandState
from games.engine.hand import Move as EngineMove
from games.engine.rules import PLAYERS, Rules, Seat
from games.engine.view import SeatView
from games.models import Game
from games.notices import outbox
from games.services import overdue, seating, turns
from games.services.play import play

from .engine.builders import SUITS_APART

DAY = timedelta(days=1)
_numbers = itertools.count(1)
_dealt: dict[bytes, tuple[tuple[Card, ...], Seat]] = {}  # by seed, what `dealing` has dealt instead


def make_user(name: str = "", **fields: Any) -> User:
    """Make an account without password or address, unless *fields* give them."""
    return User.objects.create_user(name or f"Player{next(_numbers)}", **fields)


def make_guest() -> User:
    return User.objects.create_guest()


@contextmanager
def telling_nobody_of_beginnings() -> Iterator[None]:
    """Have no notice written of who joins and of games that begin: tests/notices/test_beginnings.py is about those."""
    with (
        mock.patch.object(outbox, "for_joined", return_value=[]),
        mock.patch.object(outbox, "for_start", return_value=[]),
    ):
        yield


@telling_nobody_of_beginnings()
def make_game(
    *users: User,
    bots: int = 0,
    access: str = "public",
    move_time: timedelta = DAY,
    terms: dict[str, Any] | None = None,
    begun: bool = True,
    **rules: Any,
) -> Game:
    """Seat *users* at one table, the first as its host in seat 0, and *bots* in the last seats.

    A table is for as many as come, or for *players*; it begins, unless *begun* is false, with bots in the seats left.
    *terms* are further ones of `open_table`, such as a bank.
    """
    seated = len(users) + bots
    rules.setdefault("players", seated if begun and seated in PLAYERS else 4)
    host, *others = users or (make_user(),)
    terms = {"move_time": move_time, **(terms or {})}
    table = seating.open_table(host=host, rules=Rules(**rules), access=access, bots=bots, **terms)
    for user in others:
        seating.join(slug=table.slug, user=user, invite=table.invite)
    game = Game.objects.get(slug=table.slug)
    if begun and game.status == Game.Status.OPEN:
        seating.start(slug=game.slug, user=host)
        game.refresh_from_db()
    return game


@contextmanager
def dealing(*held: str, dealer: Seat | None = 3) -> Iterator[None]:
    """Have every hand dealt as *held* (by default each of four seats holds one suit), the first one by *dealer*.

    Such hands do not come from their seeds, as `verify` rightly finds, except in `taking_what_was_dealt`.
    """

    def pack_and_lot(rules: Rules, seed: bytes, **_: object) -> tuple[tuple[Card, ...], Seat]:
        _dealt[seed] = parse_cards(" ".join(held or SUITS_APART)), dealer or 0
        return _dealt[seed]

    with mock.patch.object(turns, "pack_and_lot", pack_and_lot):
        yield


@contextmanager
def taking_what_was_dealt() -> Iterator[None]:
    """Have `verify` take what `dealing` has dealt for what those seeds deal."""

    def pack_and_lot(rules: Rules, seed: bytes, **label: Any) -> tuple[tuple[Card, ...], Seat]:
        return _dealt.get(seed) or deals.pack_and_lot(rules, seed, **label)

    with mock.patch.object(verify, "pack_and_lot", pack_and_lot):
        yield


def next_entry(game: Game) -> dict[str, Any]:
    """Return the number and a digest for a row put by hand behind the log of *game*: the digest of no bytes."""
    entries = (row.entry for row, _ in log.read_entries(game))
    return {"entry": max(entries, default=-1) + 1, "digest": "0" * 64}


@contextmanager
def bots_choosing(choose: Callable[[SeatView], EngineMove]) -> Iterator[None]:
    """Have bots make the move that *choose* says, given the view of their seat."""
    with mock.patch.object(overdue, "choose_move", lambda view, **_: choose(view)):
        yield


def state_of(game: Game) -> HandState:
    """Return the hand being played, or the last, all cards open."""
    hand = log.read_game(game)[-1]
    return hand.state


def first_move(state: Any) -> EngineMove:
    """Pass where the seat to play must declare, else play the first card in order that the rules allow."""
    return "pass" if state.must_declare else cards_to_play(state)[0]


def cards_to_play(state: Any) -> tuple[Card, ...]:
    """Return what the seat to play may play: of a `HandState`, or of a `SeatView` of that seat."""
    return state.legal_cards() if isinstance(state, HandState) else state.legal


def move_once(game: Game, move: EngineMove | None = None) -> User:
    """Have the person whose turn it is make *move*, or the first that the rules allow; return who it was."""
    table = log.find_table(Game.objects.filter(pk=game.pk))
    assert table.hand is not None
    user = _move(table, table.hand.state, move)[0]
    game.refresh_from_db()
    return user


def move_on(game: Game, moves: int = 10_000, *, until_hand: int = 1000) -> None:
    """Make *moves* at a table of persons, or as many as are left before hand *until_hand* or the end."""
    while moves > 0:
        table = log.find_table(Game.objects.filter(pk=game.pk))
        if table.game.status != Game.Status.ACTIVE or table.game.hand_number >= until_hand:
            break
        assert table.hand is not None
        state = table.hand.state
        while moves > 0 and not state.is_over:
            _, state = _move(table, state)
            moves -= 1
    game.refresh_from_db()


def _move(table: log.Table, state: HandState, move: EngineMove | None = None) -> tuple[User, HandState]:
    """Have whose turn it is in *state* make *move*; return who it was, and the state after it."""
    assert state.to_play is not None, "the game is over"
    user = table.seats[state.to_play].user
    assert user is not None, "it is a bot's turn"
    move = first_move(state) if move is None else move
    play(slug=table.game.slug, user=user, ply=state.ply, move=move)
    return user, state.move(move)
