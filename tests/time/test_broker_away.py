"""The broker holds hints alone: without it everything is done a little later, and nothing is lost or done twice."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts import hints
from accounts.models import ApiToken
from games.models import Move, Notice
from polignac_site import broker, processes
from polignac_site.celery import app
from tests.accounts.people import make_user
from tests.builders import make_game, state_of
from tests.servers.smtp import MailServer
from tests.servers.worker import Workers

from .games import check_each_notice_was_sent, check_each_turn_was_played_once, make_overdue_games

MOVES = 100


class ShortLived:
    """A broker that is killed, with all that is in it, and started empty at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.broker = broker.start(folder, folder / "broker.log")

    def restart(self) -> None:
        processes.kill(self.broker.process)
        address = urlsplit(self.broker.url)
        assert address.port is not None
        self.broker = broker.start(
            self.folder, self.folder / "broker.log", port=address.port, password=address.password or ""
        )


@pytest.fixture
def short_lived(transactional_db: None, tmp_path: Path) -> Iterator[ShortLived]:
    short_lived = ShortLived(tmp_path)
    yield short_lived
    processes.stop(short_lived.broker.process)


@pytest.mark.parametrize("times", [2, pytest.param(30, marks=pytest.mark.soak)])
def test_a_broker_emptied_and_started_anew_loses_nothing_and_doubles_nothing(
    times: int, short_lived: ShortLived, smtp_server: MailServer, tmp_path: Path
) -> None:
    """Two workers with a beat each, so that everything is asked for twice as well."""
    workers = Workers(short_lived.broker.url, tmp_path)
    games = make_overdue_games(2 * times)
    try:
        for _ in range(2):
            workers.start(beat=True)
        for _ in range(times):
            short_lived.restart()
        smtp_server.wait_for(2 * len(games), timeout=120)
        for running in workers.started:
            running.stop()
    finally:
        workers.end()
    check_each_turn_was_played_once(games)
    assert set(check_each_notice_was_sent(games, smtp_server).values()) == {1}


@pytest.fixture
def deaf_broker() -> Iterator[str]:
    """A broker that takes connections and never answers: worse than one that is not there."""
    with socket.create_server(("127.0.0.1", 0), backlog=200) as deaf:
        yield f"redis://127.0.0.1:{deaf.getsockname()[1]}/0"


@pytest.mark.django_db(transaction=True)
def test_a_hundred_moves_are_made_while_the_broker_is_away_and_the_mail_follows(
    deaf_broker: str, settings: Any, smtp_server: MailServer
) -> None:
    settings.REDIS_URL = deaf_broker
    app.conf.update(broker_url=deaf_broker)
    app._after_fork()  # type: ignore[attr-defined]
    hints._start_anew()
    users = [make_user(name) for name in ("Ann", "Ben", "Cat")]
    tokens = {user.pk: ApiToken.objects.issue(user, "tests")[1] for user in users}
    game, client = make_game(*users, target=50), Client()
    began = time.perf_counter()
    for _ in range(MOVES):
        state = state_of(game)
        headers = {"Authorization": f"Token {tokens[users[state.to_play or 0].pk]}"}
        body = json.dumps({"ply": state.ply, "card": state.legal_cards()[0].text})
        path = f"/api/v1/games/{game.slug}/moves"
        assert client.post(path, body, content_type="application/json", headers=headers).status_code == 201
    # Had each waited for the broker but once, for half a second, it would have taken as long as this.
    assert time.perf_counter() - began < MOVES * 0.5
    assert Move.objects.count() == MOVES
    assert Notice.objects.filter(kind="your_turn", done=None).exists()
