"""Sending what is in the outbox: every notice once, and twice only where nobody can know better.

A notice is claimed by moving its `due` on by a lease, sent outside any transaction, and marked afterwards. Who dies in
between leaves a row that is due again when the lease is over: a mail may then come a second time, if the mail server
had taken it in the instant before, but with the same Message-ID.

What else is to be told to the same reader goes into the same mail. What may not be sent yet (the reader is at the
table, has quiet hours, wants a digest at some hour) is put off, which is no failed try.
"""

from __future__ import annotations

import logging
import smtplib
import time
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Notice, NoticeSettings
from games.services import looking, plans
from games.table import TableView

from . import outbox
from .mail import message_for, message_for_several
from .relevance import is_still_true, next_warning, present_until
from .timing import may_be_sent, quiet_until

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)  # longer than a mail server may take: EMAIL_TIMEOUT for each of its answers
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)  # after a try that has failed
GIVE_UP_AFTER = timedelta(days=2)  # of waiting

PUT_OFF = "put_off"  # the reader is at the table just now
HELD_BACK = "held_back"  # its time has not come: quiet hours, the delay, the digest, the next warning
NOT_YET = "not_yet"  # the try has failed; there will be another


class ServerAway(Exception):
    """The mail server cannot be reached, or does not let us in."""


class Ready(NamedTuple):
    """A notice that may be sent now, the table as its reader sees it, and the warning that is to follow."""

    notice: Notice
    table: TableView
    follower: Notice | None = None


def deliver_notices(now: datetime | None = None, *, for_seconds: float = float("inf")) -> Counter[str]:
    """Deal with the notices that are due and return how many came to which end.

    The ends are those of `Notice.Outcome`, `PUT_OFF`, `HELD_BACK` and `NOT_YET`. Begins no further mail after
    *for_seconds*, or when the mail server is away.
    """
    ends: Counter[str] = Counter()
    stop = time.monotonic() + for_seconds
    while time.monotonic() < stop:
        notice = Notice.objects.claim(now or timezone.now(), LEASE)
        if notice is None:
            break
        together, dealt_with = _get_ready(notice, now or timezone.now())
        ends.update(dealt_with)
        if not together:
            continue
        try:
            _send(_message_of(together))
        except Exception as error:
            ends.update(_fail(ready.notice, error, now or timezone.now()) for ready in together)
            if isinstance(error, ServerAway):
                break
        else:
            ends.update(_mark_sent(ready, now or timezone.now()) for ready in together)
    return ends


def wait_after(tries: int) -> timedelta:
    """Return how long to wait after that many tries: 1, 2, 4 … minutes, at most an hour."""
    return min(FIRST_WAIT * 2 ** min(tries - 1, 10), LONGEST_WAIT)


def _get_ready(notice: Notice, now: datetime) -> tuple[list[Ready], list[str]]:
    """Find what is to be in one mail with *notice*, which is claimed; return that, and the ends of what is not."""
    wishes = NoticeSettings.of(notice.user)
    first = _try_to_ready(notice, wishes, now, come_along=False)
    if isinstance(first, str):
        return [], [first]
    waits_for_others = notice.kind != Notice.Kind.DEADLINE_NEAR
    others = [
        _try_to_ready(other, wishes, now, come_along=waits_for_others)
        for other in Notice.objects.claim_others(notice, now, LEASE, waiting=waits_for_others)
    ]
    together = [first, *(other for other in others if isinstance(other, Ready))]
    return together, [other for other in others if isinstance(other, str)]


def _try_to_ready(notice: Notice, wishes: NoticeSettings, now: datetime, *, come_along: bool) -> Ready | str:
    """Return *notice* ready to be sent, or its end; one that cannot be made keeps no other waiting."""
    try:
        return _ready(notice, wishes, now, come_along=come_along)
    except Exception as error:
        return _fail(notice, error, now)


def _ready(notice: Notice, wishes: NoticeSettings, now: datetime, *, come_along: bool) -> Ready | str:
    """Return *notice* ready to be sent, or, where there is a reason not to, its end.

    With *come_along* it does not wait for a digest or a delay: the reader gets a mail just now anyway.
    """
    if not (notice.user.is_active and notice.user.confirmed_email):
        return _close(notice, Notice.Outcome.NO_ADDRESS, now)
    if not wishes.wants(notice.kind):
        return _close(notice, Notice.Outcome.UNWANTED, now)
    table = looking.look_for(pk=notice.game_id, user=notice.user, now=now)
    if table.muted:
        return _close(notice, Notice.Outcome.UNWANTED, now)
    if not is_still_true(notice, table, now=now, warnings=wishes.warnings):
        _warn_of_new_deadline(notice, table, now)
        return _close(notice, Notice.Outcome.STALE, now)
    follower = None
    if notice.kind == Notice.Kind.DEADLINE_NEAR:
        warning = next_warning(notice, table, now=now, warnings=wishes.warnings)
        if warning is None:
            return _close(notice, Notice.Outcome.STALE, now)
        if warning.due > now:
            return _put_off(notice, warning.due, HELD_BACK)
        if warning.stage > min(wishes.warnings):
            follower = _warning_like(notice, table, created=now, stage=warning.stage)
    until = present_until(table)
    if until is not None and until > now:
        return _put_off(notice, until, PUT_OFF)
    if notice.kind == Notice.Kind.YOUR_TURN and table.plan is not None:
        until = plans.holds_back_mail(game=notice.game_id, user=notice.user_id, now=now)
        if until is not None:
            return _put_off(notice, until, HELD_BACK)
    until = now if come_along else max(now, may_be_sent(notice, wishes))
    until = quiet_until(until, wishes) or until
    if until > now:
        return _put_off(notice, until, HELD_BACK)
    return Ready(notice, table, follower)


def _message_of(together: list[Ready]) -> EmailMultiAlternatives:
    if len(together) == 1:
        return message_for(together[0].notice, together[0].table)
    return message_for_several([(ready.notice, ready.table) for ready in together])


def _warn_of_new_deadline(notice: Notice, table: TableView, now: datetime) -> None:
    """Where the deadline of a turn is another than it was, have its warnings take the place of those of the old one."""
    is_same_turn = table.is_my_turn and table.hand is not None and table.deadline not in (None, notice.deadline)
    if notice.kind != Notice.Kind.DEADLINE_NEAR or not is_same_turn or table.broken is not None:
        return
    assert table.hand is not None
    if (table.hand.number, table.hand.view.ply) == (notice.hand_number, notice.ply):
        outbox.write([_warning_like(notice, table, created=now, stage=100)])


def _warning_like(notice: Notice, table: TableView, *, created: datetime, stage: int) -> Notice:
    """Return a further warning of the same turn, after the one at *stage*; looked at soon, to find its time."""
    return Notice(
        user=notice.user,
        game=notice.game,
        kind=Notice.Kind.DEADLINE_NEAR,
        hand_number=notice.hand_number,
        ply=notice.ply,
        deadline=table.deadline,
        stage=stage,
        created=created,
        due=created,
    )


def _mark_sent(ready: Ready, now: datetime) -> str:
    if ready.follower is not None:
        outbox.write([ready.follower])
    return _close(ready.notice, Notice.Outcome.SENT, now)


def _send(message: EmailMultiAlternatives) -> None:
    """Hand *message* to the mail server; on return it has taken it.

    :raises ServerAway: if it cannot be reached.
    :raises smtplib.SMTPException, OSError: if it does not take the message.
    """
    connection = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        raise ServerAway(f"{type(error).__name__}: {error}") from error
    try:
        message.connection = connection
        message.send()
    finally:
        with suppress(OSError, smtplib.SMTPException):  # it has taken the message, or has not
            connection.close()


def _close(notice: Notice, outcome: Notice.Outcome, now: datetime, last_error: str = "") -> str:
    Notice.objects.filter(pk=notice.pk, done=None).update(done=now, outcome=outcome, last_error=last_error)
    return outcome.value


def _put_off(notice: Notice, until: datetime, end: str) -> str:
    """Let the notice wait, which is no failed try, and return *end*."""
    _mine(notice).update(due=until, tries=notice.tries - 1)
    return end


def _fail(notice: Notice, error: Exception, now: datetime) -> str:
    """Keep why a try has failed, and try again later if there is hope."""
    last_error = str(error) if isinstance(error, ServerAway) else f"{type(error).__name__}: {error}"
    if _is_refused_for_good(error) or _waited(notice.tries) >= GIVE_UP_AFTER:
        logger.error("Notice %s (%s) is given up: %s", notice.pk, notice.kind, last_error)
        return _close(notice, Notice.Outcome.FAILED, now, last_error[:1000])
    is_expected = isinstance(error, (ServerAway, OSError, smtplib.SMTPException))
    trace = None if is_expected else error
    logger.warning("Notice %s (%s) is not sent yet: %s", notice.pk, notice.kind, last_error, exc_info=trace)
    _mine(notice).update(due=now + wait_after(notice.tries), last_error=last_error[:1000])
    return NOT_YET


def _mine(notice: Notice) -> QuerySet[Notice]:
    """The row of *notice*, as long as nobody else has claimed it after our lease."""
    return Notice.objects.filter(pk=notice.pk, done=None, due=notice.due)


def _waited(tries: int) -> timedelta:
    """Return how long a notice has been put back altogether after that many tries."""
    return sum((wait_after(number) for number in range(1, tries + 1)), timedelta())


def _is_refused_for_good(error: Exception) -> bool:
    """Whether the server will never take mail for this address (5xx), not only not now (4xx)."""
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return False
    return all(code >= 500 for code, _reason in error.recipients.values())
