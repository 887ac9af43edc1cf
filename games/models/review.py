"""What a review of a hand has found. No part of the log: it follows from the log and can be made anew at any time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils import timezone

from .log import Hand, Reveal

CANDIDATES = 16  # looked at together: with several workers another may be quicker
MOST_TRIES = 5


class ReviewQuerySet(models.QuerySet["Review"]):
    def waiting(self, now: datetime) -> ReviewQuerySet:
        """Reviews to be made by *now*, the longest due first; none that has failed too often."""
        return self.filter(done=None, due__lte=now, tries__lt=MOST_TRIES).order_by("due", "pk")

    def claim(self, now: datetime, lease: timedelta) -> Review | None:
        """Take the next review to be made, so that nobody else does before *lease* is over.

        `due` is compared and moved on in one statement. Who claims a review and dies leaves it to be claimed again.
        """
        while candidates := list(self.waiting(now).select_related("hand__game")[:CANDIDATES]):
            for review in candidates:
                mine = self.filter(pk=review.pk, done=None, due=review.due)
                if mine.update(due=now + lease, tries=F("tries") + 1):
                    return review
        return None

    def ask_for(self, hands: list[int]) -> None:
        """Have these *hands* (keys), which are over, reviewed once each, whoever else asks at the same time."""
        self.bulk_create([self.model(hand_id=hand) for hand in hands], ignore_conflicts=True)


def unreviewed(since: datetime) -> models.QuerySet[Reveal, int]:
    """Return the keys of hands that have ended since then and that nobody has asked to have reviewed."""
    hand = Hand.objects.filter(game=OuterRef("game"), number=OuterRef("hand_number"))
    asked_for = Review.objects.filter(hand__game=OuterRef("game"), hand__number=OuterRef("hand_number"))
    ended: models.QuerySet[Reveal] = Reveal.objects.filter(~Exists(asked_for), created__gte=since)
    return ended.order_by("created").annotate(hand=Subquery(hand.values("pk"))).values_list("hand", flat=True)


class Review(models.Model):
    """The review of a hand that is over: asked for, then made by a worker. *method* says how the figures were made."""

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="reviews", db_index=False)
    due = models.DateTimeField(default=timezone.now)  # not to be claimed before
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.DateTimeField(null=True, blank=True)
    method = models.CharField(max_length=32, blank=True)
    figures = models.JSONField(null=True, blank=True)  # `games.bots.figures`

    objects: ClassVar[models.Manager[Review]] = ReviewQuerySet.as_manager()

    class Meta:
        constraints = [
            # However many workers and readers ask for it.
            models.UniqueConstraint(name="games_review_once", fields=["hand"]),
            models.CheckConstraint(
                name="games_review_done_iff_figures",
                condition=Q(done__isnull=True, figures__isnull=True, method="")
                | (Q(done__isnull=False, figures__isnull=False) & ~Q(method="")),
            ),
        ]
        indexes = [
            # ReviewQuerySet.waiting
            models.Index(name="games_review_waiting", fields=["due"], condition=Q(done__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"Review of {self.hand_id}"

    def has_failed(self, now: datetime) -> bool:
        """Whether all its tries are over, the last of them as well, and it is not made."""
        return self.done is None and self.tries >= MOST_TRIES and self.due <= now
