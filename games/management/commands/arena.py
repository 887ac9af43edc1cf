"""``manage.py arena ONE OTHERS``: measure one bot against copies of another on the same deals (docs/bots.md)."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from games.bots import arena
from games.bots.levels import ENTRANTS, player_of
from games.engine.rules import BadRules, Rules

BAR = 30  # characters


class Progress:
    """A bar on a terminal; nothing where the output is not one."""

    def __init__(self, out: TextIO, steps: int) -> None:
        self.out, self.steps, self.done = out, steps, 0
        self.began = self.drawn = time.monotonic()

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if not self.out.isatty() or (now - self.drawn < 0.2 and self.done < self.steps):
            return
        self.drawn = now
        full = BAR * self.done // self.steps
        left = (now - self.began) / self.done * (self.steps - self.done)
        end = "\n" if self.done >= self.steps else ""
        self.out.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {self.done}/{self.steps}, {left:.0f} s left  {end}")
        self.out.flush()


class Command(BaseCommand):
    help = (
        "Play one bot against copies of another, every deal once from each seat: points a hand with the standard error "
        "(the mean of all seats is 1.25 for four players; lower is better), or with --games the share of games won."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("one", choices=ENTRANTS)
        parser.add_argument("others", choices=ENTRANTS)
        parser.add_argument("--deals", type=int, default=200, help="each is played from every seat (default 200)")
        parser.add_argument("--games", type=int, help="play this many whole games, or a few more, instead of hands")
        parser.add_argument("--players", type=int, default=4)
        parser.add_argument("--target", type=int, default=10)
        parser.add_argument("--hands", type=int, help="a number of hands instead of the target")
        parser.add_argument("--ace-high", action="store_true")
        parser.add_argument("--general", action="store_true")
        parser.add_argument("--short-hands", action="store_true")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="print one line of JSON")

    def handle(self, *, one: str, others: str, **options: Any) -> None:
        rules = _rules(options)
        number = options["deals"] if options["games"] is None else options["games"]
        is_of_games = options["games"] is not None
        sets = -(-number // rules.players)
        if number < 2 or (is_of_games and sets < 2):
            raise CommandError(
                "Play two deals at least, or games of two sets of deals: of one nobody can tell what luck was."
            )
        progress = Progress(sys.stderr, sets * rules.players if is_of_games else number)
        duel = (rules, player_of(one), player_of(others))
        if not is_of_games:
            result = arena.duel_hands(*duel, deals=number, seed=options["seed"], on_deal=progress.step)
        else:
            result = arena.duel_games(*duel, games=number, seed=options["seed"], on_game=progress.step)
        answer = _answer(one, others, rules, result, measures="games" if is_of_games else "hands")
        self.stdout.write(json.dumps(answer) if options["json"] else _sentence(answer))


def _rules(options: dict[str, Any]) -> Rules:
    try:
        return Rules(
            players=options["players"],
            ace_high=options["ace_high"],
            target=None if options["hands"] is not None else options["target"],
            hands=options["hands"],
            general=options["general"],
            short_hands=options["short_hands"],
        )
    except BadRules as error:
        raise CommandError(str(error)) from None


def _answer(one: str, others: str, rules: Rules, result: arena.Result, *, measures: str) -> dict[str, Any]:
    figure = result.figure
    return {
        "one": one,
        "others": others,
        "players": rules.players,
        "points_per_hand" if measures == "hands" else "games_won": round(figure.mean, 4),
        "standard_error": round(figure.error, 4),
        "deals" if measures == "hands" else "sets_of_deals": figure.number,
        "milliseconds": {
            name: round(1000 * seconds, 3)
            for name, seconds in (
                ("mean", result.mean_time),
                ("p99", result.time_at(0.99)),
                ("longest", result.time_at(1.0)),
            )
        },
        "decisions": len(result.times),
    }


def _sentence(answer: dict[str, Any]) -> str:
    times = answer["milliseconds"]
    if "games_won" in answer:
        measure = f"{answer['games_won']:.1%} ± {answer['standard_error']:.1%} of games won"
        number = f"{answer['sets_of_deals']} sets of deals, each from every seat"
    else:
        measure = f"{answer['points_per_hand']:.3f} ± {answer['standard_error']:.3f} points a hand"
        number = f"{answer['deals']} deals, each from every seat"
    return (
        f"{answer['one']} against {answer['players'] - 1} x {answer['others']}: {measure} ({number}).\n"
        f"A decision with a choice took {times['mean']:.2f} ms, 99 in 100 at most {times['p99']:.1f} ms, "
        f"the longest {times['longest']:.1f} ms ({answer['decisions']} decisions)."
    )
