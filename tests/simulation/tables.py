"""A table of the site in miniature, and a notice about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

from accounts import time_off
from games import clock
from games.clock import Clock, Pause
from games.engine.game import GameState
from games.engine.hand import HandState, Move
from games.engine.rules import Rules, Seat

from .people import BEGIN, Person

ZERO = timedelta(0)
PERSON, BOT, STAND_IN, RESIGNED = "person", "bot", "stand_in", "resigned"


@dataclass(eq=False)
class Notice:
    """A row of the outbox."""

    person: Person
    table: Table
    kind: str
    hand_number: int
    ply: int
    created: datetime
    due: datetime
    deadline: datetime | None = None
    stage: int = 100
    tries: int = 0
    channel: str = "mail"
    outcome: str = ""


@dataclass(eq=False)
class Table:
    rules: Rules
    clock: Clock
    time_off: bool
    turns_to_miss: int
    created: datetime
    status: str = "open"
    seats: list[Person | None] = field(default_factory=list)
    holders: list[str] = field(default_factory=list)
    plans: set[Seat] = field(default_factory=set)  # who has the only legal card played for them
    state: GameState = field(init=False)
    banks: list[timedelta] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)
    turn_began: datetime = BEGIN
    deadline: datetime = BEGIN
    outages: list[Pause] = field(default_factory=list)
    packs: list[tuple[Any, Seat]] = field(default_factory=list)  # the log: what was dealt by whom …
    moves: list[tuple[int, int, Seat, Move, str, datetime, timedelta | None]] = field(
        default_factory=list
    )  # … and done
    seen: dict[Person, datetime] = field(default_factory=dict)
    finished: datetime | None = None

    def __post_init__(self) -> None:
        self.state = GameState(self.rules)

    @property
    def hand(self) -> HandState:
        return self.state.hands[-1]

    @property
    def to_play(self) -> Seat:
        assert self.hand.to_play is not None  # while it is active
        return self.hand.to_play

    @property
    def counts_time_off(self) -> bool:
        return self.time_off and self.clock.is_slow

    @property
    def player(self) -> Person | None:
        """The person whose turn it is; None where a bot is to play."""
        if self.status != "active" or self.holders[self.to_play] != PERSON:
            return None
        return self.seats[self.to_play]

    @property
    def moment(self) -> tuple[int, int]:
        return (len(self.state.hands), self.hand.ply) if self.state.hands else (0, 0)

    def allowed(self) -> timedelta:
        return self.banks[self.to_play] if self.banks else self.clock.increment

    def stopped(self, person: Person) -> list[Pause]:
        if not self.counts_time_off:
            return self.outages
        return [*self.outages, *(Pause(start, end) for start, end in time_off.holidays_of(person))]  # type: ignore[arg-type]

    def pauses(self, person: Person, since: datetime | None = None) -> Iterable[Pause]:
        if not self.counts_time_off:
            return self.outages
        return clock.all_pauses(since or self.turn_began, person.rest, self.stopped(person))

    def seen_by(self, person: Person) -> Any:
        """The table as `games.notices.relevance` asks for it."""
        seat = self.seats.index(person) if person in self.seats else None
        view = SimpleNamespace(ply=self.hand.ply) if self.state.hands else None
        return SimpleNamespace(
            broken=None,
            status=self.status,
            hand=view and SimpleNamespace(number=len(self.state.hands), view=view),
            is_my_turn=self.player is person,
            turn_began=self.turn_began,
            deadline=self.deadline,
            finished=self.finished,
            seen=self.seen.get(person),
            me=None
            if seat is None
            else SimpleNamespace(
                missed=self.missed[seat] if self.missed else 0,
                has_resigned=self.holders[seat] == RESIGNED,
                is_covered=self.holders[seat] == STAND_IN,
            ),
        )
