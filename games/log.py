"""Reading the log: rows to states of the engine.

What is read here holds hidden cards. Besides the services only `games.table`, `games.appending`, `games.verify` and
`games.learning` import this module; everything else takes a `games.table.TableView`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import chain as joined
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, cast

from django.db.models import Case, F, Q, QuerySet, When

from accounts.models import User

from . import chain, sql
from .engine.cards import Card, parse_cards
from .engine.deals import seed_chain
from .engine.game import GameState
from .engine.hand import Declaration, HandState, IllegalMove, replay
from .engine.hand import Move as EngineMove
from .engine.rules import Rules
from .engine.rules import Seat as SeatNumber
from .engine.shuffle import deal
from .models import Commitment, Game, Hand, LogEntry, Move, Reveal, Seat, Sitting

# A reader who takes no lock may see the game before a move and the moves after it; it reads again, this often.
TRIES_TO_READ_WHOLE = 5

FIRST_HAND = 1
PLAN_FIELDS = 5  # at the end of a seat's row
# The rows of a hand are read anew at each of its moves, and mean the same each time: what this many of the last moves
# and deals were read as is kept. Whatever a row holds is the key, so a row that were altered would be read as it is.
MOVES_KEPT, DEALS_KEPT = 20_000, 500


_GAME_FIELDS = [field.attname for field in Game._meta.concrete_fields]
_GAME_TO_LOCK = sql.Prepared(
    lambda slug: (
        Game.objects.filter(slug=slug).select_for_update(of=("self",)).values_list(*sql.columns(Game, _GAME_FIELDS))
    ),
    "slug",
)
_SEAT_FIELDS = [field.attname for field in Seat._meta.concrete_fields]
_USER: Any = Seat._meta.get_field("user")
# As much of who holds a seat as a table needs, in the order of the model.
_OF_USER = (
    "id", "username", "is_guest", "date_joined", "time_zone", "rest_from", "rest_until", "rest_days", "holidays",
    "takes_holidays",
)  # fmt: skip
_USER_FIELDS = [field.attname for field in User._meta.concrete_fields if field.attname in _OF_USER]
_SEATS = sql.Prepared(
    lambda slug: (
        Seat.objects.filter(game__slug=slug)
        .order_by("number")
        .values_list(
            *sql.columns(Seat, _SEAT_FIELDS), *sql.columns(User, _USER_FIELDS, "user__"),
            "plans__plays_single", "plans__hand_number", "plans__trick", "plans__cards", "plans__ducks",
        )
    ),
    "slug",
)  # fmt: skip
_HAND_FIELDS = (
    "number", "pk", "dealer", "pack", sql.InstantText("created"),
    "moves__ply", "moves__seat", "moves__card", "moves__declaration", "moves__by", sql.InstantText("moves__created"),
    "moves__left",
)  # fmt: skip
# With the general all declare before they play, or until one does. While the first trick of a hand may not be complete,
# the hand before matters as well.
_IN_FIRST_TRICK = Q(game__ply__lt=F("game__players")) | Q(game__general=True, game__ply__lt=F("game__players") * 2)
_LAST_HANDS = sql.Prepared(
    lambda slug: (
        Hand.objects.filter(
            game__slug=slug, number__gte=F("game__hand_number") - Case(When(_IN_FIRST_TRICK, then=1), default=0)
        )
        .order_by("number", "moves__ply")
        .values_list(*_HAND_FIELDS)
    ),
    "slug",
)
_HANDS_FROM = sql.Prepared(
    lambda game, first: (
        Hand.objects.filter(game=game, number__gte=first).order_by("number", "moves__ply").values_list(*_HAND_FIELDS)
    ),
    101, 102,
)  # fmt: skip


class LogBroken(Exception):
    """The rows of a game cannot be replayed by its rules: something other than this site has written them."""


class LoggedMove(NamedTuple):
    """A move as written: one ply of a hand."""

    ply: int
    seat: SeatNumber
    move: EngineMove
    by: str
    created: datetime
    left: int | None = None  # microseconds in the mover's bank, before what the move added to it


@dataclass(frozen=True, slots=True)
class LoggedHand:
    """A hand as written, and the state it folds to."""

    pk: int
    number: int
    created: datetime
    start: HandState
    moves: tuple[LoggedMove, ...]
    state: HandState


class Arranged(NamedTuple):
    """What a player has arranged for their own seat: see `games.models.Plan`."""

    plays_single: bool
    hand_number: int
    trick: int
    cards: dict[str, str]
    ducks: bool


@dataclass(slots=True)
class Table:
    """A game with everything in it, hidden cards included: not for pages, API, mail or bots."""

    game: Game
    rules: Rules
    seats: list[Seat]  # by number
    hands: list[LoggedHand] = field(default_factory=list)  # the one being played, and the one before while it matters
    plans: dict[SeatNumber, Arranged] = field(default_factory=dict)  # each its player's own business
    written: dict[str, Any] = field(default_factory=dict)  # what is known to stand on the game's row, by field

    @property
    def hand(self) -> LoggedHand | None:
        """The hand being played, or the last one."""
        return self.hands[-1] if self.hands else None

    @property
    def previous_hand(self) -> LoggedHand | None:
        """The one before it, until the first trick of this one is complete: then everybody has played to this one."""
        return self.hands[-2] if len(self.hands) > 1 and not self.hands[-1].state.tricks else None

    def seat_of(self, user: Any) -> Seat | None:
        """Return the seat *user* holds, also one that a bot plays for them."""
        return next((seat for seat in self.seats if seat.user_id is not None and seat.user_id == user.pk), None)


def read_table(game: Game) -> Table:
    """Read the seats of *game*, its last hand, and the one before as long as it matters: two queries for any game.

    :raises LogBroken: if the moves are not what the rules allow.
    """
    seats, hands = _SEATS.ask(game.slug), _LAST_HANDS.ask(game.slug)
    return _table(game, seats(), hands())


def _table(game: Game, seat_rows: list[sql.Row], hand_rows: list[sql.Row]) -> Table:
    seats, plans = [], {}
    for row in seat_rows:
        seats.append(_seat(row[:-PLAN_FIELDS]))
        if row[-1] is not None:
            plans[seats[-1].number] = Arranged(*row[-PLAN_FIELDS:])
    rules = game.rules
    return Table(game, rules, seats, _fold_hands(game, rules, hand_rows), plans)


def find_table(games: QuerySet[Game]) -> Table:
    """Read the one game in *games* without a lock, whole: never the game before a move with the moves after it.

    :raises Game.DoesNotExist: if there is none.
    :raises LogBroken: if the moves are not what the rules allow.
    """
    for _ in range(TRIES_TO_READ_WHOLE):
        table = read_table(games.get())
        stands_at = (table.hand.number, table.hand.state.ply) if table.hand else (0, 0)
        if stands_at == (table.game.hand_number, table.game.ply):
            break
    return table


def lock_table(slug: str) -> Table:
    """Lock the game called *slug* and read it: first thing in every transaction that changes a game.

    All is asked for at once; the database begins to read seats and hands when it has the lock, and not before.

    :raises Game.DoesNotExist: if there is none.
    :raises LogBroken: if the moves are not what the rules allow.
    """
    asked = _GAME_TO_LOCK.ask(slug), _SEATS.ask(slug), _LAST_HANDS.ask(slug)
    games, seats, hands = (fetch() for fetch in asked)
    for row in games:
        return _table(sql.loaded(Game, _GAME_FIELDS, row), seats, hands)
    raise Game.DoesNotExist


def read_game(game: Game) -> tuple[LoggedHand, ...]:
    """Read all hands of *game* in one query.

    :raises LogBroken: if the moves are not what the rules allow.
    """
    return tuple(_fold_hands(game, game.rules, _HANDS_FROM.rows(game.pk, FIRST_HAND)))


def read_hand(game: Game, number: int) -> LoggedHand:
    """Read one hand of *game*.

    :raises LogBroken: if there is none, or its moves are not what the rules allow.
    """
    rows = [row for row in _HANDS_FROM.rows(game.pk, number) if row[0] == number]
    if not rows:
        raise LogBroken(f"game {game.slug}: there is no hand {number}")
    return _fold_hands(game, game.rules, rows)[0]


def game_state(game: Game, hands: Iterable[LoggedHand]) -> GameState:
    """Fold all *hands* of *game* into one state, each dealt where the rules allow it.

    :raises LogBroken: if a hand was dealt by the wrong seat, too early or too late.
    """
    state = GameState(game.rules)
    for hand in hands:
        try:
            state.check_may_deal()
            state.check_dealer(hand.state.dealer)
        except ValueError as error:
            raise LogBroken(f"game {game.slug}, hand {hand.number}: {error}") from error
        state = state._replace(hands=(*state.hands, hand.state))
    return state


def _seat(row: sql.Row) -> Seat:
    """Make a seat of its row, with as much of who holds it as a table needs."""
    columns, of_user = row[: len(_SEAT_FIELDS)], row[len(_SEAT_FIELDS) :]
    seat = sql.loaded(Seat, _SEAT_FIELDS, columns)
    if seat.user_id is not None:
        _USER.set_cached_value(seat, sql.loaded(User, _USER_FIELDS, of_user))
    return seat


def _fold_hands(game: Game, rules: Rules, rows: Iterable[sql.Row]) -> list[LoggedHand]:
    """Fold the moves of each hand (a hand without moves is one row of nulls)."""
    hands: list[LoggedHand] = []
    for number, of_one_hand in groupby(rows, key=itemgetter(0)):
        (_, pk, dealer, pack, created, *first), *others = of_one_hand
        moves = [_logged_move(*row) for row in (first, *(row[5:] for row in others)) if row[0] is not None]
        hands.append(_fold(game, rules, pk, number, dealer, pack, sql.instant(created), moves=moves))
    return hands


@lru_cache(MOVES_KEPT)
def _logged_move(
    ply: int, seat: SeatNumber, card: str | None, declaration: str | None, by: str, created: str, left: int | None
) -> LoggedMove:
    move = Card.parse(card) if card else cast(Declaration, declaration)
    return LoggedMove(ply, seat, move, by, sql.instant(created), left)


def _fold(
    game: Game,
    rules: Rules,
    pk: int,
    number: int,
    dealer: int,
    pack: str,
    created: datetime,
    *,
    moves: list[LoggedMove],
) -> LoggedHand:
    try:
        start = _dealt(rules, dealer, pack)
    except ValueError as error:
        raise LogBroken(f"game {game.slug}, hand {number}: {error}") from error
    try:
        state = replay(start, [move.move for move in moves])
    except IllegalMove:
        state = start
    if [(move.ply, move.seat) for move in moves] != list(enumerate(state.movers)):
        raise LogBroken(f"game {game.slug}, hand {number}: {_first_fault(start, moves)}")
    return LoggedHand(pk, number, created, start, tuple(moves), state)


@lru_cache(DEALS_KEPT)
def _dealt(rules: Rules, dealer: SeatNumber, pack: str) -> HandState:
    """Return the state after a deal.

    :raises ValueError: if there is no such seat, or *pack* is not the pack of *rules*.
    """
    GameState(rules).check_dealer(dealer)
    return HandState.start(rules, deal(parse_cards(pack), rules.players), dealer=dealer)


def _first_fault(start: HandState, moves: Iterable[LoggedMove]) -> str:
    """Say what is wrong with the first of *moves* that cannot be what it claims to be."""
    state = start
    for ply, move in enumerate(moves):
        if (move.ply, move.seat) != (ply, state.to_play):
            return f"ply {ply} is missing or another seat's"
        try:
            state = state.move(move.move)
        except IllegalMove as error:
            return str(error)
    raise ValueError("nothing is wrong with these moves")


def read_entries(game: Game) -> list[tuple[LogEntry, bytes]]:
    """Return all rows of the log of *game* in order, each with the bytes its digest covers: five queries."""
    rows: list[tuple[LogEntry, bytes]] = []
    for row in joined(
        Commitment.objects.filter(game=game).select_related("game"),
        Sitting.objects.filter(game=game),
        Hand.objects.filter(game=game),
        Reveal.objects.filter(game=game),
    ):
        rows.append((row, chain.canonical(row)))
    for move in Move.objects.filter(hand__game=game).select_related("hand"):
        rows.append((move, chain.canonical(move, hand=move.hand.number)))
    return sorted(rows, key=lambda pair: pair[0].entry)


def read_seeds(game: Game) -> tuple[bytes, ...]:
    """Return the chain of seeds of *game*: 0 is public, the seed of each hand is secret until the hand is over."""
    commitment = Commitment.objects.get(game=game)
    return seed_chain(bytes.fromhex(commitment.root), commitment.hands)
