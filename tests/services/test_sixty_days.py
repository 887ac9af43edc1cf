"""Sixty days of virtual time with the real services, database, sweeps, plans and deliveries; only no mail is composed.

Players in eight zones sleep, go on holiday, stay away, change their rest hours, resign, lose their mail and come back;
the site and the mail server are down for hours; a table expires. One seed of a few tables in every run, and more of
twenty tables each in the long one; `tests/simulation` lives through many more without a database.
"""

from __future__ import annotations

import secrets
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db.models import F

from accounts import time_off
from accounts.models import User
from accounts.sweeps import note_run
from games import tasks
from games.clock import GRACE, RestHours, latest_deadline, left_at
from games.models import Game, Holder, Move, Notice, NoticeSettings, Plan, Seat
from games.notices import delivery, mail_channel
from games.notices.channel import ServerAway
from games.services import absence, plans
from games.services.clocks import allowed, changed_deadline, pauses_of
from games.services.errors import GameError
from games.services.outage import SWEEP
from tests.builders import bots_choosing, first_move, make_game, make_user, move_once
from tests.simulation.people import BEGIN, CLOCKS, DAY, DAYS, HOUR, MINUTE, ZONES, Person, draw_person, draw_rest
from tests.simulation.post import is_quiet

from .consistency import check_game


class World:
    """Players and their tables, on a clock that goes on from one look at the site to the next."""

    def __init__(self, seed: int, tables: int, clock: time_machine.Traveller) -> None:
        self.chance, self.clock = Random(seed), clock
        self.happened: Counter[str] = Counter()
        self.lives: dict[int, Person] = {}
        self.players = [self._player(zone) for zone in ZONES]
        self.mail_away_until = BEGIN
        self.to_open = sorted(BEGIN + self.chance.random() * (DAYS - 20) * DAY for _ in range(tables - 1))
        self.versions: dict[int, int] = {}
        self.clocks = [CLOCKS[1], CLOCKS[3], *self.chance.sample(CLOCKS, len(CLOCKS))]
        self.open_table()
        make_game(*self.players[:2], begun=False, players=4)  # nobody else comes: it will expire

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def _player(self, zone: str) -> User:
        person = draw_person(self.chance, zone)
        name = zone.rpartition("/")[2].replace("_", "")
        address = {"email": f"{name}@example.org", "email_confirmed": True}
        user = make_user(name, time_zone=zone, date_joined=person.date_joined, **address)
        self.lives[user.pk] = person
        self.set_rest(user, person.rest)
        NoticeSettings.objects.create(
            user=user,
            stages=list(person.warnings),
            delay=person.wait // MINUTE,
            digest_hour=person.digest_hour,
            quiet_from=person.quiet_from,
            quiet_until=person.quiet_until,
        )
        return user

    def set_rest(self, user: User, rest: RestHours | None) -> None:
        takes = self.lives[user.pk].takes_holidays
        night = (rest.start, rest.end) if rest is not None else (None, None)
        days = rest.days if rest is not None else ()
        time_off.set_rest(user, start=night[0], end=night[1], days=days, takes_holidays=takes)

    def open_table(self) -> None:
        players = self.chance.sample(self.players, self.chance.choice([3, 4, 5]))
        terms = self.clocks[Game.objects.count() % len(self.clocks)]
        make_game(*players, hands=1, target=None, short_hands=self.chance.random() < 0.5, terms=terms)

    def live(self, days: int = DAYS) -> Counter[str]:
        """Let everything happen in its order, and return how often what did."""
        note_run(SWEEP)
        while self.now < BEGIN + days * DAY:
            if self.chance.random() < 0.003:
                self.sleep_through_an_outage()
            else:
                self.clock.shift(timedelta(minutes=self.chance.randint(20, 240)))
                note_run(SWEEP)  # it has run all the time
                self.sweep()
            while self.to_open and self.to_open[0] <= self.now:
                del self.to_open[0]
                self.open_table()
            seats = self.seats_in_play()
            for user in self.players:
                self.let_live(user, [seat for seat in seats if seat.user_id == user.pk])
            self.check()
        return self.happened

    # The site

    def sweep(self) -> None:
        """Play what is due, and look first whether it may be; then send what is to be sent."""
        for game, player in self.persons_turns():
            if game.due_at is not None and game.due_at <= self.now:
                self.check_time_out(game, player)
        before = Move.objects.filter(by=Move.By.TIMEOUT).count()
        tasks.play_due_turns()
        self.happened["timeout"] += Move.objects.filter(by=Move.By.TIMEOUT).count() - before
        tasks.play_plans()
        assert not Plan.objects.due(self.now).filter(weighed=F("seat__game__version")).exists()
        self.deliver()

    def sleep_through_an_outage(self) -> None:
        """Nobody is timed out for it, and what was left of a turn still is."""
        self.happened["outage"] += 1
        left = {game.pk: self.left(game, player) for game, player in self.persons_turns()}
        due = {game.pk for game, _ in self.persons_turns() if game.deadline and game.deadline + GRACE <= self.now}
        moves = Move.objects.filter(by=Move.By.TIMEOUT).count()
        self.clock.shift(self.chance.choice([1, 5, 36]) * HOUR)
        tasks.play_due_turns()
        assert Move.objects.filter(by=Move.By.TIMEOUT).count() <= moves + len(due)
        for game, player in self.persons_turns():
            if game.pk in left and game.pk not in due:
                assert self.left(game, player) == left[game.pk]

    def deliver(self) -> None:
        """Send what is due: to each as they wish, of what is so. Nothing stays behind, unless the server is away."""
        if self.chance.random() < 0.01:
            self.mail_away_until = self.now + self.chance.choice([1, 12, 60]) * HOUR
        is_away = self.now < self.mail_away_until
        with mail_server(is_away=is_away):
            ends = delivery.deliver_notices(self.now)
        self.happened.update(ends)
        sent = list(Notice.objects.filter(outcome=Notice.Outcome.SENT, done=self.now).select_related("user", "game"))
        assert not (is_away and sent)
        assert is_away or not Notice.objects.filter(done=None, due__lte=self.now).exists()
        for notice in sent:
            self.check_sent(notice)
        for message in mail.outbox:
            user = next(user for user in self.players if message.to == [user.email])
            if self.chance.random() < self.lives[user.pk].mail_lost:
                self.happened["lost"] += 1
            elif self.chance.random() < 0.5 and not self.is_away(user):
                self.play(user, [seat for seat in self.seats_in_play() if seat.user_id == user.pk])
        mail.outbox.clear()

    # Players

    def is_away(self, user: User) -> bool:
        return self.now < self.lives[user.pk].away_until

    def seats_in_play(self) -> list[Seat]:
        seats = Seat.objects.filter(user__isnull=False, game__status=Game.Status.ACTIVE).exclude(holder=Holder.RESIGNED)
        return list(seats.select_related("game"))

    def let_live(self, user: User, seats: list[Seat]) -> None:
        chance = self.chance.random()
        if chance < 0.004:
            self.lives[user.pk].away_until = self.now + self.chance.uniform(2, 9) * DAY
        elif chance < 0.008:
            with suppress(time_off.HolidayRefused):
                time_off.start_holiday(user, self.chance.randint(1, 9) * DAY, now=self.now)
                self.happened["holiday"] += 1
        elif chance < 0.012:
            with suppress(time_off.HolidayRefused):
                time_off.end_holiday(user, now=self.now)
        elif chance < 0.016:
            self.set_rest(user, draw_rest(self.chance, user.time_zone))
        elif not self.is_away(user) and chance < 0.25:
            self.play(user, seats)

    def play(self, user: User, seats: list[Seat]) -> None:
        """Take back each seat that a bot holds, move wherever it is their turn; plan, or give up, now and then."""
        for seat in seats:
            with suppress(GameError):
                if seat.holder == Holder.STAND_IN:
                    absence.take_back(slug=seat.game.slug, user=user)
                    self.happened["returned"] += 1
                elif self.chance.random() < 0.05:
                    ducks = self.chance.random() < 0.5
                    plans.set_plan(slug=seat.game.slug, user=user, plays_single=True, ducks=ducks)
                elif self.chance.random() < 0.002:
                    absence.resign(slug=seat.game.slug, user=user)
                    self.happened["resigned"] += 1
        for game in Game.objects.awaiting(user) if seats else ():
            before = Game.objects.get(pk=game.pk)
            move_once(game)
            self.check_bank(before, user)

    # What must hold

    def check(self) -> None:
        """Look at each game that has changed, and at every turn under way."""
        for pk, version in list(Game.objects.values_list("pk", "version")):
            if self.versions.get(pk) != version:
                self.versions[pk] = version
                check_game(pk, time_off_ends=True)
                for game, player in self.persons_turns(pk=pk):
                    self.check_turn(game, player)

    def check_turn(self, game: Game, player: User) -> None:
        """No deadline lies in a pause, or is earlier than without one; whoever is to play has been told once."""
        assert game.deadline is not None
        assert game.turn_began is not None
        assert game.deadline >= game.turn_began + allowed(game, game.to_play or 0)
        moment = {"game": game, "user": player, "hand_number": game.hand_number, "ply": game.ply}
        assert Notice.objects.filter(kind=Notice.Kind.YOUR_TURN, **moment).count() == 1
        self.check_rest(game, player)

    def check_rest(self, game: Game, player: User) -> None:
        """The deadline is in no pause, but of who has put it off for longer than any rest hours would."""
        assert game.deadline is not None
        assert game.turn_began is not None
        pause = next((pause for pause in pauses_of(game, player) if pause.end > game.deadline), None)
        if pause is not None and pause.start <= game.deadline < pause.end:
            latest = latest_deadline(game.turn_began, allowed(game, game.to_play or 0))
            assert changed_deadline(game, player, game.deadline, keeps=True) == game.deadline > latest - DAY, (
                game,
                pause,
            )

    def check_time_out(self, game: Game, player: User) -> None:
        assert game.deadline is not None
        assert self.left(game, player, game.deadline) == timedelta(0), (game, player)
        self.check_rest(game, player)

    def left(self, game: Game, player: User, at: datetime | None = None) -> timedelta:
        assert game.turn_began is not None
        return left_at(at or self.now, game.turn_began, allowed(game, game.to_play or 0), pauses_of(game, player))

    def check_bank(self, before: Game, user: User) -> None:
        """What was left is what the time that counted has left: conserved over every pause."""
        move = Move.objects.filter(hand__game=before).latest("entry")
        assert move.by == Move.By.PLAYER
        if before.bank is None:
            assert move.left is None
            return
        user.refresh_from_db()
        assert move.left == self.left(before, user, move.created) // timedelta(microseconds=1)

    def check_sent(self, notice: Notice) -> None:
        """It was sent at a time its reader wants, and was so. (Those who were told may have moved since.)"""
        assert not is_quiet(self.lives[notice.user_id], self.now)
        if notice.kind == Notice.Kind.DEADLINE_NEAR:
            self.happened["warning"] += 1
            assert notice.deadline is not None
            assert notice.deadline > self.now
        if notice.kind in (Notice.Kind.YOUR_TURN, Notice.Kind.DEADLINE_NEAR):
            game = Game.objects.get(pk=notice.game_id)
            assert (game.hand_number, game.ply) == (notice.hand_number, notice.ply)
            assert game.to_play is not None
            assert game.seats.get(number=game.to_play).user_id == notice.user_id

    def persons_turns(self, **which: Any) -> list[tuple[Game, User]]:
        games = Game.objects.filter(status=Game.Status.ACTIVE, **which)
        seats = Seat.objects.filter(game__in=games, number=F("game__to_play"), holder=Holder.PERSON)
        return [(seat.game, seat.user) for seat in seats.select_related("game", "user") if seat.user is not None]


def mail_server(*, is_away: bool) -> Any:
    """Have mails of a line, or a mail server that is away."""
    if is_away:
        return mock.patch.object(mail_channel, "_send", side_effect=ServerAway("away"))
    return mock.patch.multiple(
        mail_channel,
        message_for=lambda notice, _: mail_to(notice),
        message_for_several=lambda told: mail_to(told[0][0]),
    )


def mail_to(notice: Notice) -> EmailMultiAlternatives:
    return EmailMultiAlternatives("News of games", to=[notice.user.email])


def no_secrets(chance: Random) -> Any:
    """Have all that is drawn by lot come from *chance*, so that a seed leads the same life each time."""
    return mock.patch.multiple(
        secrets,
        token_bytes=chance.randbytes,
        token_hex=lambda size: chance.randbytes(size).hex(),
        choice=chance.choice,
        randbelow=chance.randrange,
    )


def live(seed: int, *, tables: int) -> Counter[str]:
    with time_machine.travel(BEGIN, tick=False) as clock, bots_choosing(first_move), no_secrets(Random(-seed)):
        world = World(seed, tables, clock)
        happened = world.live()
        assert Game.objects.filter(status=Game.Status.CLOSED).count() == 1
        assert Notice.objects.filter(kind=Notice.Kind.TABLE_EXPIRED).count() == 2
        happened["plan"] = Move.objects.filter(by=Move.By.PLAN).count()
        for user in world.players:
            user.refresh_from_db()
            spans = time_off.holidays_of(user)
            assert all(end <= start for (_, end), (start, _) in pairwise(spans))
            taken = sum((end - start for start, end in spans), timedelta(0))
            assert taken <= (world.now - user.date_joined) * time_off.DAYS_A_YEAR / 365
    return happened


@pytest.mark.once
@pytest.mark.django_db
def test_in_sixty_days_nobody_is_timed_out_at_rest_and_no_time_and_no_notice_is_lost() -> None:
    happened = live(2, tables=3)
    assert set(happened) >= {
        "outage",
        "sent",
        "stale",
        "held_back",
        "lost",
        "timeout",
        "holiday",
        "warning",
        "returned",
    }


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2, 8))
def test_in_six_times_sixty_days_at_twenty_tables_the_same_holds(seed: int) -> None:
    live(seed, tables=20)
