"""When a player's clocks stand still: rest hours, and holidays, of which they have 30 days a year.

Only what a player has asked for is kept here; what it does to a deadline is for the games to say, which listen to
`changed`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from .models import User

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DAYS_A_YEAR = 30
LONGEST_HOLIDAY = 30 * DAY
LONGEST_NIGHT = timedelta(hours=12)
MOST_REST_DAYS = 2  # of a week

# With the *user*, whose clocks stand still at other times from now on, and whether *is_rest*: by their rest hours.
changed = Signal()


class HolidayRefused(Exception):
    """``code`` is stable, ``str(error)`` a sentence in the reader's language."""

    def __init__(self, code: str, sentence: Any) -> None:
        super().__init__()
        self.code, self.sentence = code, sentence

    def __str__(self) -> str:
        return str(self.sentence)


def check_rest(start: time | None, end: time | None, days: Collection[int]) -> None:
    """Refuse rest hours that leave too little of the week.

    :raises ValidationError: with the code ``rest_incomplete``, ``rest_too_long`` or ``too_many_rest_days``.
    """
    if (start is None) != (end is None):
        raise ValidationError(_("Rest hours have a start and an end."), code="rest_incomplete")
    if start is not None and end is not None and _length(start, end) > LONGEST_NIGHT:
        raise ValidationError(_("Rest hours may be 12 hours long at the most."), code="rest_too_long")
    if len(set(days)) > MOST_REST_DAYS:
        raise ValidationError(_("At most two days of the week may be rest days."), code="too_many_rest_days")


def _length(start: time, end: time) -> timedelta:
    span = datetime.combine(date.min, end) - datetime.combine(date.min, start)
    return span if span >= timedelta(0) else span + DAY


def set_rest(user: User, *, start: time | None, end: time | None, days: Collection[int], takes_holidays: bool) -> None:
    """Keep when *user* rests, in their zone: every night, and whole days of the week (0 is Monday).

    :raises ValidationError: as `check_rest`.
    """
    check_rest(start, end, days)
    user.rest_from, user.rest_until, user.rest_days = start, end, sorted(set(days))
    user.takes_holidays = takes_holidays
    user.save(update_fields=["rest_from", "rest_until", "rest_days", "takes_holidays"])
    changed.send(User, user=user, is_rest=True)


def holidays_of(user: User) -> list[tuple[datetime, datetime]]:
    """Return the holidays of *user*, the oldest first; the last may still run."""
    return [(datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in user.holidays]


def holiday_at(user: User, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the holiday that *user* is on."""
    return next(((start, end) for start, end in holidays_of(user) if start <= now < end), None)


def balance(user: User, now: datetime) -> timedelta:
    """Return how much holiday *user* has left, in whole hours: 30 days for each year here, but for what was taken."""
    accrued = max(now - user.date_joined, timedelta(0)) * DAYS_A_YEAR / 365
    taken = sum((end - start for start, end in holidays_of(user)), timedelta(0))
    return max(accrued - taken, timedelta(0)) // HOUR * HOUR


def start_holiday(user: User, length: timedelta, *, now: datetime, start: datetime | None = None) -> None:
    """Begin a holiday now, or from *start* a moment ago, for *length* or as much of it as is left.

    :raises HolidayRefused: if they are on holiday, or have less than an hour left.
    """
    begin = start or now
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if holiday_at(locked, now) is not None:
            raise HolidayRefused("on_holiday", _("You are on holiday already."))
        left = balance(locked, now)
        if left < HOUR:
            raise HolidayRefused("no_holidays_left", _("You have no holidays left. A month here gives about 60 hours."))
        end = begin + min(left, max(length, HOUR), LONGEST_HOLIDAY)
        _keep(user, locked, [*locked.holidays, [begin.isoformat(), end.isoformat()]])
    changed.send(User, user=user, is_rest=False)


def end_holiday(user: User, *, now: datetime) -> None:
    """Come back from a holiday; what is left of it is not lost.

    :raises HolidayRefused: if they are not on holiday.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        running = holiday_at(locked, now)
        if running is None:
            raise HolidayRefused("not_on_holiday", _("You are not on holiday."))
        start = running[0]
        _keep(user, locked, [*locked.holidays[:-1], [start.isoformat(), now.isoformat()]])
    changed.send(User, user=user, is_rest=False)


def _keep(user: User, locked: User, holidays: list[list[str]]) -> None:
    locked.holidays = user.holidays = holidays
    locked.save(update_fields=["holidays"])
