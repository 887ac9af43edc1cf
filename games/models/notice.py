"""The outbox: what is to be told to whom. A row is written with the deed it tells of, and sent by a sweep."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .game import Game

MOST_TOGETHER = 60  # notices in one message
WITH = ("user__notice_settings", "user__webhook", "game", "about")
TIMED = ("deadline_near", "holiday_ending")  # kinds that come at their own time, and with no other before it


class NoticeQuerySet(models.QuerySet["Notice"]):
    def unsent(self, now: datetime, channel: str = "mail") -> NoticeQuerySet:
        """Notices to be sent by *now* on a channel, the longest due first."""
        return self.filter(channel=channel, done=None, due__lte=now).order_by("due", "pk")

    def posted(self, now: datetime) -> NoticeQuerySet:
        """Notices to be sent by *now* on any channel but mail, the longest due first."""
        others = [channel for channel in Notice.Channel.values if channel != Notice.Channel.MAIL]
        return self.filter(channel__in=others, done=None, due__lte=now).order_by("due", "pk")

    def new(self, now: datetime) -> NoticeQuerySet:
        """Notices of which the other channels have no rows yet, the oldest first; of a deadline when it is near."""
        return self.filter(~Q(kind__in=TIMED) | Q(due__lte=now), spread=False, created__lte=now).order_by("created")

    def claim(self, now: datetime, lease: timedelta, channel: str = "mail") -> list[Notice]:
        """Take what is to be told next, so that nobody else does before *lease* is over.

        A reader is claimed, not a row: all that is due for the one who has waited longest, the longest due first, and
        what waits for them as well; else two workers would make two messages of what should be one. Whoever claims
        notices and dies leaves them to be claimed after the lease.
        """
        while reader := self.unsent(now, channel).values_list("user", flat=True).first():
            if taken := self._take(reader, now, now + lease, channel):
                return taken
        return []

    @transaction.atomic
    def _take(self, reader: int, now: datetime, until: datetime, channel: str) -> list[Notice]:
        """Claim what may be told to *reader*; nothing where another worker, who had the lock first, has taken it."""
        waits = Q(tries=0, created__lte=now) & ~Q(kind__in=TIMED)  # and was neither claimed nor tried by another
        rows = self.filter(Q(due__lte=now) | waits, user=reader, channel=channel, done=None)
        locked = rows.select_for_update(of=("self",)).select_related(*WITH).order_by("due", "pk")
        found: list[Notice] = list(locked[:MOST_TOGETHER])
        due = [notice for notice in found if notice.due <= now]  # the first of them
        if not due:
            return []
        self.filter(pk__in=[notice.pk for notice in found]).update(due=until, tries=F("tries") + 1)
        for notice in found:
            notice.was_due, notice.due, notice.tries = notice.due, until, notice.tries + 1
        return [*due, *sorted(found[len(due) :], key=lambda notice: (notice.created, notice.pk))]


class Notice(models.Model):
    """Something to tell a player on one channel, once. The deed writes the row for mail, a sweep those of others."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("mail")
        WEBHOOK = "webhook", _("webhook")
        PUSH = "push", _("push")

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("your turn")
        DEADLINE_NEAR = "deadline_near", _("the deadline is near")
        BOT_PLAYED = "bot_played", _("the bot played for you")
        SEAT_HELD = "seat_held", _("the bot holds your seat")
        HAND_OVER = "hand_over", _("a hand is over")
        GAME_OVER = "game_over", _("the game is over")
        INVITATION = "invitation", _("an invitation")
        REMATCH = "rematch", _("an invitation to play again")
        MESSAGE = "message", _("a message at the table")
        HOLIDAY_ENDING = "holiday_ending", _("a holiday ends")
        TABLE_EXPIRED = "table_expired", _("a table was closed that waited too long")
        JOINED = "joined", _("somebody has joined your table")
        STARTED = "started", _("a game has begun")

    class Outcome(models.TextChoices):
        SENT = "sent", _("sent")
        STALE = "stale", _("no longer true when it was to be sent")
        UNWANTED = "unwanted", _("not wanted by the player")
        NO_ADDRESS = "no_address", _("no address to send it to")
        FAILED = "failed", _("given up")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind)
    channel = models.CharField(max_length=8, choices=Channel, default=Channel.MAIL)
    spread = models.BooleanField(default=False)  # whether the other channels of the reader have their rows
    hand_number = models.PositiveSmallIntegerField(default=0)  # with `ply`: the moment it tells of
    ply = models.PositiveSmallIntegerField(default=0)
    # Of a holiday: its end. Of a warning: the deadline, and how much of the time, in per cent, was left at the one
    # before it.
    deadline = models.DateTimeField(null=True, blank=True)
    stage = models.PositiveSmallIntegerField(default=100)
    about = models.ForeignKey(  # who invites, or has joined
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    created = models.DateTimeField(default=timezone.now, editable=False)
    due = models.DateTimeField(default=timezone.now)  # not before; moved on when it is claimed, and when a try fails
    was_due: datetime  # of one that is claimed: before that
    tries = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)
    done = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    objects: ClassVar[models.Manager[Notice]] = NoticeQuerySet.as_manager()

    class Meta:
        constraints = [
            # However many tasks run: one notice for a player and a moment, on each channel.
            models.UniqueConstraint(
                name="games_notice_once",
                fields=["user", "game", "kind", "hand_number", "ply", "channel"],
                condition=~Q(kind__in=["deadline_near", "holiday_ending"]),
            ),
            models.UniqueConstraint(
                name="games_notice_holiday_once",
                fields=["user", "deadline", "channel"],
                condition=Q(kind="holiday_ending"),
            ),
            models.UniqueConstraint(
                name="games_notice_warning_once",
                fields=["user", "game", "hand_number", "ply", "deadline", "stage", "channel"],
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
                        "rematch",
                        "message",
                        "holiday_ending",
                        "table_expired",
                        "joined",
                        "started",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="games_notice_channel_valid", condition=Q(channel__in=["mail", "webhook", "push"])
            ),
            models.CheckConstraint(
                name="games_notice_outcome_valid",
                condition=Q(outcome__in=["", "sent", "stale", "unwanted", "no_address", "failed"]),
            ),
            models.CheckConstraint(
                name="games_notice_warning_has_deadline",
                condition=~Q(kind__in=["deadline_near", "holiday_ending"]) | Q(deadline__isnull=False),
            ),
            models.CheckConstraint(
                name="games_notice_done_iff_outcome",
                condition=Q(done__isnull=True, outcome="") | (Q(done__isnull=False) & ~Q(outcome="")),
            ),
        ]
        indexes = [
            # NoticeQuerySet.unsent
            models.Index(name="games_notice_unsent", fields=["channel", "due"], condition=Q(done__isnull=True)),
            # NoticeQuerySet.claim
            models.Index(name="games_notice_of_reader", fields=["user"], condition=Q(done__isnull=True)),
            # NoticeQuerySet.new
            models.Index(name="games_notice_new", fields=["created"], condition=Q(spread=False)),
            # An account that is deleted is named no more; most notices name none.
            models.Index(name="games_notice_about", fields=["about"], condition=Q(about__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}, game {self.game_id}"
