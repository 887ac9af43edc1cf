"""``manage.py verify [--repair | --reopen] [SLUG…]``: replay games from the log and say what disagrees."""

from __future__ import annotations

import multiprocessing
import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from games.models import Game
from games.services.broken import close_game, reopen_game
from games.triggers import missing_triggers
from games.verify import rebuild_copies, verify_game

CHUNK = 500  # games whose keys are read at once
SHOW_EVERY = 0.2  # seconds
BAR = 30  # characters
WORTH_A_PROCESS = 100  # games: for fewer, starting one takes longer than it saves
AT_A_TIME = 8  # games a process is given


class Verified(NamedTuple):
    """What verifying a game has found, in words."""

    slug: str
    moves: int
    faults: list[str]
    differences: list[str]

    @property
    def is_sound(self) -> bool:
        return not self.faults and not self.differences


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
        parser.add_argument(
            "--reopen", action="store_true", help="open the games named again, where they were closed and are sound"
        )
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, help="how many work at once; by default one a core"
        )

    def handle(self, *, slugs: list[str], repair: bool, reopen: bool, processes: int, **options: Any) -> None:
        if reopen and (repair or not slugs):
            raise CommandError("--reopen takes the games to open, and no --repair.")
        is_sound = self._check_triggers()
        games = list(_games(slugs))
        processes = 1 if connection.in_atomic_block else max(1, min(processes, len(games) // WORTH_A_PROCESS))
        progress = Progress(self.stderr, total=len(games))
        moves = disagreeing = repaired = 0
        for number, found in enumerate(_verify_all(games, repair=repair, processes=processes), 1):
            moves += found.moves
            if not found.is_sound:
                progress.clear()
                self._report(found, repair=repair)
                if found.faults:
                    close_game(found.slug, found.faults)
                disagreeing += 1
                repaired += repair and not found.faults
            elif reopen:
                was_closed = reopen_game(found.slug)
                self.stdout.write(f"{found.slug}: {'open again' if was_closed else 'was not closed'}")
            progress.show(number, moves)
        progress.clear()
        self.stdout.write(_summary(len(games), moves, disagreeing, repaired))
        if len(games) >= WORTH_A_PROCESS:
            rate = moves / max(progress.seconds, 0.001)
            workers = f" by {processes} processes" if processes > 1 else ""
            self.stdout.write(f"In {progress.seconds:,.0f} seconds{workers}: {rate:,.0f} moves a second.")
        if disagreeing > repaired or not is_sound:
            raise SystemExit(1)

    def _check_triggers(self) -> bool:
        missing = missing_triggers(connection)
        if missing:
            self.stdout.write(f"The log is not protected: {', '.join(missing)} missing. Run: manage.py migrate")
        return not missing

    def _report(self, found: Verified, *, repair: bool) -> None:
        done = " (repaired)" if repair and not found.faults else ""
        for fault in found.faults:
            self.stdout.write(f"{found.slug}: the log is broken, the game is closed: {fault}")
        for difference in found.differences:
            self.stdout.write(f"{found.slug}: {difference}{done}")


class Progress:
    """How far the work is, as a bar on one line of a terminal; nothing where no terminal is."""

    def __init__(self, stream: Any, *, total: int) -> None:
        self.stream = stream if stream.isatty() else None
        self.total = total
        self.began = time.monotonic()
        self.shown = 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def show(self, done: int, moves: int) -> None:
        if self.stream and time.monotonic() > self.shown + SHOW_EVERY:
            self.shown = time.monotonic()
            full = BAR * done // self.total
            left = self.seconds / done * (self.total - done)
            rate = moves / max(self.seconds, 0.001)
            self.stream.write(
                f"\r\x1b[K[{'#' * full}{'.' * (BAR - full)}] {done:,} of {self.total:,} games, "
                f"{rate:,.0f} moves a second, {left:,.0f} s left",
                ending="",
            )
            self.stream.flush()

    def clear(self) -> None:
        if self.stream:
            self.stream.write("\r\x1b[K", ending="")


def _verify_all(games: list[tuple[int, str]], *, repair: bool, processes: int) -> Iterator[Verified]:
    """Verify *games* and yield what each has come to, in any order."""
    verify = partial(_verify, repair=repair)
    if processes == 1:
        yield from map(verify, games)
        return
    connections.close_all()
    with multiprocessing.get_context("fork").Pool(processes, _begin) as pool:
        yield from pool.imap_unordered(verify, games, AT_A_TIME)


def _begin() -> None:
    """Give this process connections of its own: one that another had open, in whatever context, must not be shared."""
    for alias in connections:
        connections[alias] = connections.create_connection(alias)


def _verify(game: tuple[int, str], *, repair: bool) -> Verified:
    pk, slug = game
    findings = rebuild_copies(pk) if repair else verify_game(pk)
    return Verified(slug, findings.moves, findings.faults, [str(difference) for difference in findings.differences])


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
