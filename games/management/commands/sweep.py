"""``manage.py sweep``: do once all that the worker does again and again, for who runs it from cron."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.letters import deliver_letters
from accounts.sweeps import note_run, periods
from games.models import Notice
from games.notices import delivery
from games.services.expiry import close_expired_tables
from games.services.outage import make_up_for_outage
from games.services.overdue import play_due_games
from games.services.plans import play_plans
from games.services.reviewing import review_hands
from games.services.tidying import tidy_once_a_day

EVERY = timedelta(minutes=1)  # as cron runs it


class Command(BaseCommand):
    help = (
        "Play the turns that are due, close tables that waited too long, send what is to be told and review the "
        "hands that have ended, once: what the worker does every few seconds. Run it every minute where no worker runs."
    )

    def handle(self, **options: Any) -> None:
        if moved := make_up_for_outage():
            self.stdout.write(f"Deadlines moved, because the site was down: {moved}")
        for name in periods():
            note_run(name, period=EVERY)
        turns = play_plans() + play_due_games()
        self.stdout.write(f"Turns played: {turns}")
        if closed := close_expired_tables():
            self.stdout.write(f"Tables closed that waited too long: {closed}")
        self.stdout.write(f"Mail about games: {_ends(delivery.deliver_notices())}")
        if ends := delivery.post_notices():
            self.stdout.write(f"Notices by webhook: {_ends(ends)}")
        self.stdout.write(f"Mail about accounts: {deliver_letters(timezone.now())} sent")
        self.stdout.write(f"Hands reviewed: {review_hands()}")
        if gone := tidy_once_a_day():
            self.stdout.write(f"Cleared away: {gone}")


def _ends(ends: Counter[str]) -> str:
    """Write how many notices came to which end: ``3 sent, 1 no longer true``."""
    words = {
        Notice.Outcome.SENT.value: "sent",
        Notice.Outcome.STALE.value: "no longer true",
        Notice.Outcome.UNWANTED.value: "not wanted",
        Notice.Outcome.NO_ADDRESS.value: "without an address",
        delivery.PUT_OFF: "put off, the player is at the table",
        delivery.HELD_BACK: "held back until their time",
        delivery.NOT_YET: "not taken by the server, to be tried again",
        Notice.Outcome.FAILED.value: "given up",
    }
    return ", ".join(f"{ends[end]} {word}" for end, word in words.items() if ends[end] or end == "sent")
