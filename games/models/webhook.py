"""Where a player wants notices to be posted: a channel of Discord or Slack, or a program of their own."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LONGEST_URL = 500


def new_secret() -> str:
    """Return a secret to sign with."""
    return secrets.token_urlsafe(32)


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def on(self) -> WebhookQuerySet:
        """Those that have not been turned off."""
        return self.filter(turned_off=None)


class Webhook(models.Model):
    """An address of a player's that notices are posted to."""

    class Form(models.TextChoices):
        JSON = "json", _("plain JSON")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="webhook"
    )
    url = models.CharField(max_length=LONGEST_URL)
    form = models.CharField(max_length=8, choices=Form, default=Form.JSON)
    secret = models.CharField(max_length=64, default=new_secret)  # signs plain JSON
    created = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)  # tries in a row that have failed
    failing_since = models.DateTimeField(null=True, blank=True)
    next_try = models.DateTimeField(null=True, blank=True)  # not before, after a failure
    last_error = models.CharField(max_length=20, blank=True)  # of `games.outgoing.REASONS`, or a status as "http_404"
    turned_off = models.DateTimeField(null=True, blank=True)  # after a day of failure

    objects: ClassVar[models.Manager[Webhook]] = WebhookQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="games_webhook_form_valid", condition=Q(form__in=["json", "discord", "slack"])),
            models.CheckConstraint(
                name="games_webhook_failing_iff_since",
                condition=Q(failures=0, failing_since__isnull=True, turned_off__isnull=True)
                | Q(failures__gt=0, failing_since__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"webhook of {self.user_id}"
