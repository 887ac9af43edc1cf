"""Fit the linear policy to collected decisions: ``python -m games.bots.training.fit --help``.

First the weights are fitted to the differences of cost between the cards of a decision (least squares), then so that
the cards chosen cost least (the expected cost of a choice by softmax, downhill). One decision in ten is held back and
the regret on those is printed. Writes the weights of one number of players into ``weights.json``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from math import exp
from pathlib import Path

from games.engine.rules import PLAYERS

from ..features import NUMBER_OF_WEIGHTS
from ..linear import FILE, Weights

Decision = tuple[tuple[float, ...], tuple[tuple[int, ...], ...]]  # costs by card, places of the weights by card

SHARPNESS = 12.0  # of the softmax, per point
SHRINK = 1e-5  # of each weight touched, at each step: weights seldom seen stay small


def load(files: Sequence[Path], kind: str) -> list[Decision]:
    decisions = []
    for file in files:
        with file.open() as lines:
            for line in lines:
                found = json.loads(line)
                if found["kind"] == kind:
                    cards = found["cards"]
                    decisions.append((tuple(card[0] for card in cards), tuple(tuple(card[1:]) for card in cards)))
    return decisions


def regret(weights: list[float], decisions: Sequence[Decision]) -> float:
    """Return the mean cost of the cards chosen over the cheapest."""
    lost = 0.0
    for costs, cards in decisions:
        worths = [sum([weights[place] for place in places]) for places in cards]
        lost += costs[worths.index(min(worths))] - min(costs)
    return lost / len(decisions)


def step_by_squares(weights: list[float], decision: Decision, rate: float) -> None:
    costs, cards = decision
    worths = [sum([weights[place] for place in places]) for places in cards]
    level = (sum(worths) - sum(costs)) / len(costs)
    for worth, cost, places in zip(worths, costs, cards, strict=True):
        change = rate * (worth - cost - level)
        for place in places:
            weights[place] -= change + SHRINK * weights[place]


def step_by_choice(weights: list[float], decision: Decision, rate: float) -> None:
    costs, cards = decision
    worths = [sum([weights[place] for place in places]) for places in cards]
    least = min(worths)
    chances = [exp(-SHARPNESS * (worth - least)) for worth in worths]
    total = sum(chances)
    expected = sum(chance * cost for chance, cost in zip(chances, costs, strict=True)) / total
    for chance, cost, places in zip(chances, costs, cards, strict=True):
        change = rate * SHARPNESS * chance / total * (cost - expected)
        for place in places:
            weights[place] += change - SHRINK * weights[place]


def fit(decisions: list[Decision], size: int, rng: random.Random, note: str) -> list[float]:
    """Return the weights of one kind of decision.

    :raises ValueError: if there are so few that none can be held back.
    """
    if len(decisions) < 10:
        raise ValueError(f"{note}: {len(decisions)} decisions are too few")
    rng.shuffle(decisions)
    held_back, seen = decisions[: len(decisions) // 10], decisions[len(decisions) // 10 :]
    weights = [0.0] * size
    for step, passes, first in ((step_by_squares, 10, 0.02), (step_by_choice, 10, 0.01)):
        for number in range(passes):
            rng.shuffle(seen)
            for decision in seen:
                step(weights, decision, first * (1 - number / passes))
        lost, lost_unseen = regret(weights, seen), regret(weights, held_back)
        note += f"; {step.__name__}: regret {lost:.4f}, held back {lost_unseen:.4f}"
    sys.stderr.write(f"{note} ({len(seen)} decisions)\n")
    return [round(weight, 3) for weight in weights]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="what `collect` wrote")
    parser.add_argument("--players", type=int, default=4, choices=PLAYERS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=FILE)
    options = parser.parse_args()
    rng = random.Random(options.seed)  # nosec B311 # noqa: S311 - a measurement
    try:
        weights: Weights = {
            kind: fit(load(options.files, kind), size, rng, f"{options.players} players, {kind}")
            for kind, size in NUMBER_OF_WEIGHTS.items()
        }
    except (OSError, LookupError, ValueError) as error:
        parser.error(f"This is not enough to fit weights to: {error}.")
    kept = json.loads(options.into.read_text()) if options.into.exists() else {}
    kept[str(options.players)] = weights
    options.into.write_text(json.dumps(kept, separators=(",", ":"), sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
