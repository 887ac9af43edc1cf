"""Feeds of one's turns: addresses with a secret, which calendars and feed readers ask for without signing in."""

from __future__ import annotations

import secrets
from typing import Any

from accounts.models import User
from games.models import Game, NoticeSettings

from .telling import settings_of


def renew(user: Any) -> str:
    """Make a new secret for the feeds of *user* and return it; the old addresses lead nowhere from now on."""
    wishes = settings_of(user)
    wishes.feed = secrets.token_urlsafe(18)
    wishes.save()
    return wishes.feed


def turn_off(user: Any) -> None:
    """Take the feeds of *user* away."""
    NoticeSettings.objects.filter(user=user).update(feed=None)


def reader_of(feed: str) -> User | None:
    """Return whose feed it is; None if nobody's."""
    return User.objects.filter(notice_settings__feed=feed, is_active=True).first()


def turns_of(user: User) -> list[Game]:
    """Return the games in which it is the turn of *user*, the nearest deadline first: two queries."""
    return list(Game.objects.awaiting(user).with_seats())
