"""Notices written in the transaction of the deed they tell of. Nothing is sent from here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games import sql
from games.models import Game, Holder, Notice, Seat
from games.models.notice_settings import STAGES

LARGEST_PLY = 32_767


def write(notices: Iterable[Notice]) -> None:
    """Put *notices* in the outbox, one query for all; one that is there already stays as it is."""
    sql.insert(notices, ignore_conflicts=True)


def on_channel(notice: Notice, channel: str, now: datetime) -> Notice:
    """Return the row that tells the same on another channel; looked at soon, to find its time."""
    return Notice(
        user_id=notice.user_id,
        game_id=notice.game_id,
        kind=notice.kind,
        hand_number=notice.hand_number,
        ply=notice.ply,
        deadline=notice.deadline,
        stage=notice.stage,
        about_id=notice.about_id,
        created=notice.created,
        due=now,
        channel=channel,
        spread=True,
    )


def for_turn(game: Game, seat: Seat) -> list[Notice]:
    """Tell *seat* that it is its turn; of the deadline it is warned when that is spread (`for_deadline`)."""
    if seat.holder != Holder.PERSON or game.turn_began is None:
        return []
    return _notice(game, seat, Notice.Kind.YOUR_TURN, game.turn_began)


def for_deadline(turn: Notice, now: datetime) -> list[Notice]:
    """Warn whom the notice *turn* told of their turn of its deadline, if the turn is not over already.

    How near that must be is for the player to say, and is asked when the earliest warning of all may be due.
    """
    game = turn.game
    is_over = (game.hand_number, game.ply) != (turn.hand_number, turn.ply)
    if is_over or game.turn_began is None or game.deadline is None or game.deadline <= now:
        return []
    return [
        Notice(
            user_id=turn.user_id,
            game=game,
            kind=Notice.Kind.DEADLINE_NEAR,
            hand_number=turn.hand_number,
            ply=turn.ply,
            deadline=game.deadline,
            created=game.turn_began,
            due=stage_time(game.turn_began, game.deadline, STAGES[0]),
        )
    ]


def stage_time(turn_began: datetime, deadline: datetime, stage: int) -> datetime:
    """Return when *stage* per cent of the time for a turn are left."""
    return deadline - (deadline - turn_began) * stage / 100


def for_missed_turn(game: Game, seat: Seat, now: datetime) -> list[Notice]:
    """Tell *seat* that the bot has played for it, the move before the ply where the game stands, or holds it now."""
    kind = Notice.Kind.SEAT_HELD if seat.holder == Holder.STAND_IN else Notice.Kind.BOT_PLAYED
    return _notice(game, seat, kind, now)


def for_hand_over(game: Game, seats: Iterable[Seat], now: datetime) -> list[Notice]:
    """Tell *seats* that a hand is over; call it before the next one is dealt."""
    return [notice for seat in seats for notice in _notice(game, seat, Notice.Kind.HAND_OVER, now)]


def for_end(game: Game, seats: Iterable[Seat], now: datetime) -> list[Notice]:
    """Tell everybody that the game is over."""
    return [notice for seat in seats for notice in _notice(game, seat, Notice.Kind.GAME_OVER, now)]


def for_joined(game: Game, seats: Iterable[Seat], joiner: Any, now: datetime) -> list[Notice]:
    """Tell the host, at one of *seats*, that *joiner* has sat down."""
    notices = [
        notice
        for seat in seats
        if seat.user_id == game.host_id != joiner.pk
        for notice in _notice(game, seat, Notice.Kind.JOINED, now)
    ]
    for notice in notices:
        notice.about, notice.ply = joiner, game.entries  # there is no hand yet to tell the moment by
    return notices


def for_start(game: Game, seats: Iterable[Seat], now: datetime) -> list[Notice]:
    """Tell *seats* that the game has begun."""
    return [notice for seat in seats for notice in _notice(game, seat, Notice.Kind.STARTED, now)]


def for_invitation(game: Game, user_id: int, now: datetime, *, inviter: Any = None) -> list[Notice]:
    """Tell a user that *inviter*, who sits at the table, would like them to join."""
    kind = Notice.Kind.INVITATION
    return [Notice(user_id=user_id, game=game, kind=kind, about=inviter, created=now, due=now)]


def for_rematch(game: Game, users: Iterable[Any], inviter: Any, now: datetime) -> list[Notice]:
    """Tell *users*, who have played with *inviter*, that a table waits for them to play again."""
    kind = Notice.Kind.REMATCH
    return [
        Notice(user=user, game=game, kind=kind, about=inviter, created=now, due=now)
        for user in users
        if not user.is_guest
    ]


def for_message(game: Game, seats: Iterable[Seat], sayer: Any, now: datetime) -> list[Notice]:
    """Tell the others at the table that *sayer* has written there; call it when the game has its new version."""
    notices = [
        notice for seat in seats if seat.user_id != sayer.pk for notice in _notice(game, seat, Notice.Kind.MESSAGE, now)
    ]
    for notice in notices:
        notice.about, notice.hand_number, notice.ply = sayer, 0, game.version % LARGEST_PLY
    return notices


def for_holiday(user: Any, game: Game, *, end: datetime, due: datetime, now: datetime) -> list[Notice]:
    """Tell *user*, who sits at the table, when their holiday ends: once, whatever the number of their tables."""
    kind = Notice.Kind.HOLIDAY_ENDING
    return [Notice(user=user, game=game, kind=kind, deadline=end, created=now, due=due)]


def for_expiry(game: Game, seats: Iterable[Seat], now: datetime) -> list[Notice]:
    """Tell who waits at a table that it is closed; call it while they still sit there."""
    return [notice for seat in seats for notice in _notice(game, seat, Notice.Kind.TABLE_EXPIRED, now)]


def _notice(game: Game, seat: Seat, kind: str, due: datetime) -> list[Notice]:
    """One notice, or none where no person is to be told: bots and visitors have no mail."""
    if seat.user is None or seat.user.is_guest:
        return []
    whose = {"user_id": seat.user_id, "game_id": game.pk}
    moment = {"hand_number": game.hand_number, "ply": game.ply}
    return [sql.new(Notice, **whose, **moment, kind=kind, due=due, created=due)]
