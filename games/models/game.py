"""A game and its seats: what was agreed when the table was opened, and copies of the log for lists and sweeps.

The copies (``hand_number`` to ``winners`` of a game; of a seat all but when it was seen and whether it is muted) are
written in the transaction of the deed that changes them. ``manage.py verify`` compares them with the log, and rebuilds
them on request.
"""

from __future__ import annotations

import secrets
import string
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clock import GRACE, LONGEST_TIME, SHORTEST_TIME, Clock
from games.engine import rules as engine_rules
from games.engine.rules import Rules

STAND_IN = "stand_in"  # a level of `games.bots`
SLUG_LETTERS = string.ascii_letters + string.digits
TURNS_TO_MISS = range(1, 6)
DEFAULT_TURNS_TO_MISS = 2
RELIABILITIES = (80, 90, 95)  # per cent of turns in time that a table may ask for
MESSAGES_KEPT, LONGEST_MESSAGE = 20, 280  # of a table; letters
OPEN_FOR = timedelta(days=14)  # a table waits for players, then it is closed


def new_slug() -> str:
    """Return a name for a game's address that nobody guesses."""
    return "".join(secrets.choice(SLUG_LETTERS) for _ in range(10))


def new_invite() -> str:
    """Return the secret part of an invitation link."""
    return secrets.token_urlsafe(16)


class GameQuerySet(models.QuerySet["Game"]):
    def played_by(self, user: Any) -> GameQuerySet:
        """Games in which *user* holds, or has resigned, a seat."""
        return self.filter(pk__in=Seat.objects.filter(user=user).values("game"))

    def played_by_name(self, name: str) -> GameQuerySet:
        """Games in which the account of this *name*, whatever the case, holds, or has resigned, a seat."""
        seats = Seat.objects.filter(user__username__iexact=name, user__is_guest=False)
        return self.filter(pk__in=seats.values("game"))

    def seen_by(self, user: Any) -> GameQuerySet:
        """Games *user* may look at: their own, and every public one."""
        public = Q(access=Game.Access.PUBLIC)
        if not user.is_authenticated:
            return self.filter(public)
        return self.filter(public | Q(pk__in=Seat.objects.filter(user=user).values("game")))

    def awaiting(self, user: Any) -> GameQuerySet:
        """Games in which it is *user*'s turn, the nearest deadline first; none that is stopped."""
        mine = Seat.objects.filter(user=user, holder=Holder.PERSON, number=models.OuterRef("to_play"))
        return self.filter(
            models.Exists(mine.filter(game=models.OuterRef("pk"))), status=Game.Status.ACTIVE, broken=None
        ).order_by("deadline", "pk")

    def in_lobby(self) -> GameQuerySet:
        """Tables anybody may join, the newest first."""
        return self.filter(status=Game.Status.OPEN, access=Game.Access.PUBLIC).order_by("-created", "-pk")

    def with_seats(self) -> GameQuerySet:
        """Read the seats and who sits in them as well, in one more query for all games."""
        return self.prefetch_related(
            models.Prefetch("seats", queryset=Seat.objects.select_related("user").order_by("number"))
        )

    def expired(self, now: datetime) -> GameQuerySet:
        """Tables that have waited for players as long as a table may."""
        return self.filter(status=Game.Status.OPEN, created__lte=now - OPEN_FOR).order_by("created", "pk")

    def with_broken_log(self) -> GameQuerySet:
        """Games that are stopped since their log does not agree with itself, the last one first."""
        return self.filter(broken__isnull=False).order_by("-broken", "-pk")

    def due(self, now: datetime) -> GameQuerySet:
        """Games whose seat to play has let its deadline and the grace pass; a bot's turn is due at once.

        A bot's turn ends as it begins, a person's never does.
        """
        is_over = Q(deadline__lte=now - GRACE) | Q(deadline__lte=now, deadline=F("turn_began"))
        return self.filter(is_over, status=Game.Status.ACTIVE, deadline__lte=now, broken=None).order_by(
            "deadline", "pk"
        )


class Game(models.Model):
    """Hands until the target is reached, at one table."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")  # seats are still free
        ACTIVE = "active", _("being played")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")  # given up before it began

    class Access(models.TextChoices):
        PUBLIC = "public", _("anybody, from the lobby")
        LINK = "link", _("only those with the link")

    slug = models.CharField(max_length=10, default=new_slug, editable=False)
    invite = models.CharField(max_length=22, default=new_invite, editable=False)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    access = models.CharField(max_length=8, choices=Access, default=Access.PUBLIC)
    created = models.DateTimeField(default=timezone.now, editable=False)

    # The terms, fixed when the table is opened. Without a bank, `move_time` is the time for each move; with one it is
    # what each move adds to the bank, up to the cap.
    move_time = models.DurationField(default=timedelta(days=1))
    bank = models.DurationField(null=True, blank=True)  # what is in it at first
    cap = models.DurationField(null=True, blank=True)
    turns_to_miss = models.PositiveSmallIntegerField(default=DEFAULT_TURNS_TO_MISS)  # in a row: then a bot has the seat
    time_off = models.BooleanField(default=True)  # rest hours and holidays stop the clock, if that is slow

    # Joining takes so many per cent of one's turns made in time (`services.reliability`); null asks for nothing.
    min_in_time = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    # The rules, fixed as well.
    rules_version = models.PositiveSmallIntegerField(default=engine_rules.VERSION, editable=False)
    players = models.PositiveSmallIntegerField(default=4)
    ace_high = models.BooleanField(default=False)
    target = models.PositiveSmallIntegerField(null=True, blank=True, default=10)  # points
    hands_to_play = models.PositiveSmallIntegerField(null=True, blank=True)
    general = models.BooleanField(default=False)
    short_hands = models.BooleanField(default=False)

    # Copied from the log.
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)  # goes up by one with every deed: a page asks for what is newer
    hand_number = models.PositiveSmallIntegerField(
        default=0
    )  # of the hand being played, or the last; 0 before the first
    ply = models.PositiveSmallIntegerField(default=0)  # moves made in that hand
    to_play = models.PositiveSmallIntegerField(null=True, blank=True)  # a seat
    turn_began = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    # Of the running turn, times in which the site was down, each a list of two instants: the clock did not run then.
    outages = models.JSONField(default=list)
    points = models.JSONField(default=list)  # of each complete hand, a list by seat
    missed = models.JSONField(default=list)  # turns each seat has missed in a row
    banks = models.JSONField(default=list)  # microseconds left in each seat's bank when its clock last stopped
    winners = models.JSONField(default=list)  # seats
    finished = models.DateTimeField(null=True, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    entries = models.PositiveIntegerField(default=0)  # of the log
    head = models.CharField(max_length=64, blank=True)  # the digest of the last of them

    # What players have said to each other, the last of it: seat, name, text and instant of each, the oldest first.
    said = models.JSONField(default=list)

    # Set when the log was found to disagree with itself: the game is then closed to every deed.
    broken = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Game]] = GameQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="games_game_slug_once", fields=["slug"]),
            models.UniqueConstraint(name="games_game_invite_once", fields=["invite"]),
            # Two who want to play again at once: the database takes one table. One that was closed is in nobody's way.
            # Most games are no rematch, and each move writes its game anew in every index that has it.
            models.UniqueConstraint(
                name="games_game_rematch_once",
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False) & ~Q(status="closed"),
            ),
            models.CheckConstraint(
                name="games_game_status_valid", condition=Q(status__in=["open", "active", "finished", "closed"])
            ),
            models.CheckConstraint(name="games_game_access_valid", condition=Q(access__in=["public", "link"])),
            models.CheckConstraint(name="games_game_players_3_to_6", condition=Q(players__range=(3, 6))),
            models.CheckConstraint(
                name="games_game_target_or_hands",
                # A comparison with null is null, which a check lets pass: hence "is not null" beside each.
                condition=Q(target__isnull=False, target__gte=1, hands_to_play__isnull=True)
                | Q(target__isnull=True, hands_to_play__isnull=False, hands_to_play__gte=1),
            ),
            models.CheckConstraint(
                name="games_game_move_time_in_bounds",
                condition=Q(move_time__gte=SHORTEST_TIME, move_time__lte=LONGEST_TIME),
            ),
            models.CheckConstraint(
                name="games_game_bank_within_cap",
                condition=Q(bank__isnull=True, cap__isnull=True)
                | Q(
                    bank__isnull=False,
                    cap__isnull=False,
                    bank__gte=SHORTEST_TIME,
                    bank__lte=F("cap"),
                    move_time__lte=F("cap"),
                    cap__lte=LONGEST_TIME,
                ),
            ),
            models.CheckConstraint(
                name="games_game_min_in_time_valid",
                condition=Q(min_in_time__isnull=True) | Q(min_in_time__isnull=False, min_in_time__in=[80, 90, 95]),
            ),
            models.CheckConstraint(name="games_game_turns_to_miss_1_to_5", condition=Q(turns_to_miss__range=(1, 5))),
            models.CheckConstraint(
                name="games_game_active_iff_to_play",
                condition=Q(status="active", to_play__isnull=False, turn_began__isnull=False, deadline__isnull=False)
                | (~Q(status="active") & Q(to_play__isnull=True, turn_began__isnull=True, deadline__isnull=True)),
            ),
            models.CheckConstraint(
                name="games_game_finished_iff_when",
                condition=Q(status="finished", finished__isnull=False)
                | (~Q(status="finished") & Q(finished__isnull=True)),
            ),
        ]
        indexes = [
            # GameQuerySet.due
            models.Index(name="games_game_due", fields=["deadline"], condition=Q(status="active")),
            # GameQuerySet.expired and in_lobby
            models.Index(name="games_game_open", fields=["created"], condition=Q(status="open")),
            # GameQuerySet.with_broken_log
            models.Index(name="games_game_broken", fields=["broken"], condition=Q(broken__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def due_at(self) -> datetime | None:
        """When the bot plays: a bot's turn at once, a person's after the grace."""
        if self.deadline is None or self.deadline == self.turn_began:
            return self.deadline
        return self.deadline + GRACE

    @property
    def clock(self) -> Clock:
        if self.bank is None or self.cap is None:
            return Clock.per_move(self.move_time)
        return Clock(self.bank, self.move_time, self.cap)

    @property
    def rules(self) -> Rules:
        return Rules(
            players=self.players,
            ace_high=self.ace_high,
            target=self.target,
            hands=self.hands_to_play,
            general=self.general,
            short_hands=self.short_hands,
            version=self.rules_version,
        )


class Holder(models.TextChoices):
    """Who plays a seat."""

    NOBODY = "nobody", _("free")
    PERSON = "person", _("a person")
    BOT = "bot", _("a bot")
    STAND_IN = "stand_in", _("a bot, until the player comes back")
    RESIGNED = "resigned", _("a bot, for a player who has resigned")


class Level(models.TextChoices):
    """How well a bot with a seat of its own plays; one that plays for a player is a stand-in."""

    BEGINNER = "beginner", _("beginner")
    CLUB = "club", _("club")
    MASTER = "master", _("master")


# The names of the court cards of the French pack: the four jacks, then two of the queens.
BOT_NAMES = ("Ogier", "Lahire", "Hector", "Lancelot", "Pallas", "Judith")


class SeatQuerySet(models.QuerySet["Seat"]):
    def to_play_for(self, user: Any) -> SeatQuerySet:
        """Seats in which it is *user*'s turn: as many as the badge on every page says."""
        return self.filter(
            user=user,
            holder=Holder.PERSON,
            game__status=Game.Status.ACTIVE,
            game__to_play=F("number"),
            game__broken=None,
        )


class Seat(models.Model):
    """A seat and who plays it now: a copy of the last of its sittings."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()  # 0, 1, 2 … clockwise
    holder = models.CharField(max_length=8, choices=Holder, default=Holder.NOBODY)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    level = models.CharField(max_length=8, choices=Level, blank=True)  # a bot's; empty: as the stand-in plays
    nonce = models.CharField(max_length=32, blank=True)
    nonce_is_own = models.BooleanField(default=False)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # in the finished game; 1 is best
    seen = models.DateTimeField(null=True, blank=True)  # when this player last looked at the table
    seen_before = models.DateTimeField(null=True, blank=True)  # the last look of the visit before this one
    muted = models.BooleanField(default=False)  # this player wants no notices about the table

    objects: ClassVar[models.Manager[Seat]] = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="games_seat_number_once", fields=["game", "number"]),
            # Two who join at once, or one who joins twice: the database takes one.
            models.UniqueConstraint(
                name="games_seat_user_once", fields=["game", "user"], condition=Q(user__isnull=False)
            ),
            models.CheckConstraint(name="games_seat_number_0_to_5", condition=Q(number__range=(0, 5))),
            models.CheckConstraint(
                name="games_seat_level_of_a_bot",
                condition=Q(level="") | Q(holder="bot", level__in=["beginner", "club", "master"]),
            ),
            models.CheckConstraint(
                name="games_seat_user_iff_a_players",
                condition=Q(holder__in=["nobody", "bot"], user__isnull=True)
                | Q(holder__in=["person", "stand_in", "resigned"], user__isnull=False),
            ),
        ]
        indexes = [
            # GameQuerySet.played_by and SeatQuerySet.to_play_for
            models.Index(name="games_seat_of_user", fields=["user", "game"], condition=Q(user__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number}"

    @property
    def name(self) -> str:
        """What the others call who sits here; empty where nobody does."""
        if self.user is not None:
            return self.user.username
        return BOT_NAMES[self.number] if self.holder == Holder.BOT else ""

    @property
    def bot_level(self) -> str:
        """How well the bot plays that plays this seat, one of `games.bots.LEVELS`; empty where none does."""
        return (self.level or STAND_IN) if self.is_played_by_bot else ""

    @property
    def is_played_by_bot(self) -> bool:
        return self.holder in (Holder.BOT, Holder.STAND_IN, Holder.RESIGNED)
