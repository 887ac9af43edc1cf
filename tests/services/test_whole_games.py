"""Games played from opening to end by all that can happen in them, checked after every deed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any
from unittest import mock

import time_machine
from django.contrib.auth.models import AnonymousUser
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.clock import GRACE
from games.engine import record
from games.engine.hand import IllegalMove, Move
from games.engine.rules import PLAYERS, Rules
from games.models import Game, Seat
from games.services import overdue, seating
from games.services.absence import resign, take_back
from games.services.errors import GameError
from games.services.looking import record_of
from games.services.overdue import play_game
from games.services.play import play
from tests.builders import make_user, state_of
from tests.engine.strategies import any_move, chances

from .consistency import check_game

MOVE_TIMES = [timedelta(minutes=1), timedelta(days=1), timedelta(days=14)]


class Evening:
    """One table and everybody round it, with a clock that stands still between deeds."""

    def __init__(self, rules: Rules, persons: int, chance: Random, clock: time_machine.Traveller) -> None:
        self.chance, self.clock = chance, clock
        self.users = [make_user() for _ in range(persons)]
        self.viewers: list[User | AnonymousUser] = [*self.users, make_user(), AnonymousUser()]
        move_time, access = chance.choice(MOVE_TIMES), chance.choice(["public", "link"])
        bank, cap = chance.choice([(None, None), (timedelta(hours=3), timedelta(days=14))])
        table = seating.open_table(
            host=self.users[0],
            rules=rules,
            move_time=move_time,
            bank=bank,
            cap=cap,
            turns_to_miss=chance.randint(1, 3),
            access=access,
        )
        self.slug, self.game = table.slug, Game.objects.get(slug=table.slug)
        self.check(version=1)
        for user in self.users[1:]:
            self.do(lambda user=user: seating.join(slug=self.slug, user=user, invite=table.invite))  # type: ignore[misc]
        if self.game.status == "open":
            self.do(lambda: seating.start(slug=self.slug, user=self.users[0]))

    def do(self, deed: Callable[[], object]) -> None:
        """Do one thing some time later: if it is not refused, the version goes up by one; then all must hold."""
        self.clock.shift(self.chance.choice([0, 1, 3600]))
        version = self.game.version
        try:
            deed()
        except (GameError, IllegalMove):
            self.check(version)
        else:
            self.check(version + 1)

    def check(self, version: int) -> None:
        self.game.refresh_from_db()
        assert self.game.version == version
        check_game(self.game.pk, self.viewers)

    def go_on(self) -> None:
        """Let one of the things happen that can happen in a game being played."""
        chance = self.chance
        what = chance.choices(["turn", "time_out", "resign", "take_back", "intrude"], [80, 8, 1, 6, 5])[0]
        event(what)
        if what == "resign":
            self.do(lambda: resign(slug=self.slug, user=chance.choice(self.users)))
        elif what == "take_back":
            self.do(lambda: take_back(slug=self.slug, user=chance.choice(self.users)))
        elif what == "intrude":
            self.do(self.intrude)
        elif what == "time_out" or self.is_bots_turn():
            assert self.game.deadline is not None
            due = self.game.deadline if self.is_bots_turn() else self.game.deadline + GRACE
            if due > datetime.now(due.tzinfo):
                self.clock.move_to(due)
            self.do(self.play_due_turn)
        else:
            self.do(self.play_turn)

    def is_bots_turn(self) -> bool:
        return Seat.objects.get(game=self.game, number=self.game.to_play or 0).is_played_by_bot

    def play_due_turn(self) -> None:
        assert play_game(self.game.pk) == 1

    def play_turn(self) -> None:
        state = state_of(self.game)
        user = Seat.objects.get(game=self.game, number=state.to_play or 0).user
        play(slug=self.slug, user=user, ply=state.ply, move=any_move(state, self.chance))

    def intrude(self) -> None:
        """Somebody sends any move at all: it is refused, unless it is the right one by accident."""
        rules, state = self.game.rules, state_of(self.game)
        moves: list[Move] = [*rules.pack, "pass", "general"]
        move = self.chance.choice(moves)
        ply = self.chance.choice([state.ply, state.ply - 1, 0])
        before = self.game.version
        play(slug=self.slug, user=self.chance.choice(self.viewers), ply=ply, move=move)
        self.game.refresh_from_db()
        if self.game.version == before:
            raise GameError  # it was a move made before, sent again


@st.composite
def short_rules(draw: st.DrawFn) -> Rules:
    length: dict[str, Any] = draw(
        st.sampled_from([{"target": 5}, {"target": None, "hands": 1}, {"target": None, "hands": 3}])
    )
    flags: dict[str, bool] = {name: draw(st.booleans()) for name in ("ace_high", "general", "short_hands")}
    return Rules(players=draw(st.sampled_from(PLAYERS)), **length, **flags)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(rules=short_rules(), chance=chances(), data=st.data())
def test_whatever_happens_the_copies_follow_the_log_and_nobody_sees_hidden_cards(
    db: None, rules: Rules, chance: Random, data: st.DataObject
) -> None:
    persons = data.draw(st.integers(1, rules.players))
    with (
        time_machine.travel("2026-03-01T12:00:00Z", tick=False) as clock,
        mock.patch.object(overdue, "MOST_MOVES_AT_ONCE", 1),
    ):
        evening = Evening(rules, persons, chance, clock)
        while evening.game.status == "active":
            evening.go_on()
    assert evening.game.status == "finished"
    written = record_of(slug=evening.slug, user=evening.users[0])
    assert [list(points) for points in record.read(written).points] == evening.game.points
