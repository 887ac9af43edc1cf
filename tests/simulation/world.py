"""The site in miniature, on a clock of its own: tables, clocks and outbox as the services keep them, with no database.

What is under test is not this file but what it calls: the rules (`games.engine`), the arithmetic of clocks
(`games.clock`), and when a notice is due and still true (`games.notices`). Whatever happens, `checks` holds
what must be so against it.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from accounts import time_off
from games import clock
from games.clock import GRACE, Clock, Pause
from games.engine.game import is_game_over
from games.engine.hand import Move
from games.engine.plan import single_card
from games.engine.rules import Rules, Seat
from games.engine.shuffle import deal
from games.engine.view import view_from
from games.models.game import OPEN_FOR

from .checks import check_holidays, check_log, check_rest, check_turn
from .people import BEGIN, CLOCKS, DAY, DAYS, HOUR, MINUTE, ZONES, Person, draw_person, draw_rest
from .post import Post
from .tables import BOT, PERSON, RESIGNED, STAND_IN, ZERO, Table

CANNOT_PLAY = timedelta(minutes=10)  # an outage shorter than that moves no deadline


class World:
    """Twenty tables and eight players for sixty days; *chance* decides everything."""

    def __init__(self, seed: int, *, tables: int = 20, days: int = DAYS) -> None:
        self.chance, self.now, self.end = Random(seed), BEGIN, BEGIN + days * DAY
        self.happened: Counter[str] = Counter()
        self._queue: list[tuple[datetime, int, Callable[..., None], tuple[Any, ...]]] = []
        self._numbers = 0
        self.tables: list[Table] = []
        self.people = [draw_person(self.chance, zone) for zone in ZONES]
        self.post = Post(self)
        self.out_until = BEGIN
        self.mail_away: list[Pause] = []
        for person in self.people:
            self.will_look(person, BEGIN + self.chance.random() * DAY)
        for _ in range(tables):
            self.at(BEGIN + self.chance.random() * (days - 15) * DAY, self.open_table)
        for _ in range(self.chance.randint(0, 3)):
            self.at(BEGIN + self.chance.random() * days * DAY, self.go_down, self.chance.choice([1, 5, 36]) * HOUR)
        for _ in range(self.chance.randint(0, 3)):
            start = BEGIN + self.chance.random() * days * DAY
            self.mail_away.append(Pause(start, start + self.chance.choice([1, 12, 60]) * HOUR))

    def at(self, when: datetime, what: Callable[..., None], *arguments: Any) -> None:
        self._numbers += 1
        heapq.heappush(self._queue, (when, self._numbers, what, arguments))

    def live(self) -> Counter[str]:
        """Let everything happen in its order, and return how often what did."""
        while self._queue and self._queue[0][0] < self.end:
            when, _, what, arguments = heapq.heappop(self._queue)
            assert when >= self.now
            self.now = when
            if when < self.out_until and what != self.come_back:
                self.at(self.out_until, what, *arguments)  # nobody gets through
                continue
            what(*arguments)
        for table in self.tables:
            check_log(table)
        for person in self.people:
            check_holidays(person, self.now)
        return self.happened

    # The site is down, and back

    def go_down(self, length: timedelta) -> None:
        self.out_until = self.now + length
        self.happened["outage"] += 1
        self.at(self.out_until, self.come_back, self.now)

    def come_back(self, since: datetime) -> None:
        """As `games.services.outage` does."""
        assert self.now - since > CANNOT_PLAY
        for table in self.tables:
            player = table.player
            if player is None or table.turn_began >= self.now:
                continue
            left = clock.left_at(since, table.turn_began, table.allowed(), table.pauses(player))
            before = table.deadline
            table.outages = [*table.outages, Pause(since, self.now)]
            anew = clock.deadline(table.turn_began, table.allowed(), table.pauses(player))
            moved = clock.deadline(before + (self.now - since), ZERO, table.pauses(player))
            table.deadline = moved if before > anew else anew
            assert clock.left_at(self.now, table.turn_began, table.allowed(), table.pauses(player)) == left
            assert table.deadline >= (self.now if left else before)
            self.expect(table)
            check_turn(table, self.post)

    # Tables

    def open_table(self) -> None:
        terms = self.chance.choice(CLOCKS)
        each = terms["move_time"]
        kind = Clock(terms["bank"], each, terms["cap"]) if "bank" in terms else Clock.per_move(each)
        players = self.chance.choice([3, 4, 4, 5, 6])
        rules = Rules(
            players, target=None, hands=self.chance.choice([1, 1, 2]), short_hands=self.chance.random() < 0.3,
            general=self.chance.random() < 0.2, ace_high=self.chance.random() < 0.2,
        )  # fmt: skip
        table = Table(rules, kind, terms.get("time_off", True), terms.get("turns_to_miss", 2), self.now)
        self.tables.append(table)
        bots = self.chance.choice([0, 0, 0, 1])
        table.holders = [BOT] * bots
        table.seats = [None] * bots
        for person in self.chance.sample(self.people, players - bots):
            if self.chance.random() < 0.97:
                self.at(self.now + self.chance.random() * 2 * DAY, self.join, table, person)
        self.at(self.now + OPEN_FOR, self.expire, table)

    def join(self, table: Table, person: Person) -> None:
        table.seats.append(person)
        table.holders.append(PERSON)
        if len(table.seats) == table.rules.players:
            table.status = "active"
            table.missed = [0] * table.rules.players
            if not table.clock.is_per_move:
                table.banks = [table.clock.first_turn] * table.rules.players
            self.deal(table, self.chance.randrange(table.rules.players))
            self.pass_turn(table)

    def expire(self, table: Table) -> None:
        """As `games.services.expiry` does."""
        if table.status != "open":
            return
        self.happened["expired"] += 1
        table.status = "closed"
        for person in table.seats:
            self.post.write(person, table, "table_expired", self.now)

    def deal(self, table: Table, dealer: Seat) -> None:
        pack = list(table.rules.pack)
        self.chance.shuffle(pack)
        table.packs.append((deal(pack, table.rules.players), dealer))
        table.state = table.state.deal(*[table.packs[-1][0]], dealer=dealer)

    def pass_turn(self, table: Table) -> None:
        """As `games.services.turns.pass_turn` does, with what is told of it."""
        table.outages = []
        table.turn_began = table.deadline = self.now
        player = table.player
        if player is not None:
            table.deadline = clock.deadline(self.now, table.allowed(), table.pauses(player))
            self.post.tell_turn(table, player)
        self.expect(table)
        check_turn(table, self.post)

    def expect(self, table: Table) -> None:
        """Have the sweep find the turn when it is due, and the plan of the player before."""
        due = table.deadline + (GRACE if table.player is not None else ZERO)
        self.at(max(due, self.now), self.play_due, table, table.moment, table.deadline)
        if table.to_play in table.plans and table.player is not None:
            wait = min(8 * MINUTE, (table.deadline - self.now) / 4) * self.chance.random()
            self.at(self.now + wait, self.play_plan, table, table.moment)

    def play_plan(self, table: Table, moment: tuple[int, int]) -> None:
        if table.status != "active" or table.moment != moment or table.player is None:
            return
        if not table.hand.must_declare and (card := single_card(view_from(table.hand, table.to_play))):
            self.happened["plan"] += 1
            self.move(table, card, by="plan")

    def play_due(self, table: Table, moment: tuple[int, int], deadline: datetime) -> None:
        """As `games.services.overdue` does."""
        if table.status != "active" or table.moment != moment or table.deadline != deadline:
            return
        player = table.player
        if player is not None:
            if self.goes_on_holiday(table, player):
                return
            left = clock.left_at(table.deadline, table.turn_began, table.allowed(), table.pauses(player))
            assert left == ZERO
            check_rest(table, player)
            self.happened["timeout"] += 1
        self.move(table, self.any_move(table), by="timeout" if player is not None else "bot")

    def any_move(self, table: Table) -> Move:
        if table.hand.must_declare:
            return "general" if self.chance.random() < 0.1 else "pass"
        return self.chance.choice(table.hand.legal_cards())

    def move(self, table: Table, move: Move, *, by: str) -> None:
        """As `games.services.turns.make_move` does."""
        seat, (number, ply) = table.to_play, table.moment
        left = None if by == "bot" else self.stop_clock(table, seat)
        table.moves.append((number, ply, seat, move, by, self.now, left))
        table.state = table.state.move(move)
        person = table.seats[seat]
        if by == "timeout":
            table.missed[seat] += 1
            if table.missed[seat] >= table.turns_to_miss:
                table.holders[seat] = STAND_IN
                self.happened["stand_in"] += 1
            self.post.write(person, table, "seat_held" if table.holders[seat] == STAND_IN else "bot_played", self.now)
        elif by in ("player", "plan"):
            table.missed[seat] = 0
        if table.hand.is_over:
            if is_game_over(table.rules, table.state.points):
                table.status, table.finished = "finished", self.now
                self.happened["finished"] += 1
                for person in table.seats:
                    self.post.write(person, table, "game_over", self.now)
                return
            dealer = table.state.next_dealer
            assert dealer is not None
            self.deal(table, dealer)
        self.pass_turn(table)

    def stop_clock(self, table: Table, seat: Seat) -> timedelta | None:
        """As `games.services.clocks` does; what is left and what has run make up what there was."""
        person = table.seats[seat]
        assert person is not None
        allowed = table.allowed()
        left = clock.left_at(self.now, table.turn_began, allowed, table.pauses(person))
        if left:
            assert left + clock.running_time(table.turn_began, self.now, table.pauses(person)) == allowed
        if not table.banks:
            return None
        table.banks[seat] = table.clock.after_move(left)
        assert ZERO < table.banks[seat] <= table.clock.cap
        return left

    # Players

    def will_look(self, person: Person, when: datetime) -> None:
        """Have *person* look at the site then, or when they are awake and back; an earlier look comes first anyway."""
        if when < person.away_until:
            when = person.away_until
        if person.rest is not None:
            pause = next(person.rest.pauses(when), None)
            if pause is not None and pause.start <= when:
                when = pause.end + self.chance.random() * 2 * HOUR
        if self.now < person.next_look <= when:
            return
        person.next_look = when
        self.at(when, self.look, person, when)

    def look(self, person: Person, when: datetime) -> None:
        if person.next_look != when:
            return  # they have looked sooner
        chance = self.chance.random()
        if chance < 0.02:
            person.away_until = self.now + self.chance.uniform(2, 9) * DAY
            self.happened["away"] += 1
        elif chance < 0.04:
            self.start_holiday(person, self.chance.randint(1, 9) * DAY, self.now)
        elif chance < 0.06:
            self.end_holiday(person)
        elif chance < 0.08:
            person.rest = draw_rest(self.chance, person.zone.key)
            self.happened["rest"] += 1
            self.recompute(person, is_rest=True)
        else:
            self.visit(person)
        is_away = time_off.holiday_at(person, self.now) is not None  # type: ignore[arg-type]
        self.will_look(person, self.now + 10 * MINUTE + self.chance.expovariate(1 / (30 if is_away else 8)) * HOUR)

    def visit(self, person: Person) -> None:
        """See each table: come back to the seat, play what waits, or give it up."""
        for table in self.tables:
            if table.status != "active" or person not in table.seats or self.chance.random() < 0.1:
                continue
            table.seen[person] = self.now
            seat = table.seats.index(person)
            if table.holders[seat] == STAND_IN:
                table.holders[seat] = PERSON
                table.missed[seat] = 0
                self.happened["returned"] += 1
                if table.to_play == seat:
                    self.pass_turn(table)
            if self.chance.random() < 0.05:
                table.plans ^= {seat}
            if table.player is person:
                self.move(table, self.any_move(table), by="player")
            elif table.holders[seat] == PERSON and self.chance.random() < 0.002:
                table.holders[seat] = RESIGNED
                self.happened["resigned"] += 1

    # Holidays, as `accounts.time_off` and `games.services.time_off` have them

    def start_holiday(self, person: Person, length: timedelta, start: datetime) -> None:
        left = time_off.balance(person, self.now)  # type: ignore[arg-type]
        if time_off.holiday_at(person, self.now) is not None or left < HOUR:  # type: ignore[arg-type]
            return
        end = start + min(left, max(length, HOUR), time_off.LONGEST_HOLIDAY)
        person.holidays = [*person.holidays, [start.isoformat(), end.isoformat()]]
        assert time_off.balance(person, self.now) <= left  # type: ignore[arg-type]
        self.happened["holiday"] += 1
        self.recompute(person)

    def end_holiday(self, person: Person) -> None:
        running = time_off.holiday_at(person, self.now)  # type: ignore[arg-type]
        if running is None:
            return
        person.holidays = [*person.holidays[:-1], [running[0].isoformat(), self.now.isoformat()]]
        self.happened["early"] += 1
        self.recompute(person)

    def goes_on_holiday(self, table: Table, person: Person) -> bool:
        if not table.counts_time_off or not person.takes_holidays:
            return False
        left = time_off.balance(person, self.now)  # type: ignore[arg-type]
        if left < HOUR or table.deadline + min(left, DAY) <= self.now:
            return False
        self.start_holiday(person, DAY, table.deadline)
        self.happened["automatic"] += 1
        return True

    def recompute(self, person: Person, *, is_rest: bool = False) -> None:
        for table in self.tables:
            if table.player is not person or not table.counts_time_off:
                continue
            before = table.deadline
            table.deadline = clock.changed_deadline(
                before, self.now, table.turn_began, table.allowed(),
                rest=person.rest, stopped=table.stopped(person), keeps=is_rest,
            )  # fmt: skip
            assert table.deadline >= (before if is_rest else min(before, self.now + HOUR))
            self.expect(table)
            check_turn(table, self.post)
