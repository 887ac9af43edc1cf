"""When a notice may be sent: arithmetic on instants, in the zone and by the settings of its reader."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.models import Notice, NoticeSettings
from games.models.notice import TIMED

A_DAY = timedelta(days=1)
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)  # after a try that has failed


def may_be_sent(notice: Notice, wishes: NoticeSettings) -> datetime:
    """Return from when on *notice* may be sent, quiet hours aside: at the hour of the digest, or after the delay.

    A warning of a deadline waits for neither, and the digest is a matter of mail.
    """
    if notice.kind in TIMED:
        return notice.created
    if wishes.digest_hour is not None and notice.channel == Notice.Channel.MAIL:
        return digest_after(notice.created, wishes.digest_hour, wishes.zone)
    return notice.created + wishes.wait


def digest_after(moment: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the first time from *moment* on when it is *hour* o'clock in *zone*."""
    day = moment.astimezone(zone).date()
    at = _instant(datetime.combine(day, time(hour)), zone)
    return at if at >= moment else _instant(datetime.combine(day + A_DAY, time(hour)), zone)


def quiet_until(moment: datetime, wishes: NoticeSettings) -> datetime | None:
    """Return when the quiet hours end in which *moment* lies; None if it lies in none."""
    begin, end = wishes.quiet_from, wishes.quiet_until
    if begin is None or end is None or begin == end:
        return None
    local = moment.astimezone(wishes.zone)
    clock = local.time()
    is_over_midnight = end <= begin
    if not ((clock >= begin or clock < end) if is_over_midnight else begin <= clock < end):
        return None
    day = local.date() + A_DAY if is_over_midnight and clock >= begin else local.date()
    return _instant(datetime.combine(day, end), wishes.zone)


def wait_after(tries: int) -> timedelta:
    """Return how long to wait after that many tries: 1, 2, 4 … minutes, at most an hour."""
    return min(FIRST_WAIT * 2 ** min(tries - 1, 10), LONGEST_WAIT)


def _instant(local: datetime, zone: ZoneInfo) -> datetime:
    """Return the instant when clocks in *zone* show *local*, the later of two where the clock is put back.

    A time that the clock is put forward over counts as the same time after that.
    """
    return max(local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
