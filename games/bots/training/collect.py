"""Collect what flat Monte Carlo thinks of cards: ``python -m games.bots.training.collect --help``.

Plays hands by the search's own choices, one move in five at random so that odd positions are seen as well, and writes
one line of JSON for each decision with a choice: the kind of decision, and for each card its mean cost and the places
of its weights (`games.bots.features`).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from games.engine.hand import HandState
from games.engine.rules import PLAYERS, Rules
from games.engine.shuffle import deal
from games.engine.view import view_from

from ..features import of_following_card, of_free_card
from ..knowledge import Knowledge, byte_of, read
from ..layout import shift_of
from ..policy import Cast
from ..search import Candidate, Search
from ..thinking import POLICIES, policy_of
from ..worlds import Worlds

AT_RANDOM = 0.2  # of moves


def evaluations(rules: Rules, search: Search, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield the decisions of hands without end."""
    while True:
        pack = rng.sample(rules.pack, len(rules.pack))
        state = HandState.start(rules, deal(pack, rules.players), dealer=rng.randrange(rules.players))
        while state.to_play is not None and sum(state.penalties) < 5:
            legal = state.legal_cards()
            if len(legal) == 1:
                state = state.play(legal[0])
                continue
            knowledge = read(view_from(state, state.to_play))
            candidates = search.look(knowledge, Worlds(knowledge, rng), itemgetter(state.to_play))
            if len(candidates) > 1:
                yield decision(knowledge, candidates)
            at_random = rng.random() < AT_RANDOM
            state = state.play(rng.choice(legal) if at_random else knowledge.layout.cards[candidates[0].bit])


def decision(knowledge: Knowledge, candidates: list[Candidate]) -> dict[str, Any]:
    """Return one decision as a line of the data."""
    following = bool(knowledge.table) and byte_of(knowledge.mine, knowledge.suit_led) > 0
    kind = "follow" if following else "discard" if knowledge.table else "lead"
    cards = [[round(it.mean, 4), *places(knowledge, it.bit, following)] for it in candidates]
    return {"kind": kind, "cards": cards}


def places(knowledge: Knowledge, card: int, following: bool) -> tuple[int, ...]:
    """Return the places of the weights of one card."""
    layout, shift = knowledge.layout, shift_of(card)
    mine, out, bit = byte_of(knowledge.mine, shift), byte_of(knowledge.out, shift), card >> shift
    cost = 1 if shift else 2
    if not following:
        points_out = layout.points(knowledge.out)
        return of_free_card(mine, out, bit, layout.jack, cost=cost, points_out=points_out)
    best, on_table = knowledge.best >> shift, layout.points(sum(knowledge.table))
    return of_following_card(
        mine, out, bit, layout.jack, cost=cost, best=best, after=knowledge.after, on_table=on_table
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4, choices=PLAYERS)
    parser.add_argument("--decisions", type=int, default=40_000)
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument(
        "--policies", nargs="+", default=["h0", "h1"], choices=POLICIES, help="who plays the worlds, in turn"
    )
    parser.add_argument("--ace-high", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = Rules(players=options.players, ace_high=options.ace_high)
    policies = [policy_of(name, rules.ace_high, rules.players) for name in options.policies]
    search = Search([Cast([policy] * rules.players) for policy in policies], options.worlds, keep=0)
    found = evaluations(rules, search, random.Random(options.seed))  # nosec B311 # noqa: S311 - a measurement
    for _ in range(options.decisions):
        sys.stdout.write(json.dumps(next(found), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
