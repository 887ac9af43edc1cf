"""Clocks: how long a player has, and when that time has run out. Pure arithmetic on aware datetimes.

A player has a *bank* of time. It runs while it is their turn, except in their rest hours and on their holidays; after
each move it gets the increment, up to the cap. A time per move is the same thing: increment and cap are that time, so
every turn begins with all of it. *Running time* is the time that counts: that in which no pause holds the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
GRACE = timedelta(seconds=30)  # between the deadline and the bot's move: who is just about to play still can
SHORTEST_TIME = timedelta(minutes=1)  # for a move, and in a bank
LONGEST_TIME = timedelta(days=14)
LONGEST_NIGHT = timedelta(hours=12)
MOST_REST_DAYS = 2  # of a week: with the nights, at least 60 hours of it are left to play in
CLOCK_CHANGES = 2 * HOUR  # what the changes of the clocks may add to the nights before a deadline
SOONEST = HOUR  # who has changed their rest hours, or come back early, is left at least that
LONGEST_SEARCH = timedelta(days=5 * 365)  # a deadline lies within: a bank of two weeks at 60 hours a week, and holidays


class BadClock(ValueError):
    """No table may have such a clock, or nobody such rest hours."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The terms of a table: what is in the bank at first, what a move adds, and what it never exceeds.

    :raises BadClock: if they make no sense.
    """

    bank: timedelta
    increment: timedelta
    cap: timedelta

    def __post_init__(self) -> None:
        if not timedelta(0) < self.bank <= self.cap or not timedelta(0) <= self.increment <= self.cap:
            raise BadClock("A clock begins with some time, and neither that nor an increment exceeds the cap.")

    @classmethod
    def per_move(cls, each: timedelta) -> Clock:
        """A fixed time for each move."""
        return cls(each, each, each)

    @property
    def is_per_move(self) -> bool:
        return self.bank == self.increment == self.cap

    @property
    def first_turn(self) -> timedelta:
        """What the first turn allows: never less than what a move adds."""
        return max(self.bank, self.increment)

    @property
    def is_within_bounds(self) -> bool:
        """Whether a table may have it: each time from a minute to 14 days."""
        return min(self.bank, self.increment) >= SHORTEST_TIME and self.cap <= LONGEST_TIME

    @property
    def is_slow(self) -> bool:
        """Whether holidays and rest hours apply: at a day a move and more."""
        return self.cap >= DAY

    def after_move(self, left: timedelta) -> timedelta:
        """Return the bank after a move made with *left* in it."""
        return min(self.cap, max(left, timedelta(0)) + self.increment)


PRESETS = {  # what the page of a new table offers
    "quick": Clock(timedelta(minutes=10), timedelta(minutes=1), timedelta(minutes=30)),
    "day": Clock.per_move(DAY),
    "bank": Clock(timedelta(hours=24), timedelta(hours=4), timedelta(hours=72)),
    "large_bank": Clock(timedelta(hours=72), timedelta(hours=12), timedelta(hours=120)),
    "three_days": Clock.per_move(3 * DAY),
    "week": Clock.per_move(7 * DAY),
}


class Pause(NamedTuple):
    """A time in which the clock does not run: from *start* up to, not including, *end*."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class RestHours:
    """When a player sleeps, in their own zone: each night, and the whole of some days of the week (0 is Monday).

    A night is from *start* to *end*, over midnight where *end* is the earlier.

    :raises BadClock: if that leaves too little of the week.
    """

    zone: ZoneInfo
    start: time | None = None
    end: time | None = None
    days: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if (self.start is None) != (self.end is None):
            raise BadClock("Rest hours have a start and an end.")
        if len(self.days) > MOST_REST_DAYS or not self.days <= set(range(7)):
            raise BadClock("At most two days of the week may be rest days.")
        if self.night > LONGEST_NIGHT:
            raise BadClock("Rest hours may be 12 hours long at the most.")

    @property
    def night(self) -> timedelta:
        """How long a night is on the wall clock."""
        if self.start is None or self.end is None or self.start == self.end:
            return timedelta(0)
        span = datetime.combine(date.min, self.end) - datetime.combine(date.min, self.start)
        return span if span > timedelta(0) else span + DAY

    def pauses(self, since: datetime) -> Iterator[Pause]:
        """Yield the pauses that end after *since*, by their start, without end. They may overlap."""
        first = since.astimezone(self.zone).date() - DAY
        return merge(self._nights(first, since), self._days(first, since))

    def _nights(self, day: date, since: datetime) -> Iterator[Pause]:
        if self.start is None or self.end is None or not self.night:
            return
        while True:
            end_day = day if self.start < self.end else day + DAY
            pause = Pause(self._instant(day, self.start), self._instant(end_day, self.end))
            if pause.start < pause.end and since < pause.end:  # a night within an hour that does not exist is none
                yield pause
            day += DAY

    def _days(self, day: date, since: datetime) -> Iterator[Pause]:
        while self.days:
            if day.weekday() in self.days:
                pause = Pause(self._instant(day, time.min), self._instant(day + DAY, time.min))
                if since < pause.end:
                    yield pause
            day += DAY

    def _instant(self, day: date, at: time) -> datetime:
        """Return when a wall clock in the zone shows *at*: the first time where it does so twice, and where the hour
        does not exist the instant an unchanged clock would have shown it."""
        return datetime.combine(day, at, tzinfo=self.zone).astimezone(UTC)


def deadline(began: datetime, amount: timedelta, pauses: Iterable[Pause] = ()) -> datetime:
    """Return when *amount* of running time has passed since *began*.

    *pauses* come by their start and may overlap or be endless. No deadline lies inside a pause: it is moved to its end.

    :raises OverflowError: if it lies more than `LONGEST_SEARCH` away.
    """
    at, left = began, amount
    for pause in pauses:
        if pause.end <= at:
            continue
        if at + left < pause.start:
            break
        if pause.start > at:
            left -= pause.start - at
        at = pause.end
        if at - began > LONGEST_SEARCH:
            raise OverflowError("There is not enough time to play between these pauses.")
    return at + left


def latest_deadline(began: datetime, amount: timedelta, stopped: Iterable[Pause] = ()) -> datetime:
    """Return a moment after which no `deadline` lies, whatever rest hours its player has, or has had since *began*.

    *stopped* are the other pauses: holidays, and when the site was down. In the worst of cases they take away nothing
    but hours that would have counted.
    """
    lost = sum((max(pause.end - max(pause.start, began), timedelta(0)) for pause in stopped), timedelta(0))
    return deadline(began, amount + lost + CLOCK_CHANGES, _most_rest(began))


def _most_rest(since: datetime) -> Iterator[Pause]:
    """Yield the pauses of the most rest there may be, from the worst moment on: two rest days with the nights about
    them first, and then a night after every day."""
    weekend = MOST_REST_DAYS * DAY + LONGEST_NIGHT
    while True:
        yield Pause(since, since + weekend)
        for day in range(MOST_REST_DAYS + 1, 7):
            yield Pause(since + day * DAY, since + day * DAY + LONGEST_NIGHT)
        since += 7 * DAY


def changed_deadline(
    before: datetime,
    now: datetime,
    began: datetime,
    amount: timedelta,
    *,
    rest: RestHours | None,
    stopped: list[Pause],
    keeps: bool = False,
) -> datetime:
    """Return the deadline of a turn under way, *before* so far, whose player has changed their *rest* or holidays now.

    Where it *keeps* what it was, as after a change of rest hours, it is not earlier than before; else who comes back
    from a holiday is not timed out for it on the spot. Nobody is in their rest hours or on a holiday. But no sequence
    of changes puts it off for longer than the most rest would have from the beginning.
    """
    anew = deadline(began, amount, all_pauses(began, rest, stopped))
    at = max(anew, before if keeps else min(before, now + SOONEST))
    out_of_rest = deadline(at, timedelta(0), all_pauses(at, rest, stopped))
    if out_of_rest <= latest_deadline(began, amount, stopped):
        return out_of_rest
    return deadline(at, timedelta(0), sorted(stopped))


def running_time(began: datetime, until: datetime, pauses: Iterable[Pause] = ()) -> timedelta:
    """Return how much of the time from *began* to *until* counts. *pauses* are as in `deadline`."""
    at, running = began, timedelta(0)
    for pause in pauses:
        if pause.start >= until:
            break
        if pause.end <= at:
            continue
        if pause.start > at:
            running += pause.start - at
        at = pause.end
    return running + max(until - at, timedelta(0))


def left_at(now: datetime, began: datetime, bank: timedelta, pauses: Iterable[Pause] = ()) -> timedelta:
    """Return what is left at *now* of a *bank* that has been running since *began*; 0 when it has run out."""
    return max(bank - running_time(began, now, pauses), timedelta(0))


def all_pauses(since: datetime, rest: RestHours | None, holidays: Iterable[Pause] = ()) -> Iterator[Pause]:
    """Yield the pauses of a player's rest hours and holidays by their start; without end if they rest."""
    return merge(sorted(holidays), rest.pauses(since) if rest is not None else ())
