"""The outbox: what is to be told to whom. A row is written with the deed it tells of, and sent by a sweep."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .game import Game

MOST_TOGETHER = 60  # notices in one mail
WITH = ("user__notice_settings", "game", "about")
CANDIDATES = 16  # looked at together: with several workers another may be quicker


class NoticeQuerySet(models.QuerySet["Notice"]):
    def unsent(self, now: datetime) -> NoticeQuerySet:
        """Notices to be sent by *now*, the longest due first."""
        return self.filter(done=None, due__lte=now).order_by("due", "pk")

    def claim(self, now: datetime, lease: timedelta) -> Notice | None:
        """Take the next unsent notice, so that nobody else does before *lease* is over.

        `due` is compared and moved on in one statement, which needs no lock and no transaction on any database. Who
        claims a notice and dies leaves it to be claimed again after the lease.
        """
        while candidates := list(self.unsent(now).select_related(*WITH)[:CANDIDATES]):
            for notice in candidates:
                if self._take(notice, now + lease):
                    return notice
        return None

    def claim_others(self, notice: Notice, now: datetime, lease: timedelta, *, waiting: bool) -> list[Notice]:
        """Take what else is to be told to the reader of *notice*: what is due, and where *waiting* what waits as well.

        What another has claimed, or has tried to send, waits for its own time.
        """
        others = self.filter(user=notice.user_id, done=None, created__lte=now).exclude(pk=notice.pk)
        due = Q(due__lte=now)
        may_come_along = due | (Q(tries=0) & ~Q(kind=Notice.Kind.DEADLINE_NEAR)) if waiting else due
        found = others.filter(may_come_along).select_related(*WITH).order_by("created", "pk")[:MOST_TOGETHER]
        return [other for other in found if self._take(other, now + lease)]

    def _take(self, notice: Notice, until: datetime) -> bool:
        """Claim *notice* unless somebody was quicker."""
        mine = self.filter(pk=notice.pk, done=None, due=notice.due, tries=notice.tries)
        if not mine.update(due=until, tries=F("tries") + 1):
            return False
        notice.due, notice.tries = until, notice.tries + 1
        return True


class Notice(models.Model):
    """Something to tell a player by mail, once."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("your turn")
        DEADLINE_NEAR = "deadline_near", _("the deadline is near")
        BOT_PLAYED = "bot_played", _("the bot played for you")
        SEAT_HELD = "seat_held", _("the bot holds your seat")
        HAND_OVER = "hand_over", _("a hand is over")
        GAME_OVER = "game_over", _("the game is over")
        INVITATION = "invitation", _("an invitation")
        TABLE_EXPIRED = "table_expired", _("a table was closed that waited too long")
        JOINED = "joined", _("somebody has joined your table")
        STARTED = "started", _("a game has begun")

    class Outcome(models.TextChoices):
        SENT = "sent", _("sent")
        STALE = "stale", _("no longer true when it was to be sent")
        UNWANTED = "unwanted", _("not wanted by the player")
        NO_ADDRESS = "no_address", _("no confirmed address")
        FAILED = "failed", _("given up")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind)
    hand_number = models.PositiveSmallIntegerField(default=0)  # with `ply`: the moment it tells of
    ply = models.PositiveSmallIntegerField(default=0)
    # Of a warning: the deadline, and how much of the time, in per cent, was left at the warning before it.
    deadline = models.DateTimeField(null=True, blank=True)
    stage = models.PositiveSmallIntegerField(default=100)
    about = models.ForeignKey(  # who invites, or has joined
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created = models.DateTimeField(default=timezone.now, editable=False)
    due = models.DateTimeField(default=timezone.now)  # not before; moved on when a try fails
    tries = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)
    done = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    objects: ClassVar[models.Manager[Notice]] = NoticeQuerySet.as_manager()

    class Meta:
        constraints = [
            # However many tasks run: one notice for a player and a moment.
            models.UniqueConstraint(
                name="games_notice_once",
                fields=["user", "game", "kind", "hand_number", "ply"],
                condition=~Q(kind="deadline_near"),
            ),
            models.UniqueConstraint(
                name="games_notice_warning_once",
                fields=["user", "game", "hand_number", "ply", "deadline", "stage"],
                condition=Q(kind="deadline_near"),
            ),
            models.CheckConstraint(
                name="games_notice_kind_valid",
                condition=Q(
                    kind__in=[
                        "your_turn",
                        "deadline_near",
                        "bot_played",
                        "seat_held",
                        "hand_over",
                        "game_over",
                        "invitation",
                        "table_expired",
                        "joined",
                        "started",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="games_notice_outcome_valid",
                condition=Q(outcome__in=["", "sent", "stale", "unwanted", "no_address", "failed"]),
            ),
            models.CheckConstraint(
                name="games_notice_warning_has_deadline",
                condition=~Q(kind="deadline_near") | Q(deadline__isnull=False),
            ),
            models.CheckConstraint(
                name="games_notice_done_iff_outcome",
                condition=Q(done__isnull=True, outcome="") | (Q(done__isnull=False) & ~Q(outcome="")),
            ),
        ]
        indexes = [
            # NoticeQuerySet.unsent
            models.Index(name="games_notice_unsent", fields=["due"], condition=Q(done__isnull=True)),
            # NoticeQuerySet.claim_others
            models.Index(name="games_notice_of_reader", fields=["user"], condition=Q(done__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}, game {self.game_id}"
