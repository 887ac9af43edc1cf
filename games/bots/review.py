"""What each card of a hand that is over was worth, so that a player learns which card cost what.

A move is judged by what its seat could know: each legal card is played out in the same worlds that agree with what the
seat had seen, by the policies of the search, and is worth the points the hand then costs the seat on average. What it
is worth with all cards open stands beside it and judges nobody. The chance is drawn from names, so the same hand
reviewed twice gives the same figures.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import sqrt
from statistics import fmean
from typing import Any, Final

from games.engine.cards import Bits, Card, cards_in
from games.engine.hand import HandState, Move, replay
from games.engine.rules import Rules, Seat
from games.engine.view import view_from

from .fast import play_out
from .general import play_out_general
from .knowledge import Knowledge, read
from .layout import shift_of
from .levels import CASTS
from .policy import Cast
from .reasons import Reason, why, why_declare
from .search import Candidate, Search
from .thinking import cast_of, policy_of, way_of
from .worlds import Worlds

METHOD: Final = "polignac-review/1"
WORLDS: Final = 300
MOMENTS: Final = 3  # plays that mattered most, at most
LEAST_REGRET: Final = 0.15  # points a play must have cost to be spoken of …
SURE: Final = 2.5  # … and standard errors


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move. *worth* is the points it was to cost its seat in this hand: less is better."""

    move: Move
    worth: float  # as the seat could know
    hindsight: float  # with all cards open


@dataclass(frozen=True, slots=True)
class Play:
    """A move that was made, and what else might have been."""

    ply: int
    seat: Seat
    move: Move
    options: tuple[Option, ...]  # cards sorted by suit, then from low to high
    regret: float  # points by which the move was dearer than the best
    error: float  # the standard error of that
    better: Move | None  # the best move, where the one made cost enough to be spoken of
    reason: Reason | None  # why it was better


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand reviewed. *accuracy* is by seat: of what its cards could lose, the part, 0 to 1, that they did not.

    It is None for a seat that had nothing to choose. Declarations do not count: nearly all who could declare the
    general would lose by it; nor do moves that a bot made in a player's place. *moments* are the plies that mattered
    most, in order.
    """

    worlds: int
    plays: tuple[Play, ...]
    accuracy: tuple[float | None, ...]
    moments: tuple[int, ...]


def review_hand(
    start: HandState, moves: Sequence[Move], *, worlds: int = WORLDS, covered: Collection[int] = ()
) -> HandReview:
    """Review the hand that begins with *start* and is over after *moves*.

    The moves of the plies *covered* were made by a bot in a player's place: they are no part of the player's accuracy.

    :raises ValueError: if it is not over.
    :raises IllegalMove: at the first move that the rules forbid.
    """
    if not replay(start, moves).is_over:
        raise ValueError("A hand is reviewed when it is over.")
    plays, state = [], start
    for move in moves:
        plays.append(review_move(state, move, worlds=worlds))
        state = state.move(move)
    own = [play for play in plays if play.ply not in covered]
    accuracy = tuple(_accuracy([play for play in own if play.seat == seat]) for seat in range(start.rules.players))
    dearest = sorted((play for play in plays if play.better is not None), key=lambda play: (-play.regret, play.ply))
    moments = tuple(sorted(play.ply for play in dearest[:MOMENTS]))
    return HandReview(worlds, tuple(plays), accuracy, moments)


def review_move(state: HandState, move: Move, *, worlds: int = WORLDS) -> Play:
    """Review a move that its seat made in *state*."""
    seat = state.to_play
    if seat is None:
        raise ValueError("Nobody is to play.")
    knowledge = read(view_from(state, seat))
    rng = random.Random(f"{METHOD} {state.ply}")  # nosec B311 # noqa: S311 - the same each time, on purpose
    look = _declarations if state.must_declare else _cards
    options, costs = look(state, knowledge, rng, worlds)
    best = min(options, key=lambda option: option.worth).move
    regret, error = _difference(costs[move], costs[best])
    matters = regret >= LEAST_REGRET and regret > SURE * error
    reason = _why(knowledge, best, move) if matters else None
    return Play(state.ply, seat, move, options, round(regret, 3), round(error, 3), best if matters else None, reason)


def _why(knowledge: Knowledge, better: Move, chosen: Move) -> Reason:
    if isinstance(better, Card) and isinstance(chosen, Card):
        bits = knowledge.layout.bits
        return why(knowledge, bits[better.number], bits[chosen.number])
    return why_declare(better)


def _cards(
    state: HandState, knowledge: Knowledge, rng: random.Random, worlds: int
) -> tuple[tuple[Option, ...], dict[Move, list[float]]]:
    """Return the legal cards, and what each cost world by world; touching cards are one."""
    rules, seat, layout = knowledge.rules, knowledge.seat, knowledge.layout
    finish, source = way_of(knowledge, rng)
    casts = [cast_of(mine, theirs, rules, seat) for mine, theirs in CASTS]
    nothing_is_left = not (knowledge.out | knowledge.mine | sum(knowledge.table)) & layout.jacks
    if nothing_is_left and not knowledge.general_is_alive:
        worlds = 1
    found = Search(casts, worlds, 0.0, finish=finish).look(knowledge, source, lambda points: points[seat])
    hands = [layout.bits_of(cards_in(state.held(other))) for other in range(rules.players)]
    worth = {it.bit: (it.mean, _open(it, hands, finish, rules, seat)) for it in found}
    cost_of = {it.bit: it.costs for it in found}
    options: list[Option] = []
    costs: dict[Move, list[float]] = {}
    for card in state.legal_cards():
        bit = _stands_for(layout.bits[card.number], worth)
        options.append(Option(card, round(worth[bit][0], 3), round(worth[bit][1], 3)))
        costs[card] = cost_of[bit]
    return tuple(options), costs


def _stands_for(bit: Bits, candidates: dict[Bits, Any]) -> Bits:
    """Return the candidate that stands for a card: the highest that touches it."""
    return min(it for it in candidates if it >= bit and shift_of(it) == shift_of(bit))


def _open(it: Candidate, hands: list[Bits], finish: Any, rules: Rules, seat: Seat) -> float:
    """Return what a card costs with all cards open, over all ways in which the others may play."""
    costs = []
    for cast in _every_cast(rules.ace_high, rules.players, seat):
        held = hands[:]
        held[seat] ^= it.bit
        costs.append(finish(held, it.seat, it.points[:], cast, it.table, it.best, it.taker, it.after)[seat])
    return fmean(costs)


@cache
def _every_cast(ace_high: bool, players: int, seat: Seat) -> tuple[Cast, ...]:
    """Return the casts in which each other seat plays by the linear policy or by `h1`."""
    others = [policy_of(name, ace_high, players) for name in ("linear", "h1")]
    mine = policy_of("linear", ace_high, players)
    return tuple(Cast([*theirs[:seat], mine, *theirs[seat:]]) for theirs in product(others, repeat=players - 1))


def _declarations(
    state: HandState, knowledge: Knowledge, rng: random.Random, worlds: int
) -> tuple[tuple[Option, ...], dict[Move, list[float]]]:
    """Return what passing (if nobody else declares) and declaring the general cost, and each world by world."""
    rules, seat, leader = knowledge.rules, knowledge.seat, knowledge.leader
    casts = [cast_of(mine, theirs, rules, seat) for mine, theirs in CASTS]
    source = Worlds(knowledge, rng)
    costs: dict[Move, list[float]] = {"pass": [], "general": []}
    for number in range(worlds):
        hands, cast = source.draw(), casts[number % len(casts)]
        costs["pass"].append(_played(hands, leader, cast)[seat])
        costs["general"].append(_played(hands, leader, cast, declarer=seat)[seat])
    hands = [knowledge.layout.bits_of(cards_in(state.held(other))) for other in range(rules.players)]
    every = _every_cast(rules.ace_high, rules.players, seat)
    hindsight = {
        "pass": fmean(_played(hands, leader, cast)[seat] for cast in every),
        "general": fmean(_played(hands, leader, cast, declarer=seat)[seat] for cast in every),
    }
    options = tuple(Option(move, round(fmean(costs[move]), 3), round(hindsight[str(move)], 3)) for move in costs)
    return options, costs


def _played(hands: list[Bits], leader: Seat, cast: Cast, declarer: Seat | None = None) -> list[int]:
    if declarer is None:
        return play_out(hands[:], leader, [0] * len(hands), cast)
    return play_out_general(hands[:], leader, [0] * len(hands), cast, declarer)


def _difference(mine: list[float], best: list[float]) -> tuple[float, float]:
    """Return the mean by which *mine* is dearer, world by world, and its standard error."""
    differences = [one - other for one, other in zip(mine, best, strict=True)]
    mean = fmean(differences)
    variance = fmean([difference * difference for difference in differences]) - mean * mean
    return mean, sqrt(max(0.0, variance) / len(differences))


def _accuracy(plays: Sequence[Play]) -> float | None:
    plays = [play for play in plays if isinstance(play.move, Card)]
    lost = sum(play.regret for play in plays)
    worths = [[option.worth for option in play.options] for play in plays]
    at_stake = sum(max(costs) - min(costs) for costs in worths)
    return round(1 - lost / at_stake, 3) if at_stake >= 0.001 else None
