"""Many who sweep at once: each due turn is played once, each notice sent once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.notices.delivery import deliver_notices
from games.services.overdue import play_due_games
from polignac_site.celery import app
from tests.servers.smtp import MailServer
from tests.servers.worker import Workers

from .games import check_each_notice_was_sent, check_each_turn_was_played_once, make_overdue_games

THREADS = 8


def at_once(work: Callable[[], Any]) -> list[Any]:
    """Do *work* in eight threads that begin together; return what came of each."""
    gate = threading.Barrier(THREADS)
    results: list[Any] = []

    def run() -> None:
        try:
            gate.wait()
            results.append(work())
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_eight_threads_play_each_due_turn_once(smtp_server: MailServer):
    games = make_overdue_games(6)
    made = at_once(play_due_games)
    assert sum(made) == 6, made
    check_each_turn_was_played_once(games)


@pytest.mark.django_db(transaction=True)
def test_eight_threads_send_each_notice_once(smtp_server: MailServer):
    games = make_overdue_games(6)
    play_due_games()
    now = timezone.now()
    ends = at_once(lambda: deliver_notices(now))
    assert sum(end["sent"] for end in ends) == 12, ends
    mails = check_each_notice_was_sent(games, smtp_server)
    assert set(mails.values()) == {1}


def test_two_workers_told_fifty_times_play_and_send_everything_once(worker: Workers, smtp_server: MailServer):
    games = make_overdue_games(6)
    running = [worker.start(concurrency=4, beat=True) for _ in range(2)]
    for _ in range(50):
        app.send_task("games.tasks.play_due_turns")
        app.send_task("games.tasks.deliver_notices")
    smtp_server.wait_for(12, timeout=60)
    for each in running:
        each.stop()
    check_each_turn_was_played_once(games)
    mails = check_each_notice_was_sent(games, smtp_server)
    assert set(mails.values()) == {1}
