"""Who lives in the simulations: players in eight time zones who sleep, go on holiday, lose their mail and come back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from games.clock import RestHours
from games.models.notice_settings import DEFAULT_STAGES

ZONES = (
    "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo", "Europe/Paris", "Pacific/Apia", "America/New_York",
    "Asia/Tokyo", "Africa/Cairo",
)  # fmt: skip
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BEGIN = datetime(2027, 3, 1, tzinfo=UTC)  # the clocks of Paris, New York and Lord Howe change in the weeks that follow
DAYS = 60
NIGHTS = ((None, None), (time(22), time(7)), (time(23, 30), time(6, 15)), (time(1), time(9)), (time(20), time(8)))
CLOCKS: tuple[dict[str, Any], ...] = (
    {"move_time": DAY},
    {"move_time": 4 * HOUR, "bank": 24 * HOUR, "cap": 72 * HOUR},
    {"move_time": 3 * DAY, "turns_to_miss": 3},
    {"move_time": 12 * HOUR, "bank": 72 * HOUR, "cap": 120 * HOUR, "turns_to_miss": 1},
    {"move_time": DAY, "time_off": False},
    {"move_time": 5 * MINUTE},
    {"move_time": MINUTE, "bank": 10 * MINUTE, "cap": 30 * MINUTE},
)


@dataclass(eq=False)
class Person:
    """A player as the pure parts of the site ask for one: also what `User` and `NoticeSettings` would answer."""

    zone: ZoneInfo
    date_joined: datetime
    rest: RestHours | None = None
    takes_holidays: bool = False
    holidays: list[list[str]] = field(default_factory=list)
    warnings: tuple[int, ...] = DEFAULT_STAGES
    wait: timedelta = timedelta(0)
    digest_hour: int | None = None
    quiet_from: time | None = None
    quiet_until: time | None = None
    mail_lost: float = 0.0  # the share of their mails that never arrives
    away_until: datetime = BEGIN  # without a word
    next_look: datetime = BEGIN


def draw_rest(chance: Random, zone: str) -> RestHours:
    start, end = chance.choice(NIGHTS)
    return RestHours(ZoneInfo(zone), start, end, frozenset(chance.sample(range(7), chance.randint(0, 2))))


def draw_person(chance: Random, zone: str) -> Person:
    quiet = chance.choice([(None, None), (time(22), time(7)), (time(9), time(17))])
    return Person(
        zone=ZoneInfo(zone),
        date_joined=BEGIN - chance.randint(10, 900) * DAY,
        rest=draw_rest(chance, zone) if chance.random() < 0.8 else None,
        takes_holidays=chance.random() < 0.3,
        warnings=chance.choice([DEFAULT_STAGES, (75, 35, 5), (10,), ()]),
        wait=chance.choice([0, 0, 5, 60]) * MINUTE,
        digest_hour=chance.choice([None, None, None, chance.randrange(24)]),
        quiet_from=quiet[0],
        quiet_until=quiet[1],
        mail_lost=chance.choice([0.0, 0.0, 0.2, 1.0]),
    )
