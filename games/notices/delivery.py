"""Sending what is in the outbox: every notice once, and twice only where nobody can know better.

A notice is claimed by moving its `due` on by a lease, sent outside any transaction, and marked afterwards. Who dies in
between leaves a row that is due again when the lease is over: a mail may then come a second time, if the mail server
had taken it in the instant before, but with the same Message-ID.
"""

from __future__ import annotations

import logging
import smtplib
import time
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta

from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Notice, Seat
from games.services import looking

from .mail import message_for
from .relevance import is_still_true, present_until

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)  # longer than a mail server may take: EMAIL_TIMEOUT for each of its answers
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)  # after a try that has failed
GIVE_UP_AFTER = timedelta(days=2)  # of waiting

PUT_OFF = "put_off"  # the reader is at the table just now
NOT_YET = "not_yet"  # the try has failed; there will be another


class ServerAway(Exception):
    """The mail server cannot be reached, or does not let us in."""


def deliver_notices(now: datetime | None = None, *, for_seconds: float = float("inf")) -> Counter[str]:
    """Deal with the notices that are due and return how many came to which end.

    The ends are those of `Notice.Outcome`, `PUT_OFF` and `NOT_YET`. Begins no further notice after *for_seconds*, or
    when the mail server is away.
    """
    ends: Counter[str] = Counter()
    stop = time.monotonic() + for_seconds
    while time.monotonic() < stop:
        notice = Notice.objects.claim(now or timezone.now(), LEASE)
        if notice is None:
            break
        try:
            end = _deal_with(notice, now or timezone.now())
        except ServerAway as error:
            ends[_fail(notice, error, now or timezone.now())] += 1
            break
        except Exception as error:
            ends[_fail(notice, error, now or timezone.now())] += 1
        else:
            ends[end] += 1
    return ends


def wait_after(tries: int) -> timedelta:
    """Return how long to wait after that many tries: 1, 2, 4 … minutes, at most an hour."""
    return min(FIRST_WAIT * 2 ** min(tries - 1, 10), LONGEST_WAIT)


def _deal_with(notice: Notice, now: datetime) -> str:
    """Send *notice* unless there is a reason not to, and return its end.

    :raises ServerAway: if the mail server cannot be reached; or whatever else makes this try fail.
    """
    if not (notice.user.is_active and notice.user.confirmed_email):
        return _close(notice, Notice.Outcome.NO_ADDRESS, now)
    table = looking.look_for(pk=notice.game_id, user=notice.user, now=now)
    seen = Seat.objects.filter(game=notice.game_id, user=notice.user_id).values_list("seen", flat=True).first()
    if not is_still_true(notice, table, seen=seen, now=now):
        return _close(notice, Notice.Outcome.STALE, now)
    until = present_until(table, seen)
    if until is not None and until > now:
        return _put_off(notice, until)
    _send(message_for(notice, table))
    return _close(notice, Notice.Outcome.SENT, now)


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


def _put_off(notice: Notice, until: datetime) -> str:
    """Let the notice wait, which is no failed try."""
    _mine(notice).update(due=until, tries=notice.tries - 1)
    return PUT_OFF


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
