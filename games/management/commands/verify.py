"""``manage.py verify [--repair] [SLUG…]``: replay games from the log and say what disagrees with it."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.models import Game
from games.services.broken import close_game
from games.triggers import missing_triggers
from games.verify import Findings, rebuild_copies, verify_game

CHUNK = 500  # games whose keys are read at once
SHOW_EVERY = 0.2  # seconds


class Command(BaseCommand):
    help = (
        "Replay games, all of them or those named, from the log, and say what disagrees with it. A game whose log is "
        "broken is closed to play. "
        "The exit status is 1 if something is left that does."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="a game, as its address names it")
        parser.add_argument(
            "--repair", action="store_true", help="make copies of the log what the log says; the log is never changed"
        )

    def handle(self, *, slugs: list[str], repair: bool, **options: Any) -> None:
        is_sound = self._check_triggers()
        progress = Progress(self.stderr, total=len(slugs) or Game.objects.count())
        games = moves = disagreeing = repaired = 0
        for pk, slug in _games(slugs):
            findings = rebuild_copies(pk) if repair else verify_game(pk)
            games, moves = games + 1, moves + findings.moves
            if not findings.is_sound:
                progress.clear()
                self._report(slug, findings, repair=repair)
                if findings.faults:
                    close_game(slug, findings.faults)
                disagreeing += 1
                repaired += repair and not findings.faults
            progress.show(games)
        progress.clear()
        self.stdout.write(_summary(games, moves, disagreeing, repaired))
        if disagreeing > repaired or not is_sound:
            raise SystemExit(1)

    def _check_triggers(self) -> bool:
        missing = missing_triggers(connection)
        if missing:
            self.stdout.write(f"The log is not protected: {', '.join(missing)} missing. Run: manage.py migrate")
        return not missing

    def _report(self, slug: str, findings: Findings, *, repair: bool) -> None:
        done = " (repaired)" if repair and not findings.faults else ""
        for fault in findings.faults:
            self.stdout.write(f"{slug}: the log is broken, the game is closed: {fault}")
        for difference in findings.differences:
            self.stdout.write(f"{slug}: {difference}{done}")


class Progress:
    """How far the work is, on one line of a terminal; nothing where no terminal is."""

    def __init__(self, stream: Any, *, total: int) -> None:
        self.stream = stream if stream.isatty() else None
        self.total = total
        self.shown = 0.0

    def show(self, done: int) -> None:
        if self.stream and time.monotonic() > self.shown + SHOW_EVERY:
            self.shown = time.monotonic()
            self.stream.write(f"\r{done:,} of {self.total:,} games", ending="")
            self.stream.flush()

    def clear(self) -> None:
        if self.stream:
            self.stream.write("\r\x1b[K", ending="")


def _games(slugs: list[str]) -> Iterator[tuple[int, str]]:
    """Yield key and slug of the games named, or of all, a few hundred in memory at a time.

    :raises CommandError: if one that is named does not exist.
    """
    if not slugs:
        last = 0
        while chunk := list(Game.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "slug")[:CHUNK]):
            yield from chunk
            last = chunk[-1][0]
    for slug in slugs:
        pk = Game.objects.filter(slug=slug).values_list("pk", flat=True).first()
        if pk is None:
            raise CommandError(f"There is no game {slug}.")
        yield pk, slug


def _summary(games: int, moves: int, disagreeing: int, repaired: int) -> str:
    counted = f"{games:,} {'game' if games == 1 else 'games'}, {moves:,} moves"
    if not disagreeing:
        return f"{counted}: all agree with the log."
    if repaired == disagreeing:
        return f"{counted}: {repaired:,} disagreed and {'is' if repaired == 1 else 'are'} repaired."
    return f"{counted}: {disagreeing - repaired:,} disagree."
