"""The outbox of the site in miniature: which notices are written, and what becomes of each, as `games.notices` does."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from games.models.notice_settings import STAGES
from games.notices import outbox, relevance, timing
from games.notices.delivery import GIVE_UP_AFTER
from games.notices.timing import wait_after

from .people import HOUR, MINUTE, Person
from .tables import ZERO, Notice, Table

if TYPE_CHECKING:
    from .world import World

SPREAD_WITHIN = timedelta(seconds=15)


def is_quiet(person: Person, now: datetime) -> bool:
    """Whether the wall clock where *person* lives shows an hour in which they want no mail."""
    begin, end, at = person.quiet_from, person.quiet_until, now.astimezone(person.zone).time()
    if begin is None or end is None:
        return False
    return begin <= at < end if begin < end else at >= begin or at < end


class Post:
    """The notices of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.chance = Random(1)  # its own: what else happens in a world does not depend on it
        self.outbox: dict[Any, Notice] = {}  # by what must be there once
        self.pending: dict[Person, list[Notice]] = {person: [] for person in world.people}

    def write(self, person: Person | None, table: Table, kind: str, due: datetime, **more: Any) -> None:
        """Write a row, unless it is there already."""
        if person is None:
            return
        created = more.pop("created", due)
        key = (person, table, kind, *table.moment, *((more["deadline"], more.get("stage", 100)) if more else ()))
        if key in self.outbox:
            return
        notice = Notice(person, table, kind, *table.moment, created, due, **more)
        self.outbox[key] = notice
        self.pending[person].append(notice)
        self.world.at(max(due, self.world.now), self.deliver, notice, due)

    def tell_turn(self, table: Table, player: Person) -> None:
        self.write(player, table, "your_turn", self.world.now)
        soon = self.world.now + self.chance.random() * SPREAD_WITHIN
        self.world.at(soon, self.spread, player, table, table.moment)

    def spread(self, player: Person, table: Table, moment: tuple[int, int]) -> None:
        """Write the warning of a turn that is not over yet, with the deadline as it is by now."""
        if table.player is not player or table.moment != moment or table.deadline <= self.world.now:
            return
        first = outbox.stage_time(table.turn_began, table.deadline, STAGES[0])
        self.write(player, table, "deadline_near", first, created=table.turn_began, deadline=table.deadline)

    def deliver(self, notice: Notice, due: datetime) -> None:
        if notice.outcome or notice.due != due:
            return
        follower = self.ready(notice, come_along=False)
        if follower is None:
            return
        person, waits = notice.person, notice.kind != "deadline_near"
        together = [(notice, follower)]
        for other in [other for other in self.pending[person] if other is not notice]:
            if other.due <= self.world.now or (waits and other.tries == 0 and other.kind != "deadline_near"):
                ready = self.ready(other, come_along=waits)
                if ready is not None:
                    together.append((other, ready))
        is_away = any(away.start <= self.world.now < away.end for away in self.world.mail_away)
        for one, more in together:
            one.tries += 1
            if not is_away:
                self.close(one, "sent")
                for stage in more:
                    self.warn(one, stage)
            elif sum((wait_after(number) for number in range(1, one.tries + 1)), ZERO) >= GIVE_UP_AFTER:
                self.close(one, "failed")
            else:
                self.put_off(one, self.world.now + wait_after(one.tries))
        if not is_away:
            self.send([one for one, _ in together], person)

    def ready(self, notice: Notice, *, come_along: bool) -> list[int] | None:
        """As `games.notices.delivery` does: the stage of the warning to follow, if any; None where it is not sent."""
        person, sight = notice.person, notice.table.seen_by(notice.person)
        if not relevance.is_still_true(notice, sight, now=self.world.now, warnings=person.warnings):  # type: ignore[arg-type]
            is_same = notice.table.player is person and notice.table.moment == (notice.hand_number, notice.ply)
            self.close(notice, "stale")
            if notice.kind == "deadline_near" and is_same and notice.table.deadline != notice.deadline:
                self.warn(notice, 100)
            return None
        follower = []
        if notice.kind == "deadline_near":
            warning = relevance.next_warning(notice, sight, now=self.world.now, warnings=person.warnings)  # type: ignore[arg-type]
            if warning is None:
                self.close(notice, "stale")
                return None
            if warning.due > self.world.now:
                self.put_off(notice, warning.due)
                return None
            follower = [warning.stage] if warning.stage > min(person.warnings) else []
        seen = notice.table.seen.get(person)
        if seen is not None and seen + relevance.PRESENT_FOR > self.world.now:
            self.put_off(notice, seen + relevance.PRESENT_FOR)
            return None
        until = self.world.now if come_along else max(self.world.now, timing.may_be_sent(notice, person))  # type: ignore[arg-type]
        until = timing.quiet_until(until, person) or until  # type: ignore[arg-type]
        if until > self.world.now:
            self.put_off(notice, until)
            return None
        return follower

    def warn(self, notice: Notice, stage: int) -> None:
        """Write a further warning of the same turn, looked at soon to find its time."""
        table = notice.table
        self.write(notice.person, table, "deadline_near", self.world.now, deadline=table.deadline, stage=stage)

    def put_off(self, notice: Notice, until: datetime) -> None:
        assert until > self.world.now
        notice.due = until
        self.world.at(until, self.deliver, notice, until)

    def close(self, notice: Notice, outcome: str) -> None:
        assert not notice.outcome  # nothing is sent twice
        notice.outcome = outcome
        self.pending[notice.person].remove(notice)
        self.world.happened[outcome] += 1

    def send(self, notices: list[Notice], person: Person) -> None:
        """A mail goes out: at a time its reader wants, about what is so."""
        assert not is_quiet(person, self.world.now)
        for notice in notices:
            table = notice.table
            if notice.kind in ("your_turn", "deadline_near"):
                assert table.player is person
                assert table.moment == (notice.hand_number, notice.ply)
                assert self.world.now < table.deadline
            if notice.kind == "deadline_near":
                assert notice.deadline == table.deadline
                self.world.happened["warning"] += 1
        if person.digest_hour is not None and all(notice.kind != "deadline_near" for notice in notices):
            earliest = min(timing.digest_after(notice.created, person.digest_hour, person.zone) for notice in notices)
            assert earliest <= self.world.now
            self.world.happened["digest"] += 1
        if self.world.chance.random() < person.mail_lost:
            self.world.happened["lost"] += 1
        else:
            self.world.will_look(person, self.world.now + 2 * MINUTE + self.world.chance.random() * 3 * HOUR)
