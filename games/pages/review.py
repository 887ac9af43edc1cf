"""The review of a hand, laid out for the replay: bars for one play, curve and moments for the whole hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from games.bots.review import HandReview, Play
from games.engine.cards import Card
from games.reasons import in_words
from games.services.advising import Hint
from games.services.looking import HandStep
from games.services.reviewing import covered_plies
from games.table import SeatInfo
from games.templatetags.tables import mini

from .curve import Curve, draw_worths

Url = Callable[[int], str]  # of a step


@dataclass(frozen=True, slots=True)
class Bar:
    """A legal move and what it was worth. *width* is a part of 100."""

    move: str  # a card, or "pass" or "general"
    worth: float
    hindsight: float
    width: float
    is_chosen: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class ReviewedPlay:
    """One play. *better* and *reason* are there where it cost enough to be spoken of."""

    step: int
    url: str
    name: str
    is_me: bool
    move: str  # a card, or "pass" or "general"
    bars: tuple[Bar, ...]
    regret: float
    better: str | None
    reason: SafeString


@dataclass(frozen=True, slots=True)
class SeatLine:
    """How one player did. *column* is that of the curve; *dearest* the play that cost most, if any cost enough.

    What a bot did in the player's place does not count: *covered* is how many cards that was.
    """

    column: int
    name: str
    is_me: bool
    accuracy: int | None  # in a hundred
    lost: float
    dearest: ReviewedPlay | None
    covered: int


@dataclass(frozen=True, slots=True)
class WorthRow:
    """A trick of the curve in figures: what the card of each column was worth."""

    trick: int
    worths: tuple[float | None, ...]


def review_context(hand: HandStep, review: HandReview | None, url: Url) -> dict[str, Any]:
    """Lay out the review of a hand at one of its steps; *url* gives the address of each."""
    if review is None:
        return {"is_ready": False}
    scale = max((option.worth for play in review.plays for option in play.options), default=0) or 1
    plays = [_play(hand, play, url, scale) for play in review.plays]
    covered = covered_plies(hand.moves, {seat.number: seat.holder for seat in hand.table.seats})
    own = [(play, shown) for play, shown in zip(review.plays, plays, strict=True) if play.ply not in covered]
    return {
        "is_ready": True,
        "worlds": review.worlds,
        "play": plays[hand.step - 1] if hand.step else None,
        "moments": [plays[ply] for ply in review.moments],
        "seats": [_seat_line(seat, column, review, own) for column, seat in enumerate(hand.table.from_my_seat)],
        "curve": _curve(hand, review),
        "rows": _rows(hand, review),
    }


def hint_context(hint: Hint) -> dict[str, Any]:
    """Lay out what a master would play."""
    move, reason = hint.advice.move, hint.advice.reason
    words = in_words(reason.code, reason.names, mini) if reason else ""
    return {"move": str(move), "reason": mark_safe(words)}  # nosec B308 # noqa: S308 - sentences and names of cards are ours


def _play(hand: HandStep, play: Play, url: Url, scale: float) -> ReviewedPlay:
    seat, least = hand.table.seats[play.seat], min(option.worth for option in play.options)
    bars = [
        Bar(
            move=str(option.move),
            worth=option.worth,
            hindsight=option.hindsight,
            width=round(100 * option.worth / scale, 1),
            is_chosen=option.move == play.move,
            is_best=option.worth == least,
        )
        for option in play.options
    ]
    words = in_words(play.reason.code, play.reason.names, mini) if play.reason else ""
    return ReviewedPlay(
        step=play.ply + 1,
        url=url(play.ply + 1),
        name=seat.name,
        is_me=seat.is_me,
        move=str(play.move),
        bars=tuple(bars),
        regret=play.regret,
        better=None if play.better is None else str(play.better),
        reason=mark_safe(words),  # nosec B308 # noqa: S308 - sentences and names of cards are ours
    )


def _seat_line(seat: SeatInfo, column: int, review: HandReview, own: list[tuple[Play, ReviewedPlay]]) -> SeatLine:
    mine = [(play, shown) for play, shown in own if play.seat == seat.number]
    accuracy = review.accuracy[seat.number]
    spoken_of = [shown for play, shown in mine if play.better is not None]
    return SeatLine(
        column=column,
        name=seat.name,
        is_me=seat.is_me,
        accuracy=None if accuracy is None else round(100 * accuracy),
        lost=sum(play.regret for play, _ in mine),
        dearest=max(spoken_of, key=lambda shown: shown.regret, default=None),
        covered=sum(play.seat == seat.number for play in review.plays) - len(mine),
    )


def _chosen_worth(play: Play) -> float:
    return next(option.worth for option in play.options if option.move == play.move)


def _curve(hand: HandStep, review: HandReview) -> Curve:
    """Draw what each seat had to expect right after each of its plays, and what it got."""
    points = hand.points
    lines = []
    for seat in hand.table.from_my_seat:
        worths = [(play.ply + 1, _chosen_worth(play)) for play in review.plays if play.seat == seat.number]
        lines.append((seat.name, [*worths, (len(review.plays), float(points[seat.number]))]))
    return draw_worths(lines, steps=len(review.plays), step=hand.step)


def _rows(hand: HandStep, review: HandReview) -> list[WorthRow]:
    """Return the same by trick."""
    players = hand.table.rules.players
    cards = [play for play in review.plays if isinstance(play.move, Card)]
    rows = []
    for first in range(0, len(cards), players):
        worth = {play.seat: _chosen_worth(play) for play in cards[first : first + players]}
        columns = tuple(worth.get(seat.number) for seat in hand.table.from_my_seat)
        rows.append(WorthRow(first // players + 1, columns))
    return rows
