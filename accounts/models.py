"""Who somebody is, the keys they gave to programs, and the letters they have yet to get."""

from __future__ import annotations

import secrets
import zoneinfo
from datetime import datetime
from email.utils import make_msgid
from typing import ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken, AuthTokenManager
from knox.settings import knox_settings

from .names import GUEST_PREFIX, NAME_PATTERN, validate_not_reserved, validate_spelling
from .time_zones import validate_time_zone, zone_or_utc

CARD_LETTERS = [("en", "K Q J"), ("fr", "R D V")]
CARD_ORDERS = [  # how one's own cards are sorted; "" is low to high, the suits as they rank in text
    ("high", _("♠ ♥ ♦ ♣, high to low")),
    ("alternate", _("♠ ♥ ♣ ♦, low to high")),
    ("alternate_high", _("♠ ♥ ♣ ♦, high to low")),
]


class UserManager(DjangoUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        """Find a user by name, whatever the case."""
        return self.get(username__iexact=username)

    def create_guest(self, *, language: str = "", time_zone: str = "UTC") -> User:
        """Make a visitor who may play against bots; signing up later turns this same row into an account."""
        guest = self.model(is_guest=True, language=language, time_zone=time_zone)
        guest.set_unusable_password()
        while True:
            guest.username = GUEST_PREFIX + secrets.token_hex(4)
            try:
                with transaction.atomic(using=self._db):
                    guest.save(using=self._db, force_insert=True)
            except IntegrityError:  # one visitor in millions meets a namesake
                continue
            return guest


class User(AbstractUser):  # type: ignore[django-manager-missing] # knox has no types
    """An account, or a visitor on the way to one (``is_guest``)."""

    username = models.CharField(
        _("name"),
        max_length=20,
        validators=[validate_spelling, validate_not_reserved],
        help_text=_("3 to 20 letters, digits, “_” or “-”. Everybody at your tables sees it."),
    )
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    is_guest = models.BooleanField(_("visitor"), default=False, editable=False)
    # Copied from allauth's EmailAddress, together with `email`, by `accounts.signals`: no page asks for it twice.
    email_confirmed = models.BooleanField(_("email confirmed"), default=False, editable=False)
    mail_refused = models.DateTimeField(null=True, blank=True, editable=False)  # since when mail to it comes back
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(
        _("language"), max_length=8, blank=True, choices=settings.LANGUAGES, help_text=_("Empty: as the browser says.")
    )
    # How the table looks, and how a card is played there.
    card_letters = models.CharField(_("letters of the court cards"), max_length=2, blank=True, choices=CARD_LETTERS)
    card_order = models.CharField(_("order of my cards"), max_length=14, blank=True, choices=CARD_ORDERS)
    four_colours = models.BooleanField(_("a colour for each suit"), default=False)
    one_tap = models.BooleanField(_("play a card with one tap"), default=False)
    take_back = models.BooleanField(_("three seconds to take a card back"), default=False)
    sounds = models.BooleanField(_("sounds at the table"), default=False)

    # When this player's clocks stand still (`accounts.time_off`): each night and whole days, in their zone; holidays.
    rest_from = models.TimeField(null=True, blank=True)
    rest_until = models.TimeField(null=True, blank=True)
    rest_days = models.JSONField(default=list, blank=True)  # 0 is Monday
    holidays = models.JSONField(default=list, blank=True, editable=False)  # each its two instants, the oldest first
    takes_holidays = models.BooleanField(default=False)  # by itself, when time runs out

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="accounts_user_rest_has_start_and_end",
                condition=models.Q(rest_from__isnull=True, rest_until__isnull=True)
                | models.Q(rest_from__isnull=False, rest_until__isnull=False),
            ),
            models.UniqueConstraint(
                # In capitals, because so asks `iexact` on PostgreSQL: the index serves signing in as well.
                Upper("username"),
                name="accounts_user_name_once",
                violation_error_message=_("This name is taken. Choose another."),
            ),
            models.CheckConstraint(
                name="accounts_user_name_spelling",
                condition=models.Q(username__regex=NAME_PATTERN),
                violation_error_message=validate_spelling.message,
            ),
            models.CheckConstraint(
                name="accounts_user_guest_no_email", condition=models.Q(is_guest=False) | models.Q(email="")
            ),
            models.CheckConstraint(
                name="accounts_user_confirmed_has_email",
                condition=models.Q(email_confirmed=False) | ~models.Q(email=""),
            ),
        ]
        indexes = [
            models.Index(name="accounts_user_email", fields=["email"]),  # for signing in by address
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zone_or_utc(self.time_zone)

    @property
    def confirmed_email(self) -> str:
        """Return the address that mail about games may go to, or an empty string."""
        return self.email if self.email_confirmed and self.mail_refused is None else ""


class TooManyTokens(Exception):
    """A user may not hold more tokens than `REST_KNOX`'s ``TOKEN_LIMIT_PER_USER``."""


class ApiTokenManager(AuthTokenManager):
    def live(self, now: datetime) -> models.QuerySet[ApiToken]:
        """Tokens that still open the door."""
        return self.filter(expiry__gt=now).order_by("created")

    @transaction.atomic
    def issue(self, user: User, name: str) -> tuple[ApiToken, str]:
        """Make a token for *user*; return it and the secret, which is nowhere kept.

        :raises TooManyTokens: if the user has as many as one may have.
        """
        User.objects.select_for_update().get(pk=user.pk)  # two at once must not both be the last allowed
        now = timezone.now()
        self.filter(user=user, expiry__lte=now).delete()
        if self.live(now).filter(user=user).count() >= knox_settings.TOKEN_LIMIT_PER_USER:
            raise TooManyTokens
        return self.create(user, name=name)

    def revoke_all(self, user: User, *, but: ApiToken | None = None) -> None:
        """End every token of *user*, but the one that is in use."""
        tokens = self.filter(user=user)
        (tokens.exclude(pk=but.pk) if but else tokens).delete()


class ApiToken(AbstractAuthToken):
    """What a program shows to act for a user. Only its hash is kept; its first characters name it in lists."""

    token_key = models.CharField(max_length=25)  # without knox's index: a token is found by its hash
    name = models.CharField(_("name"), max_length=60)

    objects: ClassVar[ApiTokenManager] = ApiTokenManager()

    class Meta:
        constraints = [
            # A user tells tokens apart by their first characters, and revokes by them.
            models.UniqueConstraint(name="accounts_api_token_key_once", fields=["user", "token_key"]),
        ]

    def __str__(self) -> str:
        return f"{self.token_key}… ({self.name})"


class LetterQuerySet(models.QuerySet["Letter"]):
    def due(self, now: datetime) -> LetterQuerySet:
        """Letters to send now, the longest waiting first."""
        return self.filter(failed=None, next_try__lte=now).order_by("next_try")

    def write(self, message: EmailMultiAlternatives) -> Letter:
        """Keep *message*, to one person, until the mail server has taken it."""
        (to,) = message.to
        domain = urlsplit(settings.SITE_URL).hostname
        return self.create(
            to=to,
            subject=message.subject,
            text=message.body,
            html=next((str(content) for content, kind in message.alternatives if kind == "text/html"), ""),
            # The same in every attempt, so that a mailbox can tell a letter that came twice.
            headers={"Message-ID": make_msgid(domain=domain)} | message.extra_headers,
        )


class Letter(models.Model):
    """A mail about an account, waiting for the mail server. It is deleted once sent: it may hold a secret link."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    next_try = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)
    failed = models.DateTimeField(null=True, blank=True)  # given up; only who and why is kept

    objects = LetterQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="accounts_letter_failed_is_empty",
                condition=models.Q(failed=None) | models.Q(text="", html=""),
            ),
        ]
        indexes = [
            models.Index(
                name="accounts_letter_due", fields=["next_try"], condition=models.Q(failed=None)
            ),  # for LetterQuerySet.due
        ]

    def __str__(self) -> str:
        return f"{self.subject} → {self.to}"


class SweepRun(models.Model):
    """When a sweep last began to run (`accounts.sweeps` writes it)."""

    name = models.CharField(max_length=40, primary_key=True)  # of `CELERY_BEAT_SCHEDULE`
    at = models.DateTimeField()
    period = models.DurationField()  # how often it is meant to run: by beat every few seconds, by cron every minute

    def __str__(self) -> str:
        return f"{self.name}, {self.at}"
