"""Whole games kept in ``tests/records/rules-<version>``, to be replayed for ever: what a move means must not change.

``python -m tests.engine.kept_games`` plays and writes those of the present version anew, always the same; that is done
when a version is new, never to make a test pass. Each line of a file is a record (``docs/records.md``) with what a
record passes over, who made each move (``by``, a letter a move) and who went and came back (``sittings``), and its
answer, which the engine and the naive rules (`oracle`) had to agree on.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from games.bots import choose_move
from games.engine import record
from games.engine.game import GameState, ranks_of, winners_of
from games.engine.hand import HandState, Move
from games.engine.rules import PLAYERS, VERSION, Rules
from games.engine.view import view_from

from . import oracle
from .builders import RECORDS
from .strategies import any_move, dealt_hand

Kept = dict[str, Any]  # {"record": …, "answer": …}

# How long the games of each set of options and number of players are.
LENGTHS: list[dict[str, Any]] = [{"target": points} for points in (5, 5, 10, 10, 10, 15, 20, 30, 50)]
LENGTHS += [{"target": None, "hands": hands} for hands in (1, 1, 1, 2, 3, 5, 24)]
OPTIONS = ("ace_high", "general", "short_hands")
TURNS_MISSED = 2  # in a row, and a bot holds the seat


def folder(version: int = VERSION) -> Path:
    return RECORDS / f"rules-{version}"


def kept_games(version: int = VERSION) -> Iterator[Kept]:
    """Read the games kept for a version of the rules."""
    for path in sorted(folder(version).glob("*.jsonl")):
        for line in path.read_text(encoding="ascii").splitlines():
            yield json.loads(line)


def answer_by_engine(kept: Kept) -> Any:
    """Replay a kept game by the engine and return its answer, as short as it is kept.

    :raises RecordError: if the rules do not allow a move of it.
    """
    game = record.read(kept)
    gone = kept.get("resigned", [])
    whole = record.answer(game)
    return _shortened(whole, ranks=list(ranks_of(game.totals, gone)), winners=list(winners_of(game.totals, gone)))


def answer_by_oracle(kept: Kept) -> Any:
    """Do the same by the naive rules."""
    game = oracle.OracleGame(kept["rules"])
    for data in kept["hands"]:
        assert not game.is_over()
        hand = oracle.OracleHand(kept["rules"], [words.split() for words in data["held"]], data["dealer"])
        game.hands.append(hand)
        for word in data.get("declarations", []):
            hand.declare(word)
        for word in data["plays"].split():
            hand.play(word)
    gone = kept.get("resigned", [])
    return _shortened(game.answer(), ranks=game.ranks_without(gone), winners=game.winners_without(gone))


def _shortened(answer: Any, **result: Any) -> Any:
    """Leave out of an answer what its record says already: leaders and cards of the tricks."""
    hands = [
        {
            "points": hand["points"],
            "takers": "".join(str(trick["taker"]) for trick in hand["tricks"]),
            "jacks": "".join(str(trick["points"]) for trick in hand["tricks"]),
        }
        for hand in answer["hands"]
    ]
    return {"finished": answer["finished"], "hands": hands, "totals": answer["totals"], **result}


# Making them


class Table:
    """A game while it is played for keeping: some players miss turns, come back, resign."""

    def __init__(self, rules: Rules, chance: Random, *, by_bots: bool, is_lively: bool) -> None:
        self.chance, self.by_bots, self.is_lively = chance, by_bots, is_lively
        self.game = GameState(rules)
        self.holders = ["person"] * rules.players
        self.missed = [0] * rules.players
        self.by: list[str] = []  # of each hand, a letter a move
        self.sittings: list[list[Any]] = []  # hand, ply, seat, why

    def play_out(self) -> Kept:
        """Play to the end and return the game as it is kept."""
        while not self.game.is_over:
            hand = dealt_hand(self.game.rules, self.chance, dealer=self.game.next_dealer)
            self.game = self.game._replace(hands=(*self.game.hands, hand))
            self.by.append("")
            while not self.hand.is_over:
                if self.is_lively:
                    self._come_and_go()
                self._move()
        gone = [seat for seat, holder in enumerate(self.holders) if holder == "resigned"]
        kept = record.write(self.game, list("ABCDEF"[: self.game.rules.players]), resigned=gone)
        for data, letters in zip(kept["hands"], self.by, strict=True):
            data["by"] = letters
        return {**kept, "sittings": self.sittings}

    @property
    def hand(self) -> HandState:
        return self.game.hands[-1]

    def _come_and_go(self) -> None:
        for seat, holder in enumerate(self.holders):
            if holder == "stand_in" and self.chance.random() < 0.1:
                self.missed[seat] = 0
                self._sit(seat, "person", "returned")
            elif holder != "resigned" and self.chance.random() < 0.002:
                self._sit(seat, "resigned", "resigned")

    def _move(self) -> None:
        seat = self.hand.to_play
        assert seat is not None  # the hand is not over
        if self.holders[seat] != "person":
            by = "b"
        elif self.is_lively and self.chance.random() < (0.6 if self.missed[seat] else 0.05):
            by = "t"
        else:
            by = "p"
        self.game = self.game.move(self._choose())
        self.by[-1] += by
        self.missed[seat] = self.missed[seat] + 1 if by == "t" else 0
        if self.missed[seat] == TURNS_MISSED:
            self._sit(seat, "stand_in", "timed_out")

    def _choose(self) -> Move:
        if not self.by_bots:
            return any_move(self.hand, self.chance)
        view = view_from(self.hand, self.hand.to_play)
        return choose_move(view, totals=self.game.totals, rng=self.chance, level="club")

    def _sit(self, seat: int, holder: str, why: str) -> None:
        self.holders[seat] = holder
        self.sittings.append([len(self.game.hands), self.hand.ply, seat, why])


def make_games(players: int) -> Iterator[Kept]:
    """Play the games for so many players: every set of options in every length, every third with absences."""
    chance = Random(f"Kept games for {players}, version {VERSION}")
    number = 0
    for flags in itertools.product((False, True), repeat=len(OPTIONS)):
        for length in LENGTHS:
            rules = Rules(players=players, **dict(zip(OPTIONS, flags, strict=True)), **length)
            number += 1
            table = Table(rules, chance, by_bots=number % 2 == 0, is_lively=number % 3 == 0)
            yield table.play_out()


def answered(game: Kept) -> Kept:
    """Put a game and its answer together.

    :raises AssertionError: if the engine and the naive rules do not agree on it.
    """
    answer = answer_by_engine(game)
    assert answer == answer_by_oracle(game)
    return {"record": game, "answer": answer}


def lines(games: Sequence[Kept]) -> str:
    return "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)


def main() -> None:
    folder().mkdir(exist_ok=True)
    for players in PLAYERS:
        games = [answered(game) for game in make_games(players)]
        (folder() / f"for-{players}.jsonl").write_text(lines(games), encoding="ascii")


if __name__ == "__main__":
    main()
