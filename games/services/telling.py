"""What a player wants to be told: settings of notices, and quiet about one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core import signing

from accounts.models import User
from games.models import Notice, NoticeSettings, Seat
from games.table import TableView

from . import looking
from .errors import NotSeated

SALT = "games.stop-mail"
KINDS = {"kinds": "off", "webhook_kinds": "webhook_off", "push_kinds": "push_off"}  # by what they are called outside


@dataclass(frozen=True, slots=True)
class Stop:
    """What the link at the foot of a mail may stop: mail to *user*, of a *kind*, about the table *slug*.

    Of a mail that tells several things kind and table are empty.
    """

    user: User
    kind: str
    slug: str


def settings_of(user: Any) -> NoticeSettings:
    """Return what *user* has chosen, or the defaults: one query."""
    return NoticeSettings.objects.select_related("user").filter(user=user).first() or NoticeSettings(user=user)


def change_settings(user: Any, changes: dict[str, Any]) -> NoticeSettings:
    """Change what is given and return all.

    *changes* may hold ``mail``; ``kinds``, ``webhook_kinds``, ``push_kinds``, dicts by kind of notice; ``stages``, of
    `STAGES`; ``delay``, of `DELAYS`; ``digest_hour`` and ``quiet``, a pair of times, either perhaps None for "none".
    """
    wishes = settings_of(user)
    wishes.mail = changes.get("mail", wishes.mail)
    for field, column in KINDS.items():
        wanted, off = changes.get(field, {}), getattr(wishes, column)
        setattr(wishes, column, [kind for kind in Notice.Kind.values if not wanted.get(kind, kind not in off)])
    wishes.stages = sorted(set(changes.get("stages", wishes.stages)), reverse=True)
    wishes.delay = changes.get("delay", wishes.delay)
    wishes.digest_hour = changes.get("digest_hour", wishes.digest_hour)
    wishes.quiet_from, wishes.quiet_until = changes.get("quiet", wishes.quiet) or (None, None)
    wishes.save()
    return wishes


def mute(*, slug: str, user: Any, muted: bool) -> TableView:
    """Stop all mail about a table to a player of it, or let it come again.

    :raises NoSuchGame: if there is none that *user* may see; NotSeated if they only look on.
    """
    seat = looking.find_seen(slug, user).seat_of(user)
    if seat is None:
        raise NotSeated
    Seat.objects.filter(pk=seat.pk).update(muted=muted)
    return looking.see_table(slug=slug, user=user)


def stop_token(user: User, *, kind: str = "", slug: str = "") -> str:
    """Return the signed part of the link that stops such mail; it is good as long as the secret of the site is."""
    return signing.Signer(salt=SALT).sign_object([user.pk, kind, slug])


def read_stop(token: str) -> Stop | None:
    """Return what a link may stop; None if the site has not signed it, or the account is gone."""
    try:
        pk, kind, slug = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=pk).first()
    return None if user is None else Stop(user, kind, slug)


def stop_mail(stop: Stop, what: str) -> None:
    """Stop mail, as the link allows: of the kind, about the table, or all about games (whatever *what* is else).

    Doing it again changes nothing.
    """
    if what == "table" and stop.slug:
        Seat.objects.filter(game__slug=stop.slug, user=stop.user).update(muted=True)
    elif what == "kind" and stop.kind:
        change_settings(stop.user, {"kinds": {stop.kind: False}})
    else:
        change_settings(stop.user, {"mail": False})
