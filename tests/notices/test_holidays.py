"""The end of a holiday is told once, in time, and only if it is still so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts import time_off
from accounts.models import User
from games.models import Game, Notice
from games.notices.delivery import deliver_notices
from tests.builders import DAY, make_game

from .tables import A_MOMENT, make_users, play_to_end

pytestmark = pytest.mark.django_db
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
LONG_AGO = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def people() -> list[User]:
    return make_users("Ana", "Ben", "Cat", date_joined=LONG_AGO)


def away(user: User, *, days: float = 5, at: datetime = NOON) -> None:
    with time_machine.travel(at, tick=False):
        time_off.start_holiday(user, timedelta(days=days), now=at)


def begin(people: list[User], **terms) -> Game:
    with time_machine.travel(NOON, tick=False):
        return make_game(*people, move_time=7 * DAY, **terms)


def told(now: datetime, mailoutbox: list) -> list[str]:
    mailoutbox.clear()
    Notice.objects.exclude(kind="holiday_ending").delete()
    deliver_notices(now)
    return [message.subject for message in mailoutbox]


def test_a_day_before_it_ends_it_is_told_once_whatever_the_number_of_games(people, mailoutbox):
    for _ in range(3):
        begin(people)
    away(people[0])
    assert told(NOON + 4 * DAY - A_MOMENT, mailoutbox) == []
    assert told(NOON + 4 * DAY, mailoutbox) == ["Your holiday ends: Sat 6 Mar 12:00"]
    assert told(NOON + 4 * DAY + timedelta(hours=1), mailoutbox) == []
    assert Notice.objects.get(kind="holiday_ending").outcome == "sent"


def test_of_a_day_off_the_end_is_told_at_noon(people, mailoutbox):
    begin(people)
    away(people[0], days=1)
    assert told(NOON + DAY / 2 - A_MOMENT, mailoutbox) == []
    assert len(told(NOON + DAY / 2, mailoutbox)) == 1


def test_who_came_back_earlier_is_not_told(people, mailoutbox):
    begin(people)
    away(people[0])
    with time_machine.travel(NOON + DAY, tick=False):
        time_off.end_holiday(people[0], now=NOON + DAY)
    assert told(NOON + 4 * DAY, mailoutbox) == []
    away(people[0], days=5, at=NOON + 2 * DAY)
    assert len(told(NOON + 6 * DAY, mailoutbox)) == 1


def test_who_plays_nowhere_or_without_holidays_is_not_told(people, mailoutbox):
    over = begin(people, target=None, hands=1)
    play_to_end(over, at=NOON + A_MOMENT)
    begin(people, terms={"time_off": False})
    away(people[0])
    assert not Notice.objects.filter(kind="holiday_ending").exists()
