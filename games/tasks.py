"""What the worker does, a line or two each: beat runs the sweeps, a hint runs one game or the sending at once."""

from __future__ import annotations

from threading import Lock

from celery import shared_task

from accounts.hints import hint
from accounts.sweeps import note_run, periods

from .notices import delivery
from .services import expiry, outage, overdue, plans, reviewing, tidying

LONGEST_DELIVERY = 15  # seconds: the next run is not far behind, and is looked for (`services.health`)
LONGEST_REVIEWING = 15
_reviewing = Lock()  # one hand at a time, or it would take the time of the turns to be played
_delivering = Lock()  # a slow mail server keeps one thread of a worker busy, and leaves the others to play
_posting = Lock()  # so do slow webhooks


@shared_task
def play_due_turns() -> None:
    """Every few seconds: the moves that are due in all games, and tables that have waited too long for players."""
    outage.make_up_for_outage()
    note_run("play due turns")
    overdue.play_due_games()
    expiry.close_expired_tables()
    tidying.tidy_once_a_day()


@shared_task
def play_plans() -> None:
    """Every few seconds: the cards that players have planned.

    What is due before the next run gets a hint for that moment: if such cards came by the beat of the sweep alone, who
    looks at the seconds could tell them from others.
    """
    note_run("play plans")
    plans.play_plans()
    for seconds in plans.seconds_to_plans(periods()["play plans"]):
        hint(play_due_plans, after=seconds)


@shared_task
def play_due_plans() -> None:
    """On a hint: the planned cards whose moment has come."""
    plans.play_plans()


@shared_task
def play_game(pk: int) -> None:
    """On a hint: the moves that are due in one game."""
    overdue.play_game(pk)


@shared_task
def deliver_notices() -> None:
    """Every few seconds: send the mail that is due."""
    if _delivering.acquire(blocking=False):
        try:
            note_run("deliver notices")
            delivery.deliver_notices(for_seconds=LONGEST_DELIVERY)
        finally:
            _delivering.release()


@shared_task
def post_notices() -> None:
    """Every few seconds: tell of what is new on the other channels."""
    if _posting.acquire(blocking=False):
        try:
            note_run("post notices")
            delivery.post_notices(for_seconds=LONGEST_DELIVERY)
        finally:
            _posting.release()


@shared_task
def review_hands(hand: int | None = None) -> None:
    """On a hint after a hand, or from who looks at one, and every few seconds: the reviews that wait."""
    if _reviewing.acquire(blocking=False):
        try:
            note_run("review hands")
            reviewing.review_hands(hand, for_seconds=LONGEST_REVIEWING)
        finally:
            _reviewing.release()
