"""Sending what is in the outbox: every notice once, and twice only where nobody can know better.

A notice is claimed by moving its `due` on by a lease, sent outside any transaction, and marked afterwards. Who dies in
between leaves a row that is due again when the lease is over: a message may then come a second time, if the server
had taken it in the instant before, but with the same name.

What else is to be told to the same reader goes into the same message. What may not be sent yet (the reader is at the
table, has quiet hours, wants a digest at some hour) is put off, which is no failed try.

All of this is the same for each channel; a `Channel` knows whom it reaches and how something is sent there. Each has a
sweep of its own, so none waits for another.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Notice, NoticeSettings
from games.models.notice import TIMED
from games.services import looking, plans
from games.table import TableView

from . import outbox
from .channel import Channel, ServerAway
from .mail_channel import MAIL
from .push import PUSH
from .relevance import is_still_true, next_warning, present_until
from .timing import may_be_sent, quiet_until, wait_after
from .webhook import WEBHOOK

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)  # longer than a server may take: for mail EMAIL_TIMEOUT for each of its answers
LONGEST_SENDING = 30.0  # seconds, of those that are sent at once: a name may take that long to be looked up
GIVE_UP_AFTER = timedelta(days=2)  # of waiting
MOST_SPREAD = 200  # notices at a time
CHANNELS: tuple[Channel, ...] = (MAIL, PUSH, WEBHOOK)

TOLD_OF_TURN = (Notice.Kind.YOUR_TURN, Notice.Kind.DEADLINE_NEAR)

PUT_OFF = "put_off"  # the reader is at the table just now
HELD_BACK = "held_back"  # its time has not come: quiet hours, the delay, the digest, the next warning
NOT_YET = "not_yet"  # the try has failed; there will be another


class Ready(NamedTuple):
    """A notice that may be sent now, the table as its reader sees it, and the warning that is to follow."""

    notice: Notice
    table: TableView
    follower: Notice | None = None


def deliver_notices(
    now: datetime | None = None, *, channel: Channel = MAIL, for_seconds: float = float("inf")
) -> Counter[str]:
    """Deal with the notices that are due on a channel and return how many came to which end.

    The ends are those of `Notice.Outcome`, `PUT_OFF`, `HELD_BACK` and `NOT_YET`. Begins no further message after
    *for_seconds*, or when the server of all is away.
    """
    ends: Counter[str] = Counter()
    stop = time.monotonic() + for_seconds
    spread_notices(now)
    is_empty = is_away = False
    while time.monotonic() < stop and not is_empty and not is_away:
        batch: list[list[Ready]] = []
        while len(batch) < channel.at_once and not is_empty:
            claimed = Notice.objects.claim(now or timezone.now(), LEASE, channel.name)
            is_empty = not claimed
            if claimed:
                together, dealt_with = _get_ready(claimed, channel, now or timezone.now())
                ends.update(dealt_with)
                batch += [together] if together else []
        for together, result in zip(batch, _send_all(batch, channel), strict=True):
            ends.update(_note(together, result, channel, now or timezone.now()))
            is_away = is_away or isinstance(result, ServerAway)
    return ends


def post_notices(now: datetime | None = None, *, for_seconds: float = float("inf")) -> Counter[str]:
    """Deal with the notices on all channels but mail, as `deliver_notices` does."""
    ends: Counter[str] = Counter()
    for channel in CHANNELS:
        if channel is not MAIL:
            ends += deliver_notices(now, channel=channel, for_seconds=for_seconds)
    return ends


def spread_notices(now: datetime | None = None) -> int:
    """Write the rows that follow from notices which are new, and return how many of these there were.

    A row is written for each further channel that the reader has, and, for a turn, the warning of its deadline; the
    constraints of the database see that each is there once. A turn that is over by then needs no warning.
    """
    now = now or timezone.now()
    if not Notice.objects.new(now).exists():
        return 0
    with transaction.atomic():
        unread = Notice.objects.new(now).select_related("game")
        new = list(unread.select_for_update(skip_locked=True, of=("self",))[:MOST_SPREAD])
        readers = {notice.user_id for notice in new}
        reached = {channel.name: channel.readers_among(readers) for channel in CHANNELS if channel is not MAIL}
        on_channels = [
            outbox.on_channel(notice, name, now)
            for notice in new
            for name, whom in reached.items()
            if notice.user_id in whom
        ]
        turns = [notice for notice in new if notice.kind == Notice.Kind.YOUR_TURN]
        outbox.write([*on_channels, *(warning for turn in turns for warning in outbox.for_deadline(turn, now))])
        Notice.objects.filter(pk__in=[notice.pk for notice in new]).update(spread=True)
    return len(new)


def _get_ready(claimed: list[Notice], channel: Channel, now: datetime) -> tuple[list[Ready], list[str]]:
    """Find what of the notices to one reader is to be in one message; return that, and the ends of what is not.

    What was not due comes along where one that was due is sent, unless that is a warning; else it goes on waiting.
    """
    wishes = NoticeSettings.of(claimed[0].user)
    ready: list[Ready] = []
    ends: list[str] = []
    for notice in claimed:
        come_along = bool(ready) and ready[0].notice.kind not in TIMED
        if notice.was_due > now and not come_along:
            _put_off(notice, notice.was_due, "")
            continue
        result = _try_to_ready(notice, wishes, channel, now, come_along=come_along)
        if isinstance(result, Ready):
            ready.append(result)
        else:
            ends.append(result)
    return ready[:1] + sorted(ready[1:], key=lambda other: (other.notice.created, other.notice.pk)), ends


def _try_to_ready(
    notice: Notice, wishes: NoticeSettings, channel: Channel, now: datetime, *, come_along: bool
) -> Ready | str:
    """Return *notice* ready to be sent, or its end; one that cannot be made keeps no other waiting."""
    try:
        return _ready(notice, wishes, channel, now, come_along=come_along)
    except Exception as error:
        return _fail(notice, error, channel, now)


def _ready(notice: Notice, wishes: NoticeSettings, channel: Channel, now: datetime, *, come_along: bool) -> Ready | str:
    """Return *notice* ready to be sent, or, where there is a reason not to, its end.

    With *come_along* it does not wait for a digest or a delay: the reader gets a message just now anyway.
    """
    if not (notice.user.is_active and channel.reaches(notice.user)):
        return _close(notice, Notice.Outcome.NO_ADDRESS, now)
    if not wishes.wants(notice.kind, channel.name):
        return _close(notice, Notice.Outcome.UNWANTED, now)
    warnings = wishes.warnings(channel.name)
    table = looking.look_for(pk=notice.game_id, user=notice.user, now=now)
    if table.muted:
        return _close(notice, Notice.Outcome.UNWANTED, now)
    if not is_still_true(notice, table, now=now, warnings=warnings):
        _warn_of_new_deadline(notice, table, now)
        return _close(notice, Notice.Outcome.STALE, now)
    follower = None
    if notice.kind == Notice.Kind.DEADLINE_NEAR:
        warning = next_warning(notice, table, now=now, warnings=warnings)
        if warning is None:
            return _close(notice, Notice.Outcome.STALE, now)
        if warning.due > now:
            return _put_off(notice, warning.due, HELD_BACK)
        if warning.stage > min(warnings):
            follower = _warning_like(notice, table, created=now, stage=warning.stage)
    until = present_until(table)
    if until is not None and until > now:
        return _put_off(notice, until, PUT_OFF)
    if notice.kind in TOLD_OF_TURN and table.plan is not None:
        until = plans.holds_back_mail(game=notice.game_id, user=notice.user_id, now=now)
        if until is not None:
            return _put_off(notice, until, HELD_BACK)
    until = now if come_along else max(now, may_be_sent(notice, wishes))
    until = quiet_until(until, wishes) or until
    until = max(until, channel.held_until(notice.user) or until)
    if until > now:
        return _put_off(notice, until, HELD_BACK)
    return Ready(notice, table, follower)


def _send_all(batch: list[list[Ready]], channel: Channel) -> list[Any]:
    """Send the message of each reader, and return for each what came of it, or the error.

    A channel that sends at once to several does so by threads, which do not touch the database.
    """
    parcels = [_pack(together, channel) for together in batch]
    if channel.at_once == 1:
        return [_outcome(parcel) for parcel in parcels]
    pool = ThreadPoolExecutor(channel.at_once)
    sending = [pool.submit(_outcome, parcel) for parcel in parcels]
    wait(sending, timeout=LONGEST_SENDING)
    pool.shutdown(wait=False, cancel_futures=True)
    return [
        each.result() if each.done() and not each.cancelled() else TimeoutError("it took too long") for each in sending
    ]


def _pack(together: list[Ready], channel: Channel) -> Callable[[], Any]:
    """Return what sends a message; an error in making it comes when it is called."""
    try:
        return channel.pack([(ready.notice, ready.table) for ready in together])
    except Exception as error:
        failure = error

        def fail() -> Any:
            raise failure

        return fail


def _outcome(send: Callable[[], Any]) -> Any:
    try:
        return send()
    except Exception as error:
        return error


def _note(together: list[Ready], result: Any, channel: Channel, now: datetime) -> list[str]:
    """Keep what came of sending, and return the end of each notice."""
    if isinstance(result, Exception):
        held = channel.has_failed(together[0].notice.user, result, now)
        return [_fail(ready.notice, result, channel, now, held_until=held) for ready in together]
    channel.has_succeeded(together[0].notice.user, result, now)
    return [_mark_sent(ready, now) for ready in together]


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
        channel=notice.channel,
        spread=True,
    )


def _mark_sent(ready: Ready, now: datetime) -> str:
    if ready.follower is not None:
        outbox.write([ready.follower])
    return _close(ready.notice, Notice.Outcome.SENT, now)


def _close(notice: Notice, outcome: Notice.Outcome, now: datetime, last_error: str = "") -> str:
    Notice.objects.filter(pk=notice.pk, done=None).update(done=now, outcome=outcome, last_error=last_error)
    return outcome.value


def _put_off(notice: Notice, until: datetime, end: str) -> str:
    """Let the notice wait, which is no failed try, and return *end*."""
    _mine(notice).update(due=until, tries=notice.tries - 1)
    return end


def _fail(
    notice: Notice, error: Exception, channel: Channel, now: datetime, *, held_until: datetime | None = None
) -> str:
    """Keep why a try has failed, and try again later if there is hope."""
    last_error = channel.in_words(error)[:1000]
    if channel.is_for_good(error) or _waited(notice.tries) >= GIVE_UP_AFTER:
        logger.error("Notice %s (%s, %s) is given up: %s", notice.pk, notice.kind, channel.name, last_error)
        return _close(notice, Notice.Outcome.FAILED, now, last_error)
    trace = None if channel.expects(error) else error
    logger.warning(
        "Notice %s (%s, %s) is not sent yet: %s", notice.pk, notice.kind, channel.name, last_error, exc_info=trace
    )
    _mine(notice).update(due=held_until or now + wait_after(notice.tries), last_error=last_error)
    return NOT_YET


def _mine(notice: Notice) -> QuerySet[Notice]:
    """The row of *notice*, as long as nobody else has claimed it after our lease."""
    return Notice.objects.filter(pk=notice.pk, done=None, due=notice.due)


def _waited(tries: int) -> timedelta:
    """Return how long a notice has been put back altogether after that many tries."""
    return sum((wait_after(number) for number in range(1, tries + 1)), timedelta())
