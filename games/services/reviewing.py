"""Reviews of hands that are over: asking for one, making those that wait, looking at one."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.hints import hint
from games import log
from games.bots import figures
from games.bots.review import METHOD, HandReview, review_hand
from games.engine.rules import Seat as SeatNumber
from games.log import LogBroken, LoggedMove
from games.models import Game, Holder, Review
from games.models.review import unreviewed

from .errors import ReviewFailed
from .reliability import OWN

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)  # within which whoever has claimed a review makes it
LOOKS_BACK = timedelta(days=2)  # for hands whose hint was lost; older ones are asked for when somebody looks
MOST_AT_ONCE = 100  # hands asked for by one sweep


def review_hands(hand: int | None = None, *, now: datetime | None = None, for_seconds: float = float("inf")) -> int:
    """Make the reviews that wait, until none does or *for_seconds* are over, and return how many were made.

    *hand* (a key) is one that somebody has looked at, which may have ended long ago.
    """
    ask_for_ended(now or timezone.now())
    if hand is not None:
        Review.objects.ask_for([hand])
    made, began = 0, time.monotonic()
    while time.monotonic() - began < for_seconds:
        review = Review.objects.claim(now or timezone.now(), LEASE)
        if review is None:
            break
        try:
            made += make_review(review)
        except Exception:  # one that fails must not stop the others; it is tried again, a few times
            logger.exception("game %s: hand %s could not be reviewed", review.hand.game.slug, review.hand.number)
    return made


def ask_for_ended(now: datetime) -> None:
    """Ask for the reviews of hands that have ended lately: nobody waits for the hint, which may be lost."""
    if hands := list(unreviewed(now - LOOKS_BACK)[:MOST_AT_ONCE]):
        Review.objects.ask_for(hands)


def make_review(review: Review) -> bool:
    """Review a hand and store what was found; return whether this was the first to do so.

    :raises LogBroken: if the hand cannot be replayed.
    """
    hand = log.read_hand(review.hand.game, review.hand.number)
    if not hand.state.is_over:
        raise LogBroken(f"game {review.hand.game.slug}: hand {hand.number} is not over, and a review was asked for")
    covered = covered_plies(hand.moves, dict(review.hand.game.seats.values_list("number", "holder")))
    found = review_hand(hand.start, [move.move for move in hand.moves], covered=covered)
    stored = Review.objects.filter(pk=review.pk, done=None)
    return bool(stored.update(done=timezone.now(), method=METHOD, figures=figures.write(found)))


def covered_plies(moves: Iterable[LoggedMove], holders: Mapping[SeatNumber, str]) -> frozenset[int]:
    """Return the plies of the moves that a bot made in a player's place; *holders* are those of today.

    A seat is a bot's from the beginning of a game to its end, or a player's, who may be covered or resign.
    """
    return frozenset(move.ply for move in moves if move.by not in OWN and holders[move.seat] != Holder.BOT)


def find_review(hand: int) -> HandReview | None:
    """Return the review of the hand with this key, which is over; None while it is being made, or asked for now.

    :raises ReviewFailed: if all its tries have failed.
    """
    review = Review.objects.filter(hand=hand).first()
    if review is None:
        hint("games.tasks.review_hands", hand)
        return None
    if review.has_failed(timezone.now()):
        raise ReviewFailed
    return None if review.figures is None else figures.read(review.figures)


def stored_reviews(game: Game) -> dict[int, dict[str, Any]]:
    """Return the reviews there are of the hands of *game* as they are stored, by the number of the hand."""
    rows = Review.objects.filter(hand__game=game, done__isnull=False)
    stored = rows.values_list("hand__number", "method", "figures")
    return {number: {"method": method, **(data or {})} for number, method, data in stored}
