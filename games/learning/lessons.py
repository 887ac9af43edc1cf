"""A lesson as its pupil sees it: the fold over the cards played, and what is said of the last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.engine.cards import Card, NotACard, parse_cards
from games.engine.hand import IllegalMove
from games.table import TableView
from games.words import refusal

from .classroom import seat_pupil, state_after
from .course import COURSE, Lesson

LESSONS: Final = COURSE


class NoSuchLesson(LookupError):
    """No lesson has this number, or none comes to these cards."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A lesson after the cards the pupil has *played*, and what is *said* of the one just tried."""

    number: int  # of the lesson, from 1
    title: str
    played: tuple[str, ...]  # by the pupil, all of them right
    table: TableView
    said: str
    is_right: bool  # the card just tried
    ask: str  # what to do now; "" once the lesson is over

    @property
    def is_over(self) -> bool:
        return not self.ask


def see_lesson(number: int, played: str = "", tried: str = "") -> Moment:
    """Return lesson *number* after the right cards *played* (separated by spaces) and the one now *tried* ("": none).

    :raises NoSuchLesson: if there is none, or it does not go like that.
    """
    if not 1 <= number <= len(LESSONS):
        raise NoSuchLesson(f"There is no lesson {number}.")
    lesson = LESSONS[number - 1]
    try:
        before, card = parse_cards(played), Card.parse(tried) if tried else None
    except NotACard as error:
        raise NoSuchLesson(str(error)) from error
    moves = _moves(lesson, before)
    said, is_right = ("", False) if card is None else _judge(lesson, moves, len(before), card)
    if card is not None and is_right:
        before = (*before, card)
        moves = _moves(lesson, before)
    return Moment(
        number=number,
        title=str(lesson.title),
        played=tuple(card.text for card in before),
        table=seat_pupil(lesson, moves),
        said=said,
        is_right=is_right,
        ask=str(lesson.steps[len(before)].ask) if len(before) < len(lesson.steps) else "",
    )


def _moves(lesson: Lesson, played: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return all cards on the table once the pupil has played these, with the answers of the others.

    :raises NoSuchLesson: if one of them was not right.
    """
    if len(played) > len(lesson.steps):
        raise NoSuchLesson("The lesson is over before that.")
    moves = parse_cards(lesson.before)
    for step, card in zip(lesson.steps, played, strict=False):
        if card.text not in step.right or not _is_legal(lesson, moves, card):
            raise NoSuchLesson(f"{card} is not how the lesson goes on.")
        moves = (*moves, card, *parse_cards(step.then))
    return moves


def _judge(lesson: Lesson, moves: Iterable[Card], number: int, card: Card) -> tuple[str, bool]:
    """Say what is to be said of *card* as choice *number* (from 0), and whether the lesson goes on with it.

    :raises NoSuchLesson: if nothing is to be chosen any more.
    """
    if number >= len(lesson.steps):
        raise NoSuchLesson("The lesson is over before that.")
    step = lesson.steps[number]
    try:
        state_after(lesson, moves).play(card)
    except IllegalMove as error:
        return refusal(error), False
    if card.text in step.right:
        return str(step.right[card.text]), True
    return str(step.again.get(card.text, step.otherwise)), False


def _is_legal(lesson: Lesson, moves: Iterable[Card], card: Card) -> bool:
    return card in state_after(lesson, moves).legal_cards()
