"""What the worker does, one line each: beat runs the sweeps, a hint runs one game or the sending at once."""

from __future__ import annotations

from celery import shared_task

from .notices import delivery
from .services import overdue


@shared_task
def play_due_turns() -> None:
    """Every few seconds: the moves that are due in all games."""
    overdue.play_due_games()


@shared_task
def play_game(pk: int) -> None:
    """On a hint: the moves that are due in one game."""
    overdue.play_game(pk)


@shared_task
def deliver_notices() -> None:
    """Every few seconds: empty the outbox."""
    delivery.deliver_notices()
