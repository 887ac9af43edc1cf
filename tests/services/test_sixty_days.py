"""Sixty days of virtual time at several tables: players in eight zones sleep, go on holiday, stay away and come back.

One seed in every run; two thousand in the long one.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import time_machine

from accounts import time_off
from accounts.models import User
from games.clock import left_at
from games.models import Game, Holder, Move, Notice, Seat
from games.services.absence import take_back
from games.services.clocks import allowed, pauses_of
from games.services.errors import GameError
from games.services.overdue import play_due_games
from tests.builders import bots_choosing, cards_to_play, dealing, make_game, make_user, move_once

from .consistency import check_game

ZONES = (
    "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo", "Europe/Paris", "Pacific/Apia", "America/New_York",
    "Asia/Tokyo", "Africa/Cairo",
)  # fmt: skip
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEGIN = datetime(2027, 3, 1, tzinfo=UTC)  # the clocks of Paris, New York and Lord Howe change in the weeks that follow
CLOCKS: tuple[dict[str, Any], ...] = (
    {"move_time": DAY},
    {"move_time": 4 * HOUR, "bank": 24 * HOUR, "cap": 72 * HOUR},
    {"move_time": 3 * DAY},
    {"move_time": 12 * HOUR, "bank": 72 * HOUR, "cap": 120 * HOUR, "turns_to_miss": 1},
    {"move_time": DAY, "time_off": False},
)


class World:
    """Players and their tables, on a clock that goes on by hours."""

    def __init__(self, seed: int, tables: int, clock: time_machine.Traveller) -> None:
        self.chance, self.clock = Random(seed), clock
        self.players = [self._player(zone) for zone in ZONES]
        self.away: set[int] = set()  # who does not look at the site at all
        self.games = [self._table() for _ in range(tables)]

    def _player(self, zone: str) -> User:
        user = make_user(time_zone=zone, date_joined=BEGIN - self.chance.randint(10, 900) * DAY)
        night = self.chance.choice([(None, None), (time(22), time(7)), (time(23, 30), time(6, 15)), (time(1), time(9))])
        days = self.chance.sample(range(7), self.chance.randint(0, 2))
        auto = self.chance.random() < 0.3
        time_off.set_rest(user, start=night[0], end=night[1], days=days, takes_holidays=auto)
        return user

    def _table(self) -> Game:
        return make_game(*self.chance.sample(self.players, 4), target=5, terms=self.chance.choice(CLOCKS))

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)

    def live(self, days: int) -> None:
        end = self.now + days * DAY
        while self.now < end and Game.objects.filter(status="active").exists():
            self.clock.shift(timedelta(minutes=self.chance.randint(30, 240)))
            self.sweep()
            for user in self.players:
                self.let_live(user)
            self.check_turns()

    def sweep(self) -> None:
        """Play what is due, and look first whether it may be."""
        for game, player in self.persons_turns():
            if game.due_at is not None and game.due_at <= self.now:
                assert game.turn_began is not None
                assert game.deadline is not None
                assert game.to_play is not None
                time_left = left_at(
                    game.deadline, game.turn_began, allowed(game, game.to_play), self.pauses(game, player)
                )
                assert time_left == timedelta(0), (game, player)
        play_due_games(now=self.now)

    def let_live(self, user: User) -> None:
        chance = self.chance.random()
        if chance < 0.004:
            self.away ^= {user.pk}
        elif chance < 0.008:
            with suppress(time_off.HolidayRefused):
                time_off.start_holiday(user, self.chance.randint(1, 9) * DAY, now=self.now)
        elif chance < 0.012:
            with suppress(time_off.HolidayRefused):
                time_off.end_holiday(user, now=self.now)
        elif user.pk not in self.away and chance < 0.5:
            self.play(user)

    def play(self, user: User) -> None:
        """Take back every seat that a bot holds, and move wherever it is their turn."""
        for seat in Seat.objects.filter(user=user, holder=Holder.STAND_IN, game__status="active").select_related(
            "game"
        ):
            with suppress(GameError):
                take_back(slug=seat.game.slug, user=user)
        for game in Game.objects.awaiting(user):
            before = Game.objects.get(pk=game.pk)
            move_once(game)
            self.check_bank(before, user)

    def check_bank(self, before: Game, user: User) -> None:
        """What was left is what the time that counted has left: conserved over every pause."""
        move = Move.objects.filter(hand__game=before).latest("entry")
        assert move.by == "player"
        if before.bank is None:
            assert move.left is None
            return
        assert before.turn_began is not None
        assert before.to_play is not None
        user.refresh_from_db()
        left = left_at(move.created, before.turn_began, allowed(before, before.to_play), self.pauses(before, user))
        assert move.left == left // timedelta(microseconds=1)

    def check_turns(self) -> None:
        """No deadline lies in a pause, or earlier than without one; whoever is to play has been told."""
        for game, player in self.persons_turns():
            assert game.deadline is not None
            assert game.turn_began is not None
            assert game.deadline >= game.turn_began + allowed(game, game.to_play or 0)
            pause = next((p for p in self.pauses(game, player) if p.end > game.deadline), None)
            assert pause is None or not pause.start <= game.deadline < pause.end, (game, pause)
            moment = {"game": game, "user": player, "hand_number": game.hand_number, "ply": game.ply}
            assert Notice.objects.filter(kind="your_turn", **moment).count() == 1

    def persons_turns(self) -> list[tuple[Game, User]]:
        turns = []
        for game in Game.objects.filter(status="active"):
            seat = Seat.objects.select_related("user").get(game=game, number=game.to_play or 0)
            if seat.holder == Holder.PERSON and seat.user is not None:
                turns.append((game, seat.user))
        return turns

    def pauses(self, game: Game, player: User) -> Any:
        return pauses_of(game, player)


def live(seed: int, *, tables: int) -> World:
    with time_machine.travel(BEGIN, tick=False) as clock, bots_choosing(lambda view: cards_to_play(view)[0]), dealing():
        world = World(seed, tables, clock)
        world.live(60)
        for game in world.games:
            check_game(game.pk)
        for user in world.players:
            user.refresh_from_db()
            spans = time_off.holidays_of(user)
            assert all(end <= start for (_, end), (start, _) in pairwise(spans))
            assert (
                sum((end - start for start, end in spans), timedelta(0))
                <= 30 * DAY * ((world.now - user.date_joined) / (365 * DAY)) + 9 * DAY
            )
    return world


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1])
def test_in_sixty_days_nobody_is_timed_out_at_rest_and_no_time_is_lost(seed: int) -> None:
    live(seed, tables=2)
    assert Move.objects.filter(by="player").exists()


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2000))
def test_in_many_times_sixty_days_the_same_holds(seed: int) -> None:
    live(seed, tables=3)
