"""The search keeps to its time, and sees no more than it should."""

from __future__ import annotations

import random
import time

import pytest

from games.bots import thinking
from games.bots.knowledge import Knowledge, read
from games.bots.levels import BUDGET, LEVELS, player_of
from games.bots.search import CHECK, Search, candidates_of
from games.bots.thinking import cast_of
from games.bots.worlds import Worlds
from games.engine.rules import Rules
from games.engine.view import SeatView, view_from

from .tables import hand_of, last_jack_to_take_or_to_duck, random_hand

RULES = Rules()


class Clock:
    """A clock that goes on by a second each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def search_of(worlds: int, seat: int, clock=time.thread_time, keep: float = 0.0) -> Search:
    return Search([cast_of("h0", "h0", RULES, seat)], worlds, keep, clock=clock)


@pytest.mark.parametrize(("budget", "looks"), [(0.5, 1), (2.5, 3), (100.0, 10)])
def test_it_stops_at_the_first_look_at_the_clock_after_the_budget(budget, looks):
    state = random_hand(RULES, random.Random(1))
    knowledge = read(view_from(state, state.to_play))
    search = search_of(10 * CHECK, knowledge.seat, Clock())
    found = search.look(knowledge, Worlds(knowledge, random.Random(1)), sum, budget)
    assert {len(it.costs) for it in found} == {looks * CHECK}


@pytest.mark.parametrize("level", LEVELS)
def test_a_single_legal_card_is_played_without_a_thought(level, monkeypatch):
    def read_it(view: SeatView) -> Knowledge:
        raise AssertionError("there is nothing to think about")

    monkeypatch.setattr(thinking, "read", read_it)
    state = hand_of("7S", "8S 7H 8H 9H TH AH JH QH", "9S TS", "", dealer=3).play(RULES.pack[0])
    view = view_from(state, 1)
    assert len(view.legal) == 1

    class NoChance(random.Random):
        def random(self) -> float:
            raise AssertionError("there is nothing to think about")

    assert player_of(level).choose(view, (0, 0, 0, 0), NoChance(), 0.0) is view.legal[0]


@pytest.mark.parametrize("level", ["stand_in", "master"])
def test_a_first_lead_of_a_level_keeps_to_its_budget(level):
    began = time.thread_time()
    state = random_hand(RULES, random.Random(2))
    player_of(level).choose(view_from(state, state.to_play), (0, 0, 0, 0), random.Random(1), BUDGET[level])
    assert time.thread_time() - began < BUDGET[level] + 0.2  # the tables may have to be filled first


def test_what_is_dropped_early_is_never_chosen():
    state = random_hand(RULES, random.Random(8))
    knowledge = read(view_from(state, state.to_play))
    me = knowledge.seat
    source = Worlds(knowledge, random.Random(1))
    found = search_of(96, me, keep=1.0).look(knowledge, source, lambda points: points[me])
    assert len(found) == len(candidates_of(knowledge))
    most = max(len(it.costs) for it in found)
    assert len(found[0].costs) == most
    assert any(len(it.costs) < most for it in found)


def test_of_two_cards_it_prefers_the_one_that_costs_less_in_every_world():
    state = last_jack_to_take_or_to_duck(random.Random(4))
    knowledge = read(view_from(state, state.to_play))
    me = knowledge.seat
    source = Worlds(knowledge, random.Random(1))
    found = search_of(20, me).look(knowledge, source, lambda points: points[me])
    assert [it.mean - found[0].mean for it in found] == [0, 1]
    assert state.play(knowledge.layout.cards[found[0].bit]).leader != me


def test_the_effort_is_shared_out_over_the_cards_to_look_at_and_those_still_to_be_played():
    first = random_hand(RULES, random.Random(8))
    late = last_jack_to_take_or_to_duck(random.Random(4))
    worlds = []
    for state in (first, late):
        knowledge = read(view_from(state, state.to_play))
        search = Search([cast_of("h0", "h0", RULES, knowledge.seat)], 500, 0.0, effort=8_000)
        worlds.append(len(search.look(knowledge, Worlds(knowledge, random.Random(1)), sum)[0].costs))
    assert 24 <= worlds[0] < 100
    assert worlds[1] == 500
