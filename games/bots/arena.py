"""The arena: one bot against copies of another on the same deals, so that luck is shared out evenly."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import TypeAlias

from games.engine.cards import Card
from games.engine.game import GameState, winners_of
from games.engine.hand import HandState
from games.engine.rules import Rules, Seat
from games.engine.shuffle import deal
from games.engine.view import view_from

from .player import Player

Totals: TypeAlias = tuple[int, ...]
Held: TypeAlias = tuple[tuple[Card, ...], ...]  # by seat


@dataclass(slots=True)
class Bench:
    """The players at the table, and how long *watched* took for each decision that was one (seconds)."""

    players: Sequence[Player]
    watched: Seat
    budget: float
    times: list[float] = field(default_factory=list)

    def play_hand(self, state: HandState, totals: Totals, rng: random.Random, hands_played: int = 0) -> HandState:
        """Play a hand to its end, after so many others of the game."""
        while (seat := state.to_play) is not None:
            view = view_from(state, seat)
            began = time.thread_time()
            move = self.players[seat].choose(view, totals, rng, self.budget, hands_played)
            if seat == self.watched and len(view.legal) != 1:
                self.times.append(time.thread_time() - began)
            state = state.move(move)
        return state


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its standard error over *number* independent deals or games."""

    mean: float
    error: float
    number: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        return cls(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0, len(values))


@dataclass(frozen=True, slots=True)
class Result:
    """What a duel gave: points a hand or shares of games won, and the times of the decisions with a choice."""

    figure: Figure
    times: tuple[float, ...]

    @property
    def mean_time(self) -> float:
        """The mean time of a decision with a choice (seconds)."""
        return fmean(self.times) if self.times else 0.0

    def time_at(self, part: float) -> float:
        """Return the time (seconds) that *part* of the decisions did not pass."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def duel_hands(
    rules: Rules, one: Player, others: Player, *, deals: int, seed: int, on_deal: Callable[[], None] = lambda: None
) -> Result:
    """Play each deal once from every seat with *one* there and *others* round it; give its mean points a hand."""
    times: list[float] = []
    means = []
    for number in range(deals):
        rng = _chance(f"{seed} deal {number}")
        start = HandState.start(rules, _dealt(rules, rng), dealer=rng.randrange(rules.players))
        points = []
        for seat in range(rules.players):
            bench = _bench(rules, one, others, seat, times)
            over = bench.play_hand(start, (0,) * rules.players, _chance(f"{seed} play {number}"))
            points.append(over.points()[seat])
        means.append(fmean(points))
        on_deal()
    return Result(Figure.of(means), tuple(times))


def duel_games(
    rules: Rules, one: Player, others: Player, *, games: int, seed: int, on_game: Callable[[], None] = lambda: None
) -> Result:
    """Play whole games, each set of deals once from every seat; give the share of games won (a shared win by share)."""
    times: list[float] = []
    shares = []
    for number in range(-(-games // rules.players)):
        won = []
        for seat in range(rules.players):
            totals = _play_game(rules, _bench(rules, one, others, seat, times), seed, number)
            winners = winners_of(totals)
            won.append(1 / len(winners) if seat in winners else 0.0)
            on_game()
        shares.append(fmean(won))
    return Result(Figure.of(shares), tuple(times))


def _play_game(rules: Rules, bench: Bench, seed: int, number: int) -> Totals:
    deals = _deals(rules, _chance(f"{seed} game {number}"))
    rng = _chance(f"{seed} play {number}")
    game = GameState(rules)
    while not game.is_over:
        dealer, held = next(deals)
        game = game.deal(held, dealer=dealer)
        over = bench.play_hand(game.hands[-1], game.totals, rng, len(game.hands) - 1)
        game = game._replace(hands=(*game.hands[:-1], over))
    return game.totals


def _deals(rules: Rules, rng: random.Random) -> Iterator[tuple[Seat, Held]]:
    dealer = rng.randrange(rules.players)
    while True:
        yield dealer, _dealt(rules, rng)
        dealer = rules.left_of(dealer)


def _dealt(rules: Rules, rng: random.Random) -> Held:
    return deal(rng.sample(rules.pack, len(rules.pack)), rules.players)


def _bench(rules: Rules, one: Player, others: Player, seat: Seat, times: list[float]) -> Bench:
    players = [others] * rules.players
    players[seat] = one
    return Bench(players, seat, float("inf"), times)


def _chance(name: str) -> random.Random:
    """Return a source that gives the same numbers for the same name, so that a duel can be played again."""
    return random.Random(name)  # nosec B311 # noqa: S311 - a measurement
