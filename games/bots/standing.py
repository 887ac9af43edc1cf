"""What the points of a hand mean for the game: the chance to win it, from the totals.

After a hand that ends the game the winners are known. Before that the chance is shared out by a softmax of the totals,
the steeper the nearer the end. The steepness was fitted to games played on at random with the spread of points that
sensible play gives (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt

from games.engine.cards import POINTS_IN_A_HAND
from games.engine.game import winners_of
from games.engine.rules import Rules, Seat

# By number of players: the steepness is this over sqrt(points the highest total still needs + 2.5) …
BY_POINTS: dict[int, float] = {3: 1.2, 4: 1.5, 5: 1.75, 6: 2.0}
# … or, in a game over a number of hands, this over sqrt(hands left).
BY_HANDS: dict[int, float] = {3: 0.71, 4: 0.89, 5: 1.10, 6: 1.32}
POINT = 0.002  # what a point costs beside the chance to win: it settles what is otherwise equal


def guess_hands(totals: tuple[int, ...]) -> int:
    """Guess how many hands these totals are of: exact without the general, which may make it one or two more."""
    return round(sum(totals) / POINTS_IN_A_HAND)


def cost_for(
    rules: Rules, totals: tuple[int, ...], seat: Seat, hands_played: int | None = None
) -> Callable[[list[int]], float]:
    """Return what the points of this hand (by seat) cost *seat*: less where the game is likelier to be won.

    *totals* are of so many *hands_played* (None: guessed from the totals). In points: at the beginning of a game a cost
    of 1 is about a point.
    """
    known: dict[tuple[int, ...], float] = {}
    played = guess_hands(totals) if hands_played is None else hands_played
    left = None if rules.hands is None else max(0, rules.hands - played - 1)
    scale = 4.0

    def cost(points: list[int]) -> float:
        key = tuple(points)
        found = known.get(key)
        if found is None:
            after = tuple(total + more for total, more in zip(totals, key, strict=True))
            found = known[key] = scale * (POINT * key[seat] - share_of(rules, after, seat, left))
        return found

    return cost


def share_of(rules: Rules, totals: tuple[int, ...], seat: Seat, hands_left: int | None) -> float:
    """Return the chance of *seat* to win, a shared win by share; *hands_left* is None in a game to a target."""
    if hands_left is not None:
        if hands_left == 0:
            return _share_at_the_end(totals, seat)
        steepness = BY_HANDS[rules.players] / sqrt(hands_left)
    else:
        need = (rules.target or 0) - max(totals)
        if need <= 0:
            return _share_at_the_end(totals, seat)
        steepness = BY_POINTS[rules.players] / sqrt(need + 2.5)
    return 1.0 / sum([exp(steepness * (totals[seat] - total)) for total in totals])


def _share_at_the_end(totals: tuple[int, ...], seat: Seat) -> float:
    winners = winners_of(totals)
    return 1.0 / len(winners) if seat in winners else 0.0
