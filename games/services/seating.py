"""Before the first hand: open a table, sit down, invite, leave, fill seats with bots, begin."""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import appending, sql
from games.clock import LONGEST_TIME, SHORTEST_TIME
from games.engine.deals import ALGORITHM, NONCE_BYTES, SEED_BYTES, most_hands, seed_chain
from games.engine.rules import MOST_HANDS, TARGETS, Rules
from games.log import Table
from games.models import Game, Holder, Level, Seat
from games.models.game import DEFAULT_TURNS_TO_MISS, RELIABILITIES, TURNS_TO_MISS
from games.notices import outbox
from games.table import TableView, view_of

from .deed import check_host, deed, may_see, retried, save_copies, seat_of
from .errors import (
    AccountNeeded,
    AlreadyBegun,
    AlreadySeated,
    BadOptions,
    NoSuchGame,
    NoSuchPlayer,
    NotABotsSeat,
    TableClosed,
    TableFull,
    TooManyGames,
    TooManyTables,
)  # fmt: skip
from .reliability import check_reliability
from .turns import begin

# Of every bot, known beforehand: the site, which knows the seeds and the nonces of players, has none to choose.
NONCE_OF_BOTS = "0" * (2 * NONCE_BYTES)
NONCE = re.compile(r"[0-9a-f]{32}")
MOST_OPEN_TABLES = 20  # waiting for players, of one host
MOST_GAMES_WITH_BOTS = 50  # under way at once, of one player alone with bots: a worker plays all of them
PRACTICE_MOVE_TIME = timedelta(days=7)


@retried
def open_table(
    *,
    host: Any,
    rules: Rules,
    move_time: timedelta,
    bank: timedelta | None = None,
    cap: timedelta | None = None,
    turns_to_miss: int = DEFAULT_TURNS_TO_MISS,
    time_off: bool = True,
    min_in_time: int | None = None,
    access: str = Game.Access.PUBLIC,
    bots: int = 0,
    level: str = "",
    nonce: str = "",
    rematch_of: Game | None = None,
) -> TableView:
    """Open a table: the host sits in seat 0, *bots* of a *level* in the last seats. With no seat left it begins.

    A player has *move_time* for each move; or, with a *bank*, what is left in it, and *move_time* is what a move adds
    up to the *cap*. After *turns_to_miss* missed in a row a bot holds the seat. With *time_off* a slow clock stands
    still in rest hours and on holidays. Whoever joins has made *min_in_time* per cent of their turns in time. *nonce*
    is what the host adds to the shuffles, 32 hexadecimal digits; where it is empty the site makes one. *rematch_of* is
    the game that is to be played again (`services.rematching`).

    :raises BadOptions: if the table does not offer these options.
    :raises AccountNeeded: if a visitor would play with others.
    :raises TooManyTables, TooManyGames: if the host has too many tables waiting, or games against bots under way.
    """
    terms = {"move_time": move_time, "bank": bank, "cap": cap, "turns_to_miss": turns_to_miss, "time_off": time_off}
    terms["min_in_time"] = min_in_time
    _check_options(rules, access, bots)
    _check_clock(move_time, bank, cap)
    _check_level(level)
    if turns_to_miss not in TURNS_TO_MISS:
        raise BadOptions(_("A bot takes over after 1 to 5 turns missed in a row."))
    if min_in_time is not None and min_in_time not in RELIABILITIES:
        raise BadOptions(_("A table asks for 80, 90 or 95 percent of turns made in time, or for nothing."))
    if host.is_guest and bots < rules.players - 1:
        raise AccountNeeded
    now = timezone.now()
    with transaction.atomic():
        _check_number_of(host, against_bots=bots == rules.players - 1)
        table = _lay(host, rules, terms | {"rematch_of": rematch_of}, access, now)
        _sit(table, table.seats[0], host, nonce, now)
        for seat in table.seats[rules.players - bots :]:
            _seat_bot(table, seat, level, now)
        _begin_when_full(table, host, now)
    return view_of(table, host, now=now)


def play_against_bots(user: Any, *, rules: Rules | None = None, level: str = "", nonce: str = "") -> TableView:
    """Open a table where bots of a *level* hold all other seats, and begin. *nonce* is as in `open_table`.

    :raises BadOptions: if *nonce* or *level* is not one.
    """
    rules = rules or Rules()
    return open_table(
        host=user,
        rules=rules,
        move_time=PRACTICE_MOVE_TIME,
        access=Game.Access.LINK,
        bots=rules.players - 1,
        level=level,
        nonce=nonce,
    )


@retried
def join(*, slug: str, user: Any, invite: str = "", nonce: str = "") -> TableView:
    """Sit down in the first free seat; the game begins when it was the last. *nonce* is as in `open_table`.

    :raises NoSuchGame: if there is none that *user* may see, by the lobby or by the secret of the *invite* link.
    :raises AccountNeeded, AlreadySeated, AlreadyBegun, TableClosed, TableFull, NotReliableEnough: if they cannot.
    """
    now = timezone.now()
    with deed(slug) as table:
        if not may_see(table, user) and invite != table.game.invite:
            raise NoSuchGame
        if user.is_guest:
            raise AccountNeeded
        if table.seat_of(user) is not None:
            raise AlreadySeated
        _check_open(table)
        check_reliability(user, table.game.min_in_time)
        free = next((seat for seat in table.seats if seat.holder == Holder.NOBODY), None)
        if free is None:
            raise TableFull
        _sit(table, free, user, nonce, now)
        _begin_when_full(table, user, now)
        if table.game.status == Game.Status.OPEN:
            outbox.write(outbox.for_joined(table.game, table.seats, user, now))
    return view_of(table, user, now=now)


@retried
def leave(*, slug: str, user: Any) -> None:
    """Get up before the first hand. When the host leaves, the next player is host; after the last the table is closed.

    :raises NoSuchGame, NotSeated, AlreadyBegun: if they cannot. Who wants to leave later resigns.
    """
    now = timezone.now()
    with deed(slug) as table:
        seat = seat_of(table, user)
        _check_open(table)
        empty(table, seat, why="left", now=now)
        others = [other.user for other in table.seats if other.user is not None]
        if not others:
            table.game.status = Game.Status.CLOSED
        elif table.game.host_id == user.pk:
            table.game.host = others[0]
        save_copies(table)


@retried
def add_bot(*, slug: str, user: Any, level: str = "") -> TableView:
    """Give the last free seat to a bot of a *level*; the game begins when no seat is free any more.

    :raises BadOptions: if there is no such level.
    :raises NoSuchGame, NotTheHost, AlreadyBegun, TableClosed, TableFull: if they cannot.
    """
    _check_level(level)
    now = timezone.now()
    with deed(slug) as table:
        check_host(table, user)
        _check_open(table)
        free = [seat for seat in table.seats if seat.holder == Holder.NOBODY]
        if not free:
            raise TableFull
        _seat_bot(table, free[-1], level, now)
        _begin_when_full(table, user, now)
    return view_of(table, user, now=now)


@retried
def remove_bot(*, slug: str, user: Any, seat: int) -> TableView:
    """Free a bot's seat again.

    :raises NoSuchGame, NotTheHost, AlreadyBegun, TableClosed, NotABotsSeat: if they cannot.
    """
    now = timezone.now()
    with deed(slug) as table:
        check_host(table, user)
        _check_open(table)
        if not 0 <= seat < len(table.seats) or table.seats[seat].holder != Holder.BOT:
            raise NotABotsSeat
        empty(table, table.seats[seat], why="left", now=now)
        save_copies(table)
    return view_of(table, user, now=now)


@retried
def start(*, slug: str, user: Any, level: str = "") -> TableView:
    """Begin now: bots of a *level* take the seats that are still free.

    :raises BadOptions: if there is no such level.
    :raises NoSuchGame, NotTheHost, AlreadyBegun, TableClosed: if they cannot.
    """
    _check_level(level)
    now = timezone.now()
    with deed(slug) as table:
        check_host(table, user)
        _check_open(table)
        for seat in table.seats:
            if seat.holder == Holder.NOBODY:
                _seat_bot(table, seat, level, now)
        _begin_when_full(table, user, now)
    return view_of(table, user, now=now)


@retried
def invite(*, slug: str, user: Any, name: str) -> None:
    """Ask the player called *name*, by a notice, to join. Asking again is harmless: they are told once.

    :raises NoSuchGame, NotSeated, AlreadyBegun, TableClosed: if it cannot be done.
    :raises NoSuchPlayer: if nobody has this name; AlreadySeated if they sit here already.
    """
    now = timezone.now()
    with deed(slug) as table:
        seat_of(table, user)
        _check_open(table)
        invited = User.objects.filter(username__iexact=name, is_guest=False, is_active=True).first()
        if invited is None:
            raise NoSuchPlayer
        if table.seat_of(invited) is not None:
            raise AlreadySeated(_("They already sit at this table."))
        outbox.write(outbox.for_invitation(table.game, invited.pk, now, inviter=user))


def _check_number_of(host: Any, *, against_bots: bool) -> None:
    """Refuse a host one game more than the site wants to keep for one player.

    :raises TooManyTables, TooManyGames: then.
    """
    mine = Game.objects.filter(host=host)
    if not against_bots:
        if mine.filter(status=Game.Status.OPEN).count() >= MOST_OPEN_TABLES:
            raise TooManyTables
        return
    people = Count("seats", filter=Q(seats__user__isnull=False))
    if mine.filter(status=Game.Status.ACTIVE).annotate(people=people).filter(people=1).count() >= MOST_GAMES_WITH_BOTS:
        raise TooManyGames


def _check_options(rules: Rules, access: str, bots: int) -> None:
    if rules.target is not None and rules.target not in TARGETS:
        raise BadOptions(_("A game is to 5, 10, 15, 20, 30 or 50 points."))
    if rules.hands is not None and not 1 <= rules.hands <= MOST_HANDS:
        raise BadOptions(_("A game has 1 to 24 hands."))
    if access not in Game.Access.values:
        raise BadOptions(_("A table is open to anybody or to those with the link."))
    if not 0 <= bots < rules.players:
        raise BadOptions(_("Bots can take every seat but yours."))


def _check_clock(move_time: timedelta, bank: timedelta | None, cap: timedelta | None) -> None:
    if not SHORTEST_TIME <= move_time <= LONGEST_TIME:
        raise BadOptions(_("The time for a move is from 1 minute to 14 days."))
    if (bank is None) != (cap is None):
        raise BadOptions(_("A bank of time has a start and a limit."))
    if bank is not None and cap is not None:
        if not SHORTEST_TIME <= bank <= LONGEST_TIME or cap > LONGEST_TIME:
            raise BadOptions(_("A bank holds from 1 minute to 14 days."))
        if cap < max(bank, move_time):
            raise BadOptions(_("The limit of a bank is not less than what it begins with, or than what a move adds."))


def _check_level(level: str) -> None:
    if level and level not in Level.values:
        raise BadOptions(_("A bot is a beginner, of a club or a master."))


def _check_open(table: Table) -> None:
    if table.game.status == Game.Status.CLOSED:
        raise TableClosed
    if table.game.status != Game.Status.OPEN:
        raise AlreadyBegun


def _lay(host: Any, rules: Rules, terms: dict[str, Any], access: str, now: datetime) -> Table:
    """Make the game and its empty seats."""
    game = Game.objects.create(
        host=host,
        access=access,
        **terms,
        created=now,
        rules_version=rules.version,
        players=rules.players,
        ace_high=rules.ace_high,
        target=rules.target,
        hands_to_play=rules.hands,
        general=rules.general,
        short_hands=rules.short_hands,
    )
    hands = most_hands(rules)
    seeds = seed_chain(secrets.token_bytes(SEED_BYTES), hands)
    appending.append_commitment(game, algorithm=ALGORITHM, hands=hands, seeds=seeds, now=now)
    seats = Seat.objects.bulk_create(Seat(game=game, number=number) for number in range(rules.players))
    return Table(game, rules, seats)


def _sit(table: Table, seat: Seat, user: Any, nonce: str, now: datetime) -> None:
    """Seat a player.

    :raises BadOptions: if *nonce* is not empty and not one.
    """
    if nonce and not NONCE.fullmatch(nonce):
        raise BadOptions(_("A nonce is 32 hexadecimal digits in lower case."))
    seat.holder, seat.user = Holder.PERSON, user
    seat.nonce, seat.nonce_is_own = nonce or new_nonce(), bool(nonce)
    appending.append_sitting(seat, table.game, why="joined", now=now)


def new_nonce() -> str:
    """Return a nonce for a player who brings none."""
    return secrets.token_hex(NONCE_BYTES)


def empty(table: Table, seat: Seat, *, why: str, now: datetime) -> None:
    """Have whoever sits there get up, player or bot."""
    leaver = seat.user
    seat.holder, seat.user, seat.level, seat.nonce, seat.nonce_is_own = Holder.NOBODY, None, "", "", False
    seat.muted, seat.seen, seat.seen_before = False, None, None
    sql.update(seat, ("muted", "seen", "seen_before"))
    appending.append_sitting(seat, table.game, why=why, now=now, leaver=leaver)


def _seat_bot(table: Table, seat: Seat, level: str, now: datetime) -> None:
    """Seat a bot of *level*; where none is said it plays like the others here, or else as in a club."""
    others = [other.level for other in table.seats if other.holder == Holder.BOT]
    seat.holder, seat.level = Holder.BOT, level or next(iter(others), "") or Level.CLUB
    seat.nonce, seat.nonce_is_own = NONCE_OF_BOTS, False
    appending.append_sitting(seat, table.game, why="filled", now=now)


def _begin_when_full(table: Table, by: Any, now: datetime) -> None:
    """Begin if no seat is free, by what *by* has done; either way the copies are written."""
    if all(seat.holder != Holder.NOBODY for seat in table.seats):
        begin(table, by=by, now=now)
    else:
        save_copies(table)
