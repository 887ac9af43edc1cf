"""Browsers in which a player has turned notices on."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

LONGEST_ENDPOINT = 600


class PushSubscription(models.Model):
    """A browser: where its push service takes messages for it, and the keys they are encrypted with."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = models.CharField(max_length=90)
    auth = models.CharField(max_length=30)
    name = models.CharField(max_length=60, blank=True)  # what its player tells it by
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            # A browser is of one player at a time: of who turned notices on there last.
            models.UniqueConstraint(name="games_push_subscription_endpoint_once", fields=["endpoint"]),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"
