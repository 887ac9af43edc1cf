"""Looking at a table, at a hand that is over, at a finished game. Nothing here changes a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import log
from games.bots.review import HandReview
from games.engine import record
from games.engine.rules import Seat as SeatNumber
from games.engine.view import OpenView, open_view
from games.log import LogBroken, Table
from games.models import Game, Seat, Sitting
from games.table import MoveInfo, TableView, moves_as_seen, view_of

from .broken import close_game
from .deed import may_see
from .errors import GameBroken, GameNotOver, HandNotOver, NoSuchGame
from .reviewing import find_review, stored_reviews

SEEN_EVERY = timedelta(seconds=30)  # how exactly it is known when a player last looked
VISIT_IS_OVER = timedelta(minutes=10)  # after a look: the next one begins another visit


@dataclass(frozen=True, slots=True)
class SittingInfo:
    """Somebody sat down, left, resigned, was stood in for or came back, and where the game stood then."""

    seat: SeatNumber
    name: str
    why: str  # a `Sitting.Why`
    hand_number: int
    ply: int
    created: datetime


@dataclass(frozen=True, slots=True)
class HandStep:
    """A hand that is over after so many of its moves, all cards open."""

    table: TableView
    pk: int
    number: int
    step: int
    moves: tuple[MoveInfo, ...]  # all of the hand
    dealer: SeatNumber
    points: tuple[int, ...]  # of the hand, by seat
    open: OpenView


def see_table(*, slug: str, user: Any, invite: str = "") -> TableView:
    """Return the table as *user* sees it, and remember that a player has looked.

    :raises NoSuchGame: if there is none that they may see, or come to by the secret of the *invite* link.
    """
    table = find_seen(slug, user, invite)
    now = timezone.now()
    seat = table.seat_of(user)
    if seat is not None and (seat.seen is None or seat.seen < (table.game.finished or now - SEEN_EVERY)):
        _remember(seat, now)
    return view_of(table, user, now=now)


def _remember(seat: Seat, now: datetime) -> None:
    """Note that the player of *seat* looks at the table, and where the visit before ended if this begins another."""
    if seat.seen is not None and seat.seen < now - VISIT_IS_OVER:
        seat.seen_before = seat.seen
    seat.seen = now
    Seat.objects.filter(pk=seat.pk).update(seen=seat.seen, seen_before=seat.seen_before)


def look_for(*, pk: int, user: Any, now: datetime) -> TableView:
    """Return the table as *user* would see it, to tell them of it: it does not count as a look of theirs.

    :raises Game.DoesNotExist: if there is none.
    """
    return view_of(log.find_table(Game.objects.filter(pk=pk)), user, now=now)


def look_on(*, slug: str, user: Any) -> TableView:
    """Return the table as anybody sees it who does not sit there; *user* must be one who may see it.

    :raises NoSuchGame: if there is none that they may see.
    """
    return view_of(find_seen(slug, user), AnonymousUser(), now=timezone.now())


def look_on_hand(*, slug: str, user: Any, number: int) -> TableView:
    """Return the table as `look_on` does, with hand *number*, which must be over, for the hand being played.

    :raises NoSuchGame: if there is no such game or hand that *user* may see.
    :raises HandNotOver: while the hand is being played.
    """
    table = find_seen(slug, user)
    table.hands = [hand for hand in log.read_game(table.game) if hand.number == number]
    if table.hand is None:
        raise NoSuchGame
    if not table.hand.state.is_over:
        raise HandNotOver
    return view_of(table, AnonymousUser(), now=timezone.now())


def see_sittings(table: TableView) -> tuple[SittingInfo, ...]:
    """Return who has sat where at a table that is seen, oldest first."""
    rows = Sitting.objects.filter(game__slug=table.slug).select_related("user").order_by("entry")
    return tuple(
        SittingInfo(
            seat=row.seat,
            name=row.user.username if row.user else table.seats[row.seat].name,
            why=row.why,
            hand_number=row.hand_number,
            ply=row.ply,
            created=row.created,
        )
        for row in rows
    )


def find_by_invite(*, invite: str, user: Any) -> TableView:
    """Return the table an invitation link leads to.

    :raises NoSuchGame: if the link leads to none.
    """
    slug = Game.objects.filter(invite=invite).values_list("slug", flat=True).first()
    if slug is None:
        raise NoSuchGame
    return see_table(slug=slug, user=user, invite=invite)


def see_hand(*, slug: str, user: Any, number: int, step: int | None = None) -> HandStep:
    """Return hand *number* after *step* of its moves (after all, where None), all cards open.

    :raises NoSuchGame: if there is no such game, hand or step that *user* may see.
    :raises HandNotOver: while the hand is being played.
    """
    table = find_seen(slug, user)
    hand = next((hand for hand in log.read_game(table.game) if hand.number == number), None)
    if hand is None:
        raise NoSuchGame
    if not hand.state.is_over:
        raise HandNotOver
    step = len(hand.moves) if step is None else step
    try:
        opened = open_view(hand.start, tuple(move.move for move in hand.moves), step)
    except IndexError:
        raise NoSuchGame from None
    seen = view_of(table, user, now=timezone.now())
    moves = moves_as_seen(hand, seen.my_seat)
    return HandStep(seen, hand.pk, number, step, moves, hand.state.dealer, hand.state.points(), opened)


def see_review(*, slug: str, user: Any, number: int) -> HandReview | None:
    """Return the review of hand *number*, or None while it is being made.

    :raises NoSuchGame, HandNotOver: as `see_hand` does.
    :raises ReviewFailed: if all its tries have failed.
    """
    return find_review(see_hand(slug=slug, user=user, number=number, step=0).pk)


def record_of(*, slug: str, user: Any, with_reviews: bool = False) -> record.Json:
    """Return the record of a finished game, *with_reviews* also what has been found of its hands.

    :raises NoSuchGame: if there is none that *user* may see.
    :raises GameNotOver: while it is being played: a record holds all cards.
    """
    table = find_seen(slug, user)
    if table.game.status != Game.Status.FINISHED:
        raise GameNotOver
    state = log.game_state(table.game, log.read_game(table.game))
    resigned = [seat.number for seat in table.seats if seat.holder == "resigned"]
    written = record.write(state, [seat.name for seat in table.seats], resigned=resigned)
    for number, review in stored_reviews(table.game).items() if with_reviews else ():
        written["hands"][number - 1]["review"] = review
    return written


def find_seen(slug: str, user: Any, invite: str = "") -> Table:
    """Read the table *slug* if *user* may see it, also by the secret of the *invite* link.

    :raises NoSuchGame: if there is none.
    :raises GameBroken: if it cannot be read any more.
    """
    try:
        table = log.find_table(Game.objects.filter(slug=slug))
    except Game.DoesNotExist:
        raise NoSuchGame from None
    except LogBroken as error:
        close_game(slug, [str(error)])
        raise GameBroken from error
    is_invited = bool(invite) and invite == table.game.invite
    if not is_invited and not may_see(table, user):
        raise NoSuchGame
    return table
