"""The outbox: what is to be told to whom. A row is written with the deed it tells of, and sent by a sweep."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .game import Game


class NoticeQuerySet(models.QuerySet["Notice"]):
    def unsent(self, now: datetime) -> NoticeQuerySet:
        """Notices to be sent by *now*, the longest due first."""
        return self.filter(done=None, due__lte=now).order_by("due", "pk")


class Notice(models.Model):
    """Something to tell a player by mail, once."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("your turn")
        DEADLINE_NEAR = "deadline_near", _("the deadline is near")
        BOT_PLAYED = "bot_played", _("the bot played for you")
        GAME_OVER = "game_over", _("the game is over")
        INVITATION = "invitation", _("an invitation")

    class Outcome(models.TextChoices):
        SENT = "sent", _("sent")
        STALE = "stale", _("no longer true when it was to be sent")
        NO_ADDRESS = "no_address", _("no confirmed address")
        FAILED = "failed", _("given up")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind)
    hand_number = models.PositiveSmallIntegerField(default=0)  # with `ply`: the moment it tells of
    ply = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now, editable=False)
    due = models.DateTimeField(default=timezone.now)  # not before; moved on when a try fails
    tries = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)
    done = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    objects: ClassVar[models.Manager[Notice]] = NoticeQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            # However many tasks run: one notice for a player and a moment.
            models.UniqueConstraint(name="games_notice_once", fields=["user", "game", "kind", "hand_number", "ply"]),
            models.CheckConstraint(
                name="games_notice_done_iff_outcome",
                condition=Q(done__isnull=True, outcome="") | (Q(done__isnull=False) & ~Q(outcome="")),
            ),
        ]
        indexes = [
            # NoticeQuerySet.unsent
            models.Index(name="games_notice_unsent", fields=["due"], condition=Q(done__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}, game {self.game_id}"
