"""The linear policy: the worth of a card is a sum of a few fitted weights (`weights.json`, made by `training`)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypeAlias

from .features import of_following_card, of_free_card
from .layout import Layout
from .policy import Policy, Worth

Weights: TypeAlias = dict[str, list[float]]  # "lead", "follow", "discard"

FILE = Path(__file__).with_name("weights.json")


@cache
def fitted() -> dict[str, Weights]:
    """Return the weights of the repository by number of players (as text)."""
    weights: dict[str, Weights] = json.loads(FILE.read_text())
    return weights


class Linear(Policy):
    """Plays the card of the lowest sum of weights."""

    def __init__(self, layout: Layout, players: int, weights: Weights | None = None) -> None:
        super().__init__(layout, players)
        weights = weights or fitted()[str(players)]
        self.lead_weights, self.follow_weights = weights["lead"], weights["follow"]
        self.discard_weights = weights["discard"]

    def lead(self, mine: int, out: int, *, cost: int, points_out: int) -> Worth:
        return min(self.worths_of_leads(mine, out, cost=cost, points_out=points_out))

    def discard(self, mine: int, out: int, *, cost: int, points_out: int) -> Worth:
        return min(self.worths_of_discards(mine, out, cost=cost, points_out=points_out))

    def follow(self, mine: int, out: int, *, cost: int, best: int, after: int, on_table: int) -> int:
        return min(self.worths_of_following(mine, out, cost=cost, best=best, after=after, on_table=on_table))[1]

    def worths_of_leads(self, mine: int, out: int, *, cost: int, points_out: int) -> list[Worth]:
        """Return what each card of one suit held is worth as a lead, from low to high."""
        return self._free(self.lead_weights, mine, out, cost, points_out)

    def worths_of_discards(self, mine: int, out: int, *, cost: int, points_out: int) -> list[Worth]:
        """Return what each card of one suit held is worth as a discard, from low to high."""
        return self._free(self.discard_weights, mine, out, cost, points_out)

    def worths_of_following(
        self, mine: int, out: int, *, cost: int, best: int, after: int, on_table: int
    ) -> list[Worth]:
        """Return what each card held of the suit led is worth, from low to high."""
        weights, jack = self.follow_weights, self.layout.jack
        worths = []
        for bit in bits_in(mine):
            places = of_following_card(mine, out, bit, jack, cost=cost, best=best, after=after, on_table=on_table)
            worths.append((sum([weights[place] for place in places]), bit))
        return worths

    def _free(self, weights: list[float], mine: int, out: int, cost: int, points_out: int) -> list[Worth]:
        jack = self.layout.jack
        worths = []
        for bit in bits_in(mine):
            places = of_free_card(mine, out, bit, jack, cost=cost, points_out=points_out)
            worths.append((sum([weights[place] for place in places]), bit))
        return worths


def bits_in(byte: int) -> list[int]:
    """Return the cards of a byte, from low to high."""
    return [1 << place for place in range(8) if byte >> place & 1]
