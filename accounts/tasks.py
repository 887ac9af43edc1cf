"""What the worker does for accounts."""

from celery import shared_task
from django.utils import timezone

from . import letters
from .sweeps import note_run


@shared_task
def deliver_letters() -> None:
    """Every few seconds, and at a hint: send the mail about accounts."""
    note_run("deliver letters")
    letters.deliver_letters(timezone.now())
