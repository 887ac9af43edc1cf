"""What the worker does for accounts."""

from celery import shared_task
from django.utils import timezone

from . import letters


@shared_task
def deliver_letters() -> None:
    """Every few seconds, and at a hint: send the mail about accounts."""
    letters.deliver_letters(timezone.now())
