"""Bots that play at sight, by a policy, and bots that search."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import cache
from math import inf
from statistics import fmean

from games.engine.cards import Bits
from games.engine.hand import Declaration, Move
from games.engine.rules import FAILED_GENERAL, Rules, Seat
from games.engine.view import SeatView

from .fast import play_out
from .general import make, play_out_general, should_declare, stop, sure_tricks
from .habits import Habit, Soft, Strict, plays_seen
from .heuristics import H0, H1
from .knowledge import Knowledge, read
from .layout import layout_for
from .likely import LikelyWorlds
from .linear import Linear
from .player import forced_move
from .policy import Cast, Policy
from .search import Casting, Cost, Finish, Search, candidates_of
from .standing import cost_for
from .worlds import DeclarersWorlds, Worlds

POLICIES: dict[str, type[Policy]] = {"h0": H0, "h1": H1, "linear": Linear}

UNSURE = 2  # sure tricks a hand may lack for the general to be thought about
GENERAL_WORLDS = 40
MARGIN = 0.1  # points by which the general must seem the better choice


@cache
def policy_of(name: str, ace_high: bool, players: int) -> Policy:
    """Return a policy with its tables, which all moves of this process share."""
    return POLICIES[name](layout_for(ace_high), players)


@cache
def cast_of(mine: str, theirs: str, rules: Rules, seat: Seat) -> Cast:
    """Return a cast in which *seat* plays one policy and all others another."""
    return cast_by_seat(tuple(mine if other == seat else theirs for other in range(rules.players)), rules.ace_high)


@cache
def cast_by_seat(names: tuple[str, ...], ace_high: bool) -> Cast:
    """Return the cast in which each seat plays the policy named."""
    return Cast([policy_of(name, ace_high, len(names)) for name in names])


@cache
def habits_of(ace_high: bool, players: int) -> tuple[tuple[Habit, float], ...]:
    """Return the habits a seat may have, each with how likely it is before anything is seen."""
    linear = policy_of("linear", ace_high, players)
    assert isinstance(linear, Linear)
    strict = [(Strict(name, policy_of(name, ace_high, players)), 0.25) for name in ("h1", "h0")]
    return ((Soft(linear), 0.5), *strict)


@dataclass(frozen=True, slots=True)
class AtSight:
    """Plays a policy, and the general by its own rules. *slips* is the part of its cards played without a thought."""

    policy: str
    slips: float = 0.0

    def choose(
        self,
        view: SeatView,
        totals: tuple[int, ...],
        rng: random.Random,
        budget: float,
        hands_played: int | None = None,
    ) -> Move:
        forced = forced_move(view)
        if forced is not None:
            return forced
        knowledge = read(view)
        if view.must_declare:
            return declaration_at_sight(knowledge)
        if self.slips and rng.random() < self.slips:
            return rng.choice(view.legal)
        if knowledge.general_is_alive:
            return knowledge.layout.cards[_card_for_general(knowledge)]
        policy = policy_of(self.policy, view.rules.ace_high, view.rules.players)
        return knowledge.layout.cards[policy.choose(knowledge)]


def declaration_at_sight(knowledge: Knowledge) -> Declaration:
    """Return ``"general"`` with a hand of winners alone."""
    opponents, leads = knowledge.rules.players - 1, knowledge.leader == knowledge.seat
    return "general" if should_declare(knowledge.mine, knowledge.out, opponents, leads=leads) else "pass"


def _card_for_general(knowledge: Knowledge) -> int:
    if knowledge.declarer == knowledge.seat:
        return make(knowledge.mine, knowledge.out, knowledge.best, knowledge.after)
    takes = bool(knowledge.table) and knowledge.taker == knowledge.declarer
    jacks = knowledge.layout.jacks
    return stop(knowledge.mine, knowledge.out, knowledge.best, declarer_takes=takes, jacks=jacks)


@dataclass(frozen=True, slots=True)
class Searcher:
    """Flat Monte Carlo. *casts* names who plays the worlds in turn: the policy of its own seat and of the others.

    *worlds*, *effort* and *keep* say how long to look (see `Search`). *for_game* counts what the points mean for the
    game; else the points of the hand alone count. With a *pool*, worlds come from so many, by how well they explain the
    plays seen, and each is played out by the habits that do (see `LikelyWorlds`).
    """

    casts: tuple[tuple[str, str], ...]
    worlds: int
    effort: float = inf
    keep: float = 2.5
    for_game: bool = True
    pool: int = 0

    def choose(
        self,
        view: SeatView,
        totals: tuple[int, ...],
        rng: random.Random,
        budget: float,
        hands_played: int | None = None,
    ) -> Move:
        forced = forced_move(view)
        if forced is not None:
            return forced
        began = time.thread_time()
        knowledge = read(view)
        cost = self._cost(knowledge, totals, hands_played)
        casts = [cast_of(mine, theirs, view.rules, knowledge.seat) for mine, theirs in self.casts]
        if view.must_declare:
            return self._declaration(knowledge, casts[0], cost, rng, began + budget)
        alike = candidates_of(knowledge)
        if len(alike) == 1:
            return knowledge.layout.cards[alike[0].bit]
        finish, source = way_of(knowledge, rng)
        casting = None
        if self.pool and knowledge.declarer is None:
            source = likely = likely_worlds(view, knowledge, rng, self.pool, began + budget * 2 / 3)
            casting = casting_by_habits(likely, self.casts[0][0], view.rules)
        worlds = min(GENERAL_WORLDS, self.worlds) if knowledge.general_is_alive else self.worlds
        search = Search(casts, worlds, self.keep, self.effort, finish, casting=casting)
        candidates = search.look(knowledge, source, cost, began + budget - time.thread_time())
        return knowledge.layout.cards[candidates[0].bit]

    def _cost(self, knowledge: Knowledge, totals: tuple[int, ...], hands_played: int | None) -> Cost:
        seat = knowledge.seat
        if self.for_game:
            return cost_for(knowledge.rules, totals, seat, hands_played)
        return lambda points: points[seat]

    def _declaration(
        self, knowledge: Knowledge, cast: Cast, cost: Cost, rng: random.Random, deadline: float
    ) -> Declaration:
        """Declare the general where it costs less, over some worlds, than playing the hand without one."""
        players, seat = knowledge.rules.players, knowledge.seat
        if sure_tricks(knowledge.mine, knowledge.out, players - 1) < knowledge.rules.hand_size - UNSURE:
            return "pass"
        source = Worlds(knowledge, rng)
        gains = []
        for _ in range(GENERAL_WORLDS):
            hands = source.draw()
            without = cost(play_out(hands[:], knowledge.leader, [0] * players, cast))
            gains.append(without - cost(play_out_general(hands, knowledge.leader, [0] * players, cast, seat)))
            if time.thread_time() > deadline:
                break
        return "general" if fmean(gains) > MARGIN else "pass"


def likely_worlds(
    view: SeatView, knowledge: Knowledge, rng: random.Random, pool: int, deadline: float = inf
) -> LikelyWorlds:
    """Return the worlds that explain what the view shows of the other seats' plays."""
    habits = habits_of(view.rules.ace_high, view.rules.players)
    return LikelyWorlds(knowledge, rng, plays_seen(view, knowledge.layout), habits, pool, deadline=deadline)


def casting_by_habits(source: LikelyWorlds, mine: str, rules: Rules) -> Casting:
    """Return who plays a world: the own seat by the policy *mine*, each other by a habit that explains its plays."""

    def cast(hands: list[Bits]) -> Cast:
        return cast_by_seat(tuple(habit.policy if habit else mine for habit in source.habits_in(hands)), rules.ace_high)

    return cast


def way_of(knowledge: Knowledge, rng: random.Random) -> tuple[Finish, Worlds]:
    """Return how to play worlds out at a turn, and where they come from."""
    if knowledge.general_is_alive:
        source = Worlds if knowledge.declarer == knowledge.seat else DeclarersWorlds
        return _finish_general(knowledge.declarer or 0), source(knowledge, rng)
    if knowledge.declarer is not None:
        return _finish_failed(knowledge.declarer), Worlds(knowledge, rng)
    return play_out, Worlds(knowledge, rng)


def _finish_general(declarer: Seat) -> Finish:
    """Return how a hand with a living general is played out from after a card."""

    def finish(hands, seat, points, cast, table, best, taker, after):  # type: ignore[no-untyped-def]
        if not table and seat != declarer:  # the card completed a trick that another took
            points[declarer] += FAILED_GENERAL
            return play_out(hands, seat, points, cast)
        return play_out_general(hands, seat, points, cast, declarer, table, best, taker, after)

    return finish


def _finish_failed(declarer: Seat) -> Finish:
    """Return how a hand whose general has failed is played out: it has cost its declarer 5."""

    def finish(*state) -> list[int]:  # type: ignore[no-untyped-def]
        points = play_out(*state)
        points[declarer] += FAILED_GENERAL
        return points

    return finish
