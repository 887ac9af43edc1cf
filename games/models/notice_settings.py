"""What a player wants to be told, by mail and on other channels, and when."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.db.models import Q

from .notice import Notice

STAGES = (75, 50, 35, 20, 10, 5)  # per cent of the time for a turn that are left when one may be warned
DEFAULT_STAGES = (50, 20)
DELAYS = (0, 2, 5, 15, 30, 60, 120, 240)  # minutes
OFF: dict[str, str] = {  # by channel, where the kinds are kept that are not wanted
    Notice.Channel.MAIL: "off",
    Notice.Channel.WEBHOOK: "webhook_off",
    Notice.Channel.PUSH: "push_off",
}
OFF_BY_DEFAULT = ("hand_over",)  # the mail of the next turn tells of it


def default_stages() -> list[int]:
    return list(DEFAULT_STAGES)


def default_off() -> list[str]:
    return list(OFF_BY_DEFAULT)


class NoticeSettings(models.Model):
    """What a player wants to be told, and when. Who has chosen nothing has no row, and the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="notice_settings"
    )
    mail = models.BooleanField(default=True)  # any at all about games
    off = models.JSONField(default=default_off)  # the kinds of notice that are not wanted by mail
    webhook_off = models.JSONField(default=default_off)  # … by webhook
    push_off = models.JSONField(default=default_off)  # … and in browsers
    stages = models.JSONField(default=default_stages)  # some of `STAGES`, the largest first
    delay = models.PositiveSmallIntegerField(default=0)  # minutes to wait, so that several become one mail
    digest_hour = models.PositiveSmallIntegerField(null=True, blank=True)  # one mail a day, then; in the player's zone
    quiet_from = models.TimeField(null=True, blank=True)  # nothing comes from then …
    quiet_until = models.TimeField(null=True, blank=True)  # … until then, in the player's zone
    # The secret in the addresses of the player's feeds; null where there are none.
    feed = models.CharField(max_length=32, null=True, blank=True)  # noqa: DJ001 - empty would be there twice

    class Meta:
        constraints = [
            models.UniqueConstraint(name="games_notice_settings_feed_once", fields=["feed"]),
            models.CheckConstraint(
                name="games_notice_settings_quiet_both_or_none",
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            ),
            models.CheckConstraint(
                name="games_notice_settings_digest_hour_0_to_23",
                condition=Q(digest_hour__isnull=True) | Q(digest_hour__isnull=False, digest_hour__range=(0, 23)),
            ),
        ]

    def __str__(self) -> str:
        return f"what {self.user_id} is told"

    @classmethod
    def of(cls, user: Any) -> NoticeSettings:
        """Return what *user* has chosen, or the defaults, unsaved."""
        try:
            chosen: NoticeSettings = user.notice_settings
        except ObjectDoesNotExist:
            return cls(user=user)
        return chosen

    @property
    def zone(self) -> ZoneInfo:
        return self.user.zone

    @property
    def wait(self) -> timedelta:
        return timedelta(minutes=self.delay)

    @property
    def quiet(self) -> tuple[time, time] | None:
        """From when to when no mail is wanted, in the player's zone."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return self.quiet_from, self.quiet_until

    def warnings(self, channel: str = Notice.Channel.MAIL) -> tuple[int, ...]:
        """When to warn of a deadline, in per cent of the time left; none where warnings are not wanted."""
        return tuple(self.stages) if self.wants(Notice.Kind.DEADLINE_NEAR, channel) else ()

    def wants(self, kind: str, channel: str = Notice.Channel.MAIL) -> bool:
        """Whether the player wants to be told of such a thing on a channel."""
        if channel == Notice.Channel.MAIL:
            return self.mail and kind not in self.off
        return kind not in self.off_on(channel)

    def off_on(self, channel: str) -> list[str]:
        """Return the kinds that are not wanted on a channel."""
        chosen: list[str] = getattr(self, OFF[channel])
        return chosen
