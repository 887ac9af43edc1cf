"""``manage.py replay [--json] FILE…``: check game records and say what the rules make of them (docs/records.md)."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import record
from games.engine.cards import text_of
from games.engine.game import GameState, ranks_of, totals_of, winners_of
from games.engine.hand import HandState


class Command(BaseCommand):
    help = "Check game records against the rules: a score sheet for each, or with --json one line of JSON each."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument("--json", action="store_true", help="print one line of JSON a file, in order")

    def handle(self, *, files: list[Path], **options: Any) -> None:
        is_faulty = False
        for number, file in enumerate(files):
            try:
                data, game = _read(file)
            except record.RecordError as error:
                is_faulty = True
                if options["json"]:
                    self.stdout.write(json.dumps(error.as_json()))
                self.stderr.write(f"{file}: {error}")
                continue
            if options["json"]:
                self.stdout.write(json.dumps(record.answer(game)))
            else:
                heading = [str(file), ""] if len(files) > 1 else []
                gap = [""] if number else []
                self.stdout.write("\n".join([*gap, *heading, score_sheet(game, data["players"])]))
        if is_faulty:
            raise SystemExit(1)


def _read(file: Path) -> tuple[record.Json, GameState]:
    """Read and replay a file.

    :raises RecordError: at its first fault; a file that cannot be read is no JSON.
    """
    try:
        text = file.read_bytes()
    except OSError as error:
        raise record.RecordError("not_json", f"The file cannot be read: {error.strerror}.") from None
    game = record.loads(text)
    return json.loads(text), game


def score_sheet(game: GameState, names: list[str]) -> str:
    """Return a game as a table of points by hand, and how it stands, for a terminal."""
    names = [_printable(name) for name in names]
    width = max(6, *(len(name) for name in names)) + 2
    rule = "-" * (6 + width * len(names))
    lines = [_describe(game), "", "Hand  " + "".join(name.rjust(width) for name in names), rule]
    for number, hand in enumerate(game.hands, start=1):
        cells = hand.points() if hand.is_over else hand.penalties
        marks = _marks(hand)
        lines.append(f"{number:<6}" + "".join(f"{cell:>{width}}" for cell in cells) + (f"   {marks}" if marks else ""))
    totals = totals_of(game.points, game.rules.players)
    lines += [rule, "Total " + "".join(f"{total:>{width}}" for total in totals)]
    lines += ["Rank  " + "".join(f"{rank:>{width}}" for rank in ranks_of(totals)), "", _conclusion(game, names)]
    return "\n".join(lines)


def _printable(name: str) -> str:
    """A record may name its players with anything: what would steer a terminal, or no terminal can write, is a "?"."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _describe(game: GameState) -> str:
    rules = game.rules
    end = f"to {rules.target} points" if rules.target is not None else f"over {rules.hands} hands"
    options = [
        word
        for word, is_on in (
            ("ace high", rules.ace_high),
            ("the general", rules.general),
            ("short hands", rules.short_hands),
        )
        if is_on
    ]
    return f"Polignac for {rules.players}, {end}" + (f", with {', '.join(options)}" if options else "")


def _marks(hand: HandState) -> str:
    """Say what the points of a hand alone do not: a general, and that it is still being played."""
    words = []
    if hand.declarer is not None and hand.is_over:
        words.append("general made" if hand.general_is_made() else "general failed")
    elif hand.declarer is not None:
        words.append("general declared")
    if not hand.is_over:
        words.append("so far")
    return ", ".join(words)


def _conclusion(game: GameState, names: list[str]) -> str:
    if game.is_over:
        winners = [names[seat] for seat in winners_of(game.totals)]
        who = " and ".join([", ".join(winners[:-1]), winners[-1]]) if len(winners) > 1 else winners[0]
        lowest = min(game.totals)
        verb = "win together" if len(winners) > 1 else "wins"
        return f"{who} {verb} with {lowest} point{'' if lowest == 1 else 's'}."
    if game.to_play is None:
        return "The next hand is to be dealt."
    hand = game.hands[-1]
    if hand.must_declare:
        return f"{names[game.to_play]} is to declare the general or pass."
    on_the_table = f" to {text_of(hand.cards)}" if hand.cards else ", leading"
    return f"{names[game.to_play]} is to play{on_the_table}."
