"""The log: what a game committed to, who has held which seat, hands as dealt, the moves in them, the seeds revealed.

Rows are added, never changed or removed. Each has its number in the log of its game and a digest over the row before it
and its own bytes (`games.chain`), so that whoever knows a digest would see any change before it. Python refuses changes
here to say so early; what cannot be got round are the triggers of the database (`games.triggers`).
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .game import Game, Holder, Level


class LogIsAppendOnly(TypeError):
    """What is in the log is neither changed nor removed."""


class LogQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly("The log is never updated.")

    def delete(self) -> NoReturn:
        raise LogIsAppendOnly("The log is never deleted from.")


class LogEntry(models.Model):
    """What every table of the log has."""

    entry = models.PositiveIntegerField(editable=False)  # its number in the log of its game, from 0
    digest = models.CharField(max_length=64, editable=False)  # hexadecimal: over the entry before and this one's bytes
    created = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[models.Manager[Any]] = LogQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise LogIsAppendOnly("The log is never updated.")
        super().save(*args, force_insert=True, **{k: v for k, v in kwargs.items() if k != "force_insert"})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly("The log is never deleted from.")


class Commitment(LogEntry):
    """Entry 0 of every game: its rules and terms, and the end of the chain of seeds its deals come from."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="commitments", db_index=False)
    algorithm = models.CharField(max_length=32)
    hands = models.PositiveSmallIntegerField()  # as many seeds
    commitment = models.CharField(max_length=64)  # seed 0, hexadecimal
    root = models.CharField(max_length=64)  # the last seed: a secret, not among the bytes of the digest

    class Meta:
        constraints = [models.UniqueConstraint(name="games_commitment_once", fields=["game"])]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.commitment}"


class Hand(LogEntry):
    """One deal: the pack in the order dealt, and the dealer. The pack is not among the bytes of the digest."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hands", db_index=False)
    number = models.PositiveSmallIntegerField()  # from 1
    dealer = models.PositiveSmallIntegerField()  # a seat
    pack = models.CharField(max_length=95)  # cards separated by spaces; dealt out in blocks, seat 0 first

    class Meta:
        ordering = ["number"]
        constraints = [
            # Two who end the last hand at once cannot both deal the next.
            models.UniqueConstraint(name="games_hand_number_once", fields=["game", "number"]),
            models.CheckConstraint(name="games_hand_number_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(name="games_hand_dealer_is_a_seat", condition=Q(dealer__range=(0, 5))),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}, hand {self.number}"


class Move(LogEntry):
    """A card played, or a declaration: the unit of the log."""

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        PLAN = "plan", _("a plan the player left")
        BOT = "bot", _("the bot of a bot's seat")
        TIMEOUT = "timeout", _("the bot, after the time had run out")

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="moves", db_index=False)
    ply = models.PositiveSmallIntegerField()  # 0 for the first move of the hand
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2, null=True, blank=True)  # noqa: DJ001 - null where a declaration was made
    declaration = models.CharField(max_length=7, null=True, blank=True)  # noqa: DJ001 - null where a card was played
    by = models.CharField(max_length=8, choices=By)
    # Microseconds left in the mover's bank when it was made, before what it added; null without a bank, and of a bot.
    left = models.BigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["ply"]
        constraints = [
            # Two requests cannot both make the same move of a hand: the second gets an IntegrityError.
            models.UniqueConstraint(name="games_move_ply_once", fields=["hand", "ply"]),
            models.UniqueConstraint(
                name="games_move_card_once", fields=["hand", "card"], condition=Q(card__isnull=False)
            ),
            models.CheckConstraint(name="games_move_seat_0_to_5", condition=Q(seat__range=(0, 5))),
            models.CheckConstraint(
                name="games_move_card_or_declaration",
                # A comparison with null is null, which a check lets pass: hence "is not null" beside each.
                condition=Q(card__isnull=False, card__regex=r"^[789TJQKA][SHDC]\Z", declaration__isnull=True)
                | Q(card__isnull=True, declaration__isnull=False, declaration__in=["pass", "general"]),
            ),
            models.CheckConstraint(
                name="games_move_left_not_negative", condition=Q(left__isnull=True) | Q(left__gte=0)
            ),
            models.CheckConstraint(
                name="games_move_by_valid", condition=Q(by__in=["player", "plan", "bot", "timeout"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}, ply {self.ply}: {self.card or self.declaration}"


class Sitting(LogEntry):
    """From here on *holder* plays a seat: joining, leaving, resigning, being stood in for, coming back."""

    class Why(models.TextChoices):
        JOINED = "joined", _("sat down")
        LEFT = "left", _("left before the start")
        FILLED = "filled", _("the seat was given to a bot")
        RESIGNED = "resigned", _("resigned")
        TIMED_OUT = "timed_out", _("missed too many turns")
        RETURNED = "returned", _("came back")
        EXPIRED = "expired", _("nobody else came in time")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sittings", db_index=False)
    seat = models.PositiveSmallIntegerField()
    holder = models.CharField(max_length=8, choices=Holder)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    why = models.CharField(max_length=10, choices=Why)
    level = models.CharField(max_length=8, choices=Level, blank=True)  # of a bot; empty: as the stand-in plays
    nonce = models.CharField(max_length=32, blank=True)  # hexadecimal: what whoever sits down adds to the shuffles
    nonce_is_own = models.BooleanField(default=False)  # made by the player's own program, not by the site
    hand_number = models.PositiveSmallIntegerField()  # where the game stood: 0 before the first hand
    ply = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["entry"]
        constraints = [
            models.UniqueConstraint(name="games_sitting_entry_once", fields=["game", "entry"]),
            models.CheckConstraint(name="games_sitting_seat_0_to_5", condition=Q(seat__range=(0, 5))),
            models.CheckConstraint(
                name="games_sitting_holder_valid",
                condition=Q(holder__in=["nobody", "person", "bot", "stand_in", "resigned"]),
            ),
            models.CheckConstraint(
                name="games_sitting_why_valid",
                condition=Q(
                    why__in=["joined", "left", "filled", "resigned", "timed_out", "returned", "expired"],
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}, seat {self.seat}: {self.why}"


class Reveal(LogEntry):
    """The seed of a hand that is over: with it anybody can shuffle the hand again."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="reveals", db_index=False)
    hand_number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)  # hexadecimal

    class Meta:
        ordering = ["hand_number"]
        constraints = [models.UniqueConstraint(name="games_reveal_once", fields=["game", "hand_number"])]
        # games.models.review.unreviewed: hands that have ended lately
        indexes = [models.Index(name="games_reveal_created", fields=["created"])]

    def __str__(self) -> str:
        return f"{self.game_id}, seed of hand {self.hand_number}"
