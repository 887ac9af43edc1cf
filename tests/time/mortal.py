"""Processes that SIGKILL themselves at a named point of their work, as a power cut would end them there.

``python -m tests.time.mortal`` reads lines of JSON, ``{"point": …, "email_port": …}``, forks a process for each that
does the work and dies, and answers with its exit status.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

TURN_POINTS = {
    "before the game is locked": ("before", "games.log.lock_table"),
    "when the game is locked": ("after", "games.log.lock_table"),
    "when the move is written": ("after", "games.appending.append_move"),
    "before the notices are written": ("before", "games.notices.outbox.write"),
    "when the notices are written": ("after", "games.notices.outbox.write"),
    "before the move is committed": ("after", "games.services.overdue.make_move"),
    "when the move is committed": ("after", "games.services.overdue._play_due_turn"),
}
SPREAD_POINTS = {
    "before a warning of the deadline is written": ("before", "games.notices.outbox.for_deadline"),
    "when what is new is spread": ("after", "games.notices.delivery.spread_notices"),
}
DELIVERY_POINTS = {
    "when a notice is claimed": ("after", "games.notices.delivery.Notice.objects.claim"),
    "when a mail is made": ("after", "games.notices.mail_channel.message_for"),
    "before a mail is sent": ("before", "games.notices.mail_channel._send"),
    "when the mail server has the mail": ("after", "games.notices.mail_channel._send"),
    "when a notice is marked": ("after", "games.notices.delivery._close"),
}
MOVE_POINTS = {
    "before the player's game is locked": ("before", "games.log.lock_table"),
    "when the player's game is locked": ("after", "games.log.lock_table"),
    "when the player's move is written": ("after", "games.appending.append_move"),
    "when the notices of the move are written": ("after", "games.notices.outbox.write"),
    "before the player's move is committed": ("after", "games.services.play.make_move"),
    "when the player's move is committed": ("after", "games.services.play.play"),
}
POINTS = TURN_POINTS | SPREAD_POINTS | DELIVERY_POINTS


class Mortals:
    """Starts the process that forks the others."""

    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "tests.time.mortal"]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def die_at(self, point: str, *, email_port: int) -> int:
        """Have a process do what is due and die at *point*; return its exit status: -9 if it came to that."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"point": point, "email_port": email_port}) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(10)


def main() -> None:
    import django

    django.setup()
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            _work_until(**json.loads(line))
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


def _work_until(point: str, email_port: int) -> None:
    from django.conf import settings

    from games.notices.delivery import deliver_notices
    from games.services.overdue import play_due_games
    from polignac_site.celery import app

    app.conf.update(broker_url="memory://")
    settings.EMAIL_PORT = email_port
    when, path = (POINTS | MOVE_POINTS)[point]
    owner, name = _resolve(path)
    setattr(owner, name, _deadly(getattr(owner, name), when))
    if point in MOVE_POINTS:
        _make_the_next_move()
    else:
        play_due_games()
        deliver_notices()


def _make_the_next_move() -> None:
    """Make the first move that the rules allow in the newest game, as its player."""
    from games import log
    from games.models import Game
    from games.services import play

    table = log.find_table(Game.objects.filter(pk=Game.objects.latest("pk").pk))
    assert table.hand is not None
    state = table.hand.state
    user = table.seats[state.to_play or 0].user
    play.play(slug=table.game.slug, user=user, ply=state.ply, move=state.legal_cards()[0])


def _resolve(path: str) -> tuple[Any, str]:
    *names, last = path.split(".")
    for length in range(len(names), 0, -1):
        try:
            owner: Any = import_module(".".join(names[:length]))
        except ModuleNotFoundError:
            continue
        for name in names[length:]:
            owner = getattr(owner, name)
        return owner, last
    raise LookupError(path)


def _deadly(function: Callable[..., Any], when: str) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        if when == "after":
            function(*args, **kwargs)
        os.kill(os.getpid(), signal.SIGKILL)

    return call


if __name__ == "__main__":
    main()
