"""``manage.py sweep`` does once all that the worker does, and says what."""

from __future__ import annotations

import io

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from games.models import Move, Notice, Review
from tests.accounts.people import signup
from tests.builders import make_game, move_on
from tests.notices.tables import make_users, now_at, past_deadline, play_until, player_to_play

pytestmark = pytest.mark.django_db


def sweep() -> str:
    output = io.StringIO()
    call_command("sweep", stdout=output)
    return output.getvalue()


def test_with_nothing_to_do_it_says_so(mailoutbox):
    assert sweep() == "Turns played: 0\nMail about games: 0 sent\nMail about accounts: 0 sent\nHands reviewed: 0\n"


def test_it_plays_for_the_bots_and_tells_the_player(mailoutbox):
    (ana,) = make_users("Ana")
    with time_machine.travel("2027-01-01 12:00Z", tick=False):
        game = make_game(ana, bots=3)
    play_until(game, lambda game: player_to_play(game) is None)
    with time_machine.travel(now_at(game), tick=False):
        output = sweep()
    assert player_to_play(game) == ana
    assert output.startswith("Turns played: ")
    assert not output.startswith("Turns played: 0")


def test_it_plays_a_turn_whose_time_has_run_out_and_tells_both_players(mailoutbox):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    with time_machine.travel(past_deadline(game), tick=False):
        output = sweep()
    assert output.startswith(
        "Turns played: 1\nMail about games: 2 sent, 1 no longer true\nMail about accounts: 0 sent\n"
    )
    assert Move.objects.get().by == "timeout"
    assert len(mailoutbox) == 2


def test_it_sends_the_letters_about_accounts(mailoutbox):
    assert Client().post("/account/signup/", signup()).status_code == 302
    assert "Mail about accounts: 1 sent\n" in sweep()
    assert mailoutbox[0].to == ["ana@example.org"]


def test_it_says_when_the_mail_server_is_away(smtp_server):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    smtp_server.go_down()
    with time_machine.travel(now_at(game), tick=True):
        assert "Mail about games: 0 sent, 1 not taken by the server, to be tried again\n" in sweep()
    assert Notice.objects.filter(done=None).count() == 2


def test_run_twice_it_does_nothing_twice(mailoutbox):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    with time_machine.travel(past_deadline(game), tick=False):
        sweep()
        assert sweep() == "Turns played: 0\nMail about games: 0 sent\nMail about accounts: 0 sent\nHands reviewed: 0\n"


def test_it_reviews_a_hand_that_has_ended(mailoutbox):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    move_on(game, until_hand=2)
    assert sweep().endswith("Hands reviewed: 1\n")
    assert Review.objects.get().done
