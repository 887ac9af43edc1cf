"""Whoever plays due turns and sends notices may be killed at any moment: nothing is lost, no turn is played twice."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Move, Notice
from games.notices.delivery import LEASE, deliver_notices
from games.services.overdue import play_due_games
from games.services.play import play
from games.verify import verify_game
from polignac_site.celery import app
from tests.accounts.people import make_user
from tests.builders import make_game, state_of
from tests.servers.smtp import MailServer
from tests.servers.worker import Workers, database_url

from .games import check_each_notice_was_sent, check_each_turn_was_played_once, make_overdue_games
from .mortal import DELIVERY_POINTS, MOVE_POINTS, POINTS, SPREAD_POINTS, Mortals


@pytest.fixture(scope="module")
def mortals(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mortals]:
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "EMAIL_URL": "smtp://127.0.0.1:1",  # the port follows with each point
        "VAR_DIR": str(tmp_path_factory.mktemp("var")),
    }
    mortals = Mortals(environment)
    yield mortals
    mortals.end()


def finish() -> None:
    """Do what the next workers would do, at once and after the lease of what was claimed by the dead."""
    play_due_games()
    deliver_notices(timezone.now())
    deliver_notices(timezone.now() + LEASE)


TIMES = [1, pytest.param(100, marks=pytest.mark.soak)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_named_point_it_loses_nothing_and_doubles_nothing(
    point: str, times: int, mortals: Mortals, smtp_server: MailServer
):
    for _ in range(times):
        kill_once(point, mortals, smtp_server)
        smtp_server.deliveries.clear()
        call_command("flush", verbosity=0, interactive=False)


def kill_once(point: str, mortals: Mortals, smtp_server: MailServer) -> None:
    games = make_overdue_games(1)
    assert mortals.die_at(point, email_port=smtp_server.port) == -9
    assert_died_where_it_says(point, smtp_server)
    finish()
    check_each_turn_was_played_once(games)
    mails = check_each_notice_was_sent(games, smtp_server)
    doubled = [message_id for message_id, count in mails.items() if count > 1]
    assert len(doubled) == (point == "when the mail server has the mail")
    assert max(mails.values()) <= 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("point", MOVE_POINTS)
def test_a_player_whose_request_was_killed_sends_the_move_again_and_has_moved_once(
    point: str, times: int, mortals: Mortals, smtp_server: MailServer
):
    users = [make_user(name) for name in ("Ann", "Ben", "Cat")]
    for _ in range(times):
        game = make_game(*users)
        first = state_of(game)
        assert mortals.die_at(point, email_port=smtp_server.port) == -9
        assert Move.objects.filter(hand__game=game).count() == (point == "when the player's move is committed")
        play(slug=game.slug, user=users[first.to_play or 0], ply=0, move=first.legal_cards()[0])
        assert list(Move.objects.filter(hand__game=game).values_list("ply", "by")) == [(0, "player")]
        assert Notice.objects.filter(game=game, kind="your_turn", ply=1).count() == 1
        assert verify_game(game.pk).is_sound


def assert_died_where_it_says(point: str, server: MailServer) -> None:
    is_committed = point in SPREAD_POINTS | DELIVERY_POINTS or point == "when the move is committed"
    assert Move.objects.count() == is_committed
    assert Notice.objects.filter(ply=1).exists() == is_committed
    assert len(server.deliveries) == (point == "when the mail server has the mail")
    ended = Notice.objects.exclude(outcome="").count()
    # Of the turn that ran out nobody is told; that is marked before any mail is made.
    assert ended == (point in DELIVERY_POINTS and point != "when a notice is claimed")


def test_workers_killed_at_random_moments_lose_nothing_and_play_no_turn_twice(worker: Workers, smtp_server: MailServer):
    chance = random.Random(1)
    games = make_overdue_games(8)
    smtp_server.delay(0.02)
    for _ in range(3):
        running = worker.start(concurrency=2)
        for _ in range(3):
            app.send_task("games.tasks.play_due_turns")
            app.send_task("games.tasks.deliver_notices")
        running.wait_for_log("Task games.tasks.play_due_turns.* received")
        time.sleep(chance.uniform(0, 0.4))  # whenever it is killed the outcome must be the same
        running.kill()
    smtp_server.behave()
    finish()
    check_each_turn_was_played_once(games)
    mails = check_each_notice_was_sent(games, smtp_server)
    assert max(mails.values()) <= 1 + 3  # at most once more for each time somebody was killed
