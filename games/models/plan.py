"""What players have arranged for their own seats: nobody else's business, and no part of the log."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from .game import Game, Holder, Seat


class PlanQuerySet(models.QuerySet["Plan"]):
    def on_turn(self) -> PlanQuerySet:
        """Plans of seats that are to play."""
        return self.filter(
            seat__holder=Holder.PERSON,
            seat__game__status=Game.Status.ACTIVE,
            seat__game__to_play=F("seat__number"),
            seat__game__broken=None,
        )

    def unweighed(self) -> PlanQuerySet:
        """Plans of seats to play that nobody has compared with their table since it changed."""
        return self.on_turn().filter(weighed__lt=F("seat__game__version")).order_by("pk")

    def due(self, now: datetime) -> PlanQuerySet:
        """Plans whose card is to be played by *now*."""
        return self.on_turn().filter(due__lte=now).order_by("due", "pk")


class Plan(models.Model):
    """At most one for a seat. It may be empty but for `plays_single`, which holds for the whole game."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="plans", db_index=False)
    plays_single = models.BooleanField(default=False)  # play for me where only one card is legal
    # For the next card, in this trick alone:
    hand_number = models.PositiveSmallIntegerField(default=0)  # 0: nothing is planned
    trick = models.PositiveSmallIntegerField(default=0)  # how many tricks of the hand are complete before it
    cards = models.JSONField(default=dict)  # {"S": "7S"}: what to play by the suit led
    ducks = models.BooleanField(default=False)  # else the lowest card that does not take
    made = models.DateTimeField(default=timezone.now)
    # Written by the worker:
    weighed = models.PositiveIntegerField(default=0)  # the version of the table it was last compared with
    due = models.DateTimeField(null=True, blank=True)  # when its card is played: `services.plans`

    objects: ClassVar[models.Manager[Plan]] = PlanQuerySet.as_manager()

    class Meta:
        constraints = [
            # Two tabs that plan at once; and the plan of a seat is found by it.
            models.UniqueConstraint(name="games_plan_seat_once", fields=["seat"]),
        ]
        indexes = [
            # PlanQuerySet.due
            models.Index(name="games_plan_due", fields=["due"], condition=Q(due__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"plan of {self.seat_id}"
