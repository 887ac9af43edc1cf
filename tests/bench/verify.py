"""How long `manage.py verify` takes over many games, as before a deploy: they are played and stored here first.

``BENCH_MOVES=1000000`` says how many moves; playing them takes longer than verifying them.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from unittest import mock

from games.engine.hand import Move as EngineMove
from tests.servers import postgres

if TYPE_CHECKING:  # Django is not set up yet when this module is read
    from accounts.models import User

MOVES = int(os.environ.get("BENCH_MOVES", "30000"))
ROOT = Path(__file__).resolve().parents[2]
SHOWN_EVERY = 10.0  # seconds


def run() -> None:
    print(f"Verify: {MOVES:,} moves of games with three to six players, on PostgreSQL")
    with tempfile.TemporaryDirectory() as folder, postgres.running() as database:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "polignac_site.settings",
            "DATABASE_URL": database,
            "VAR_DIR": folder,
            "LOG_LEVEL": "ERROR",
            "SECRET_KEY": secrets.token_urlsafe(64),
        }
        moves = _play(MOVES)
        began = time.monotonic()
        command = [sys.executable, "manage.py", "verify"]
        verified = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True)
        seconds = time.monotonic() - began
    if verified.returncode:
        raise RuntimeError(verified.stdout + verified.stderr)
    for line in verified.stdout.splitlines():
        print(f"  {line}")
    minutes = seconds / moves * 1e6 / 60
    print(f"  from start to end {seconds:,.0f} s for {moves:,} moves; a million would take {minutes:,.1f} minutes")


def _play(wanted: int) -> int:
    """Play games of one deed each, without notices, until the database holds as many moves as *wanted*."""
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", verbosity=0)
    from games.notices import outbox
    from games.services import turns
    from tests.builders import make_user

    chance, moves, shown = Random(1), 0, time.monotonic()
    people = [make_user() for _ in range(6)]
    with mock.patch.object(outbox, "write"), mock.patch.object(turns, "hint"):
        while moves < wanted:
            moves += _play_game(people[: chance.randint(3, 6)], chance)
            if time.monotonic() > shown + SHOWN_EVERY:
                print(f"  {moves:,} of {wanted:,} played", file=sys.stderr)
                shown = time.monotonic()
    connections.close_all()
    return moves


def _play_game(people: Sequence[User], chance: Random) -> int:
    from django.utils import timezone

    from games.models import Game, Move
    from games.services.deed import deed
    from games.services.turns import make_move
    from tests.builders import make_game

    game = make_game(*people, hands=24, target=None, general=chance.random() < 0.2)
    moves = 0
    with deed(game.slug) as table:
        while table.game.status == Game.Status.ACTIVE:
            state = table.hands[-1].state
            move: EngineMove = "pass" if state.must_declare else chance.choice(state.legal_cards())
            make_move(table, move, by=Move.By.PLAYER, now=timezone.now())
            moves += 1
    return moves
