"""What somebody may see of a table: the one thing that pages, API, mail and bots are made from.

`view_of` is the only place where a `Table`, which holds hidden cards, becomes something to show. It names every field.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from accounts.time_off import holiday_at

from .clock import GRACE, Clock
from .engine.game import Points, ranks_of, totals_of
from .engine.rules import Rules
from .engine.rules import Seat as SeatNumber
from .engine.view import SeatView, view_from
from .log import Arranged, LoggedHand, LoggedMove, Table
from .models import Game, Holder, Move, Seat


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits where: the same for every viewer but for `is_me`."""

    number: SeatNumber
    name: str  # "" for a free seat
    holder: str  # a `Holder`
    is_person: bool  # a person's seat, also while a bot stands in for them
    is_guest: bool
    is_host: bool
    is_me: bool
    missed: int  # turns missed in a row
    bank: timedelta | None  # what was left when its clock last stopped; None where each move has its own time
    level: str  # of the bot that plays it: `games.bots.LEVELS`; "" where none does
    is_on_holiday: bool  # and so the clock of this seat stands still
    nonce: str  # what this seat adds to the shuffles; "" for a free seat
    nonce_is_own: bool  # made by the player's own program

    @property
    def is_bot(self) -> bool:
        return self.holder == Holder.BOT

    @property
    def is_free(self) -> bool:
        return self.holder == Holder.NOBODY

    @property
    def is_covered(self) -> bool:
        return self.holder == Holder.STAND_IN

    @property
    def has_resigned(self) -> bool:
        return self.holder == Holder.RESIGNED

    @property
    def is_played_by_bot(self) -> bool:
        return self.holder in (Holder.BOT, Holder.STAND_IN, Holder.RESIGNED)


MoveInfo: TypeAlias = LoggedMove  # a move as it is logged, with who made it and when


@dataclass(frozen=True, slots=True)
class SaidInfo:
    """What a player has told the others at the table."""

    seat: SeatNumber
    name: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class HandInfo:
    """A hand as the viewer may see it, with its moves so far."""

    number: int
    dealt_at: datetime
    view: SeatView
    moves: tuple[MoveInfo, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may see it."""

    slug: str
    status: str  # a `Game.Status`
    access: str  # a `Game.Access`
    rules: Rules
    clock: Clock
    grace: timedelta  # after the deadline, before the bot plays
    turns_to_miss: int  # in a row: then a bot holds the seat
    min_in_time: int | None  # per cent of turns made in time that joining takes
    time_off: bool  # whether rest hours and holidays stop the clock
    host: str
    created: datetime
    finished: datetime | None
    version: int  # goes up by one with every deed
    broken: datetime | None  # since when the game is closed, its log having been found not to agree with itself
    commitment: str  # the end of the chain of seeds, hexadecimal; published before anyone sat down
    entries: int  # of the log
    head: str  # the digest of the last entry: who keeps it has an anchor
    now: datetime  # the server's, when this was read
    my_seat: SeatNumber | None
    seen_before: datetime | None  # when the viewer's visit before this one ended; None for an onlooker
    seen: datetime | None  # when the viewer, who sits here, last looked, before now
    muted: bool  # the viewer wants no notices about this table
    seats: tuple[SeatInfo, ...]  # by number
    hand: HandInfo | None  # the hand being played, or the last
    previous_hand: HandInfo | None  # the one before it, open, until the first trick of this one is complete
    hand_number: int
    points: tuple[Points, ...]  # of each complete hand
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[SeatNumber, ...]
    to_play: SeatNumber | None
    turn_began: datetime | None
    deadline: datetime | None  # None while a bot is to play
    invite: str  # the secret of the invitation link; "" for who may not invite
    said: tuple[SaidInfo, ...]  # the last messages, the oldest first; for those who sit here alone
    plan: Arranged | None  # what the viewer has arranged for their own seat

    @property
    def move_time(self) -> timedelta:
        """The time for each move, or what each move adds to a bank."""
        return self.clock.increment

    @property
    def me(self) -> SeatInfo | None:
        return None if self.my_seat is None else self.seats[self.my_seat]

    @property
    def is_host(self) -> bool:
        return self.me is not None and self.me.is_host

    @property
    def is_my_turn(self) -> bool:
        me = self.me
        return me is not None and me.holder == Holder.PERSON and self.to_play == me.number

    @property
    def has_hints(self) -> bool:
        """Whether the viewer may ask what a master would play: in a game against bots and nobody else."""
        others = [seat for seat in self.seats if seat.number != self.my_seat]
        return self.me is not None and self.status == Game.Status.ACTIVE and all(seat.is_bot for seat in others)

    @property
    def from_my_seat(self) -> tuple[SeatInfo, ...]:
        """The seats clockwise, the viewer's first; an onlooker's list begins with seat 0."""
        first = self.my_seat or 0
        return self.seats[first:] + self.seats[:first]

    @property
    def free_seats(self) -> int:
        return sum(seat.is_free for seat in self.seats)


def view_of(table: Table, user: Any, *, now: datetime) -> TableView:
    """Build what *user* (perhaps nobody who plays here) may see of *table*."""
    game = table.game
    mine = table.seat_of(user)
    seat = None if mine is None else mine.number
    points = tuple(tuple(by_seat) for by_seat in game.points)
    totals = totals_of(points, game.players)
    resigned = [other.number for other in table.seats if other.holder == Holder.RESIGNED]
    clock = game.clock
    has_time_off = game.time_off and clock.is_slow
    bot_is_to_play = game.to_play is not None and table.seats[game.to_play].is_played_by_bot
    return TableView(
        slug=game.slug,
        status=game.status,
        access=game.access,
        rules=table.rules,
        clock=clock,
        grace=GRACE,
        turns_to_miss=game.turns_to_miss,
        min_in_time=game.min_in_time,
        time_off=has_time_off,
        host=next((other.name for other in table.seats if other.user_id == game.host_id), ""),
        created=game.created,
        finished=game.finished,
        version=game.version,
        broken=game.broken,
        commitment=game.commitment,
        entries=game.entries,
        head=game.head,
        now=now,
        my_seat=seat,
        seen_before=None if mine is None else mine.seen_before,
        seen=None if mine is None else mine.seen,
        muted=mine is not None and mine.muted,
        seats=tuple(
            _seat_info(other, game, mine, has_time_off=has_time_off and game.finished is None, now=now)
            for other in table.seats
        ),
        hand=_hand_info(table.hand, seat),
        previous_hand=_hand_info(table.previous_hand, seat),
        hand_number=game.hand_number,
        points=points,
        totals=totals,
        ranks=ranks_of(totals, resigned),
        winners=tuple(game.winners),
        to_play=game.to_play,
        turn_began=game.turn_began,
        deadline=None if bot_is_to_play else game.deadline,
        said=() if mine is None else tuple(_said_info(said) for said in game.said),
        plan=None if seat is None else table.plans.get(seat),
        invite=game.invite if mine is not None and game.status == Game.Status.OPEN else "",
    )


def _said_info(said: dict[str, Any]) -> SaidInfo:
    return SaidInfo(said["seat"], said["name"], said["text"], datetime.fromisoformat(said["at"]))


def _seat_info(seat: Seat, game: Game, mine: Seat | None, *, has_time_off: bool, now: datetime) -> SeatInfo:
    user = seat.user
    return SeatInfo(
        number=seat.number,
        name=seat.name,
        holder=seat.holder,
        is_person=user is not None,
        is_guest=user is not None and user.is_guest,
        is_host=seat.user_id == game.host_id,
        is_me=seat is mine,
        missed=game.missed[seat.number] if game.missed else 0,
        bank=timedelta(microseconds=game.banks[seat.number]) if game.banks and user is not None else None,
        level=seat.bot_level,
        is_on_holiday=has_time_off and user is not None and holiday_at(user, now) is not None,
        nonce=seat.nonce,
        nonce_is_own=seat.nonce_is_own,
    )


def _hand_info(hand: LoggedHand | None, seat: SeatNumber | None) -> HandInfo | None:
    if hand is None:
        return None
    return HandInfo(hand.number, hand.created, view_from(hand.state, seat), moves_as_seen(hand, seat))


def moves_as_seen(hand: LoggedHand, seat: SeatNumber | None) -> tuple[MoveInfo, ...]:
    """Return the moves of *hand* as *seat* sees them: that a move of another player's was planned does not show."""
    return tuple(
        move._replace(by=Move.By.PLAYER) if move.by == Move.By.PLAN and move.seat != seat else move
        for move in hand.moves
    )
