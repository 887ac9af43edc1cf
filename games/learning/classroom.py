"""The table of a lesson: made of the same pieces as one in the database, and kept nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.cards import Card, parse_cards
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.log import LoggedHand, LoggedMove, Table
from games.models import Game, Holder, Level, Move, Seat
from games.table import TableView, view_of

from .course import Lesson

RULES: Final = Rules()
PUPIL: Final = 0  # the seat
NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)  # a lesson has no clock


def state_after(lesson: Lesson, moves: Iterable[Card]) -> HandState:
    """Return the hand of *lesson* after *moves*.

    :raises IllegalMove: at the first that the rules forbid.
    """
    return _dealt(lesson).play_all(moves)


def seat_pupil(lesson: Lesson, moves: Iterable[Card]) -> TableView:
    """Return the table of *lesson* after *moves*, as the pupil may see it."""
    pupil = User(pk=0, username=_("You"), is_guest=True)
    start = state = _dealt(lesson)
    logged = []
    for ply, card in enumerate(moves):
        assert state.to_play is not None  # the hand has as many cards
        logged.append(LoggedMove(ply, state.to_play, card, Move.By.PLAYER, NO_TIME))
        state = state.play(card)
    number = len(lesson.points) + 1
    hand = LoggedHand(0, number, NO_TIME, start, tuple(logged), state)
    game = _game(lesson, hand, pupil)
    seats = [
        Seat(game=game, number=seat, holder=Holder.PERSON, user=pupil)
        if seat == PUPIL
        else Seat(game=game, number=seat, holder=Holder.BOT, level=Level.BEGINNER)
        for seat in range(RULES.players)
    ]
    return view_of(Table(game, RULES, seats, [hand]), pupil, now=NO_TIME)


def _dealt(lesson: Lesson) -> HandState:
    return HandState.start(RULES, [parse_cards(held) for held in lesson.held], dealer=lesson.dealer)


def _game(lesson: Lesson, hand: LoggedHand, pupil: User) -> Game:
    points = [*lesson.points, *([hand.state.points()] if hand.state.is_over else [])]
    return Game(
        slug="lesson",
        host=pupil,
        created=NO_TIME,
        time_off=False,
        status=Game.Status.ACTIVE,
        hand_number=hand.number,
        ply=hand.state.ply,
        to_play=hand.state.to_play,
        points=[list(by_seat) for by_seat in points],
    )
