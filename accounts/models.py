"""The user, from the first migration."""

from __future__ import annotations

import secrets
import zoneinfo
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager as DjangoUserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from .names import GUEST_PREFIX, NAME_PATTERN, validate_not_reserved, validate_spelling


def validate_time_zone(name: str) -> None:
    """Refuse what is not the name of an IANA time zone.

    :raises ValidationError: with the code ``time_zone_unknown``.
    """
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("There is no such time zone."), code="time_zone_unknown")


class UserManager(DjangoUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        """Find a user by name, whatever the case."""
        return self.get(username__iexact=username)

    def create_guest(self, *, language: str = "", time_zone: str = "UTC") -> User:
        """Make a visitor who may play against bots; signing up later turns this same row into an account."""
        name = GUEST_PREFIX + secrets.token_hex(5)
        guest = self.model(username=name, is_guest=True, language=language, time_zone=time_zone)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest


class User(AbstractUser):
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
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(
        _("language"), max_length=8, blank=True, choices=settings.LANGUAGES, help_text=_("Empty: as the browser says.")
    )

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_name_once",
                violation_error_message=_("This name is taken. Choose another."),
            ),
            models.CheckConstraint(
                name="accounts_user_name_spelling",
                condition=models.Q(username__regex=NAME_PATTERN),
                violation_error_message=validate_spelling.message,
            ),
        ]

    def __str__(self) -> str:
        return self.username
