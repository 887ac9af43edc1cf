"""Turns, notices and mails with a real worker and a real mail server."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

from django.db.models import F

from games.models import Game, Move
from games.services import absence
from tests.accounts.people import make_user
from tests.builders import DAY, make_game, move_once
from tests.notices.tables import player_to_play
from tests.servers.smtp import MailServer
from tests.servers.worker import Workers


def make_three() -> Game:
    return make_game(*(make_user(name) for name in ("Ana", "Ben", "Cat")), move_time=DAY)


def let_the_time_run_out(game: Game) -> None:
    """Have the present turn begun a day and a minute earlier than it has."""
    earlier = DAY + timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(turn_began=F("turn_began") - earlier, deadline=F("deadline") - earlier)


def wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < deadline, "it has not come to that within a minute"
        time.sleep(0.05)


def email_to_play(game: Game) -> str:
    user = player_to_play(game)
    assert user is not None
    return user.email


def subject_to(server: MailServer, address: str) -> list[str]:
    return [str(d.message["Subject"]) for d in server.deliveries if d.recipients == [address]]


def test_a_move_becomes_a_mail_to_the_next_player(worker: Workers, smtp_server: MailServer):
    game = make_three()
    move_once(game)  # this turn is over before anybody could be told of it
    worker.start(beat=True)
    smtp_server.wait_for(1)
    mover = move_once(game)
    smtp_server.wait_for(2)
    assert [d.recipients for d in smtp_server.deliveries] == [[mover.email], [email_to_play(game)]]
    assert str(smtp_server.messages[0]["Subject"]).startswith("Your turn: ")
    text = smtp_server.messages[1].get_body(("plain",)).get_content()
    assert f"/games/{game.slug}" in text


def test_who_misses_two_turns_is_played_for_is_told_and_comes_back(worker: Workers, smtp_server: MailServer):
    game = make_three()
    user = player_to_play(game)
    worker.start(beat=True)
    for missed in (1, 2):
        while player_to_play(game) != user:
            move_once(game)
        let_the_time_run_out(game)
        wait_until(lambda missed=missed: Move.objects.filter(by="timeout").count() == missed)
        wait_until(
            lambda missed=missed: len([s for s in subject_to(smtp_server, user.email) if "ran out" in s]) == missed
        )
    assert game.seats.get(user=user).holder == "stand_in"
    last = [d.message for d in smtp_server.deliveries if d.recipients == [user.email]][-1]
    assert f"/games/{game.slug}#take-seat-back" in last.get_body(("plain",)).get_content()
    assert absence.take_back(slug=game.slug, user=user).me.holder == "person"
    assert Move.objects.filter(by="timeout").count() == 2


def test_mail_goes_out_when_the_server_is_up_again(worker: Workers, smtp_server: MailServer):
    game = make_three()
    smtp_server.go_down()
    running = worker.start(beat=True)
    running.wait_for_log("is not sent yet: ConnectionRefusedError")
    smtp_server.behave()
    game.notices.update(due=F("created"))  # a minute later
    smtp_server.wait_for(1)
    assert smtp_server.deliveries[0].recipients == [email_to_play(game)]
