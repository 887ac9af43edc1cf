"""Sixty days of virtual time at twenty tables: what must hold of log, clocks and outbox holds after every event.

Players in eight time zones sleep, go on holiday and come back early, stay away without a word, change their rest
hours, lose their mail, resign; the site is down for hours, the mail server for days; tables expire, on slow clocks and
on quick ones; plans play single cards. What runs where:

- In every run 200 seeds, each 20 games over 60 days, in the miniature of `world.py`: the rules, the arithmetic of
  clocks and the timing of notices as they are, the services about them in short, no database. A seed takes 0.2 s.
- In every run a seed of fewer tables with the real services, database, sweeps, plans and deliveries:
  `tests/services/test_sixty_days.py`.
- In the long run the 1,800 seeds more that make 2,000 of the first kind, and more of the second, of 20 tables each.
"""

from __future__ import annotations

from collections import Counter
from unittest import mock

import pytest

from games import clock
from games.notices import relevance, timing

from .world import World

AT_ONCE = 20  # seeds in one test, so that the run shows how far it is
THINGS = {
    "away", "automatic", "digest", "early", "expired", "failed", "finished", "holiday", "lost", "outage", "plan",
    "resigned", "rest", "returned", "sent", "stale", "stand_in", "timeout", "warning",
}  # fmt: skip


def live(seeds: range) -> Counter[str]:
    happened: Counter[str] = Counter()
    for seed in seeds:
        try:
            happened += World(seed).live()
        except Exception as error:
            raise AssertionError(f"in the world of seed {seed}") from error
    return happened


@pytest.mark.parametrize("first", range(0, 200, AT_ONCE))
def test_in_sixty_days_nobody_is_timed_out_at_rest_and_no_time_and_no_notice_is_lost(first: int) -> None:
    happened = live(range(first, first + AT_ONCE))
    assert set(happened) >= THINGS - {"failed"}  # or the lives were too quiet to show anything


def test_an_hour_that_somebody_was_left_is_theirs_after_an_outage_as_well() -> None:
    live(range(1170, 1171))  # their time was up when they changed their rest hours, and then the site was down


@pytest.mark.soak
@pytest.mark.parametrize("first", range(200, 2000, AT_ONCE))
def test_in_many_times_sixty_days_the_same_holds(first: int) -> None:
    live(range(first, first + AT_ONCE))


def no_pauses(began, amount, pauses=()):
    return began + amount


def without_rest(before, now, began, amount, *, rest, stopped):
    anew = clock.deadline(began, amount, clock.all_pauses(began, rest, stopped))
    return max(anew, min(before, now + clock.SOONEST))


FAULTS = {
    "deadlines that know no pauses": (clock, "deadline", no_pauses),
    "a change of rest hours that times out at rest": (clock, "changed_deadline", without_rest),
    "a bank that runs in pauses": (
        clock,
        "left_at",
        lambda now, began, bank, pauses=(): max(bank - (now - began), bank * 0),
    ),
    "mail in quiet hours": (timing, "quiet_until", lambda moment, wishes: None),
    "mail of turns that are over": (relevance, "is_still_true", lambda *_, **__: True),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_simulation_notices(fault: str) -> None:
    module, name, wrong = FAULTS[fault]
    with mock.patch.object(module, name, wrong), pytest.raises(AssertionError):
        live(range(AT_ONCE))
