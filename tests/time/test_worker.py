"""Turns, notices and mails with a real worker and a real mail server."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from unittest import mock

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.engine.cards import Card, Suit
from games.models import Game, Move, Plan, Review
from games.services import absence
from games.services.plans import my_plan, set_plan
from tests.accounts.people import make_user
from tests.builders import DAY, make_game, move_on, move_once
from tests.notices.tables import whose_turn
from tests.servers.smtp import MailServer
from tests.servers.worker import Worker, Workers


def make_three() -> Game:
    return make_game(*(make_user(name) for name in ("Ana", "Ben", "Cat")), move_time=DAY)


def let_the_time_run_out(game: Game) -> None:
    """Have the present turn begun a day and a minute earlier than it has."""
    earlier = DAY + timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(turn_began=F("turn_began") - earlier, deadline=F("deadline") - earlier)


def wait_until(running: Worker, number: Callable[[], int], *, is_at_least: int) -> None:
    deadline = time.monotonic() + 60
    while number() < is_at_least:
        assert time.monotonic() < deadline, f"It has not come to that in a minute:\n{running.log.read_text()[-4000:]}"
        time.sleep(0.05)


def missed_turns() -> int:
    return Move.objects.filter(by="timeout").count()


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return body.get_content()


def mails_of_missed_turns(server: MailServer, user: User) -> list[EmailMessage]:
    mails = [delivery.message for delivery in server.deliveries if delivery.recipients == [user.email]]
    return [mail for mail in mails if "ran out" in mail["Subject"] or "holds your seat" in mail["Subject"]]


def test_a_move_becomes_a_mail_to_the_next_player(worker: Workers, smtp_server: MailServer):
    game = make_three()
    move_once(game)  # this turn is over before anybody could be told of it
    worker.start(beat=True)
    smtp_server.wait_for(1)
    mover = move_once(game)
    smtp_server.wait_for(2)
    assert [d.recipients for d in smtp_server.deliveries] == [[mover.email], [whose_turn(game).email]]
    subject = str(smtp_server.messages[0]["Subject"]).strip()  # a long one is folded before its first word
    assert subject.startswith("Your turn: ")
    text = text_of(smtp_server.messages[1])
    assert f"/games/{game.slug}" in text


def test_who_misses_two_turns_is_played_for_is_told_and_comes_back(worker: Workers, smtp_server: MailServer):
    game = make_three()
    user = whose_turn(game)
    running = worker.start(beat=True)
    for missed in (1, 2):
        while whose_turn(game) != user:
            move_once(game)
        let_the_time_run_out(game)
        wait_until(running, missed_turns, is_at_least=missed)
        wait_until(running, lambda: len(mails_of_missed_turns(smtp_server, user)), is_at_least=missed)
    assert game.seats.get(user=user).holder == "stand_in"
    last = mails_of_missed_turns(smtp_server, user)[-1]
    assert f"/games/{game.slug}#take-seat-back" in text_of(last)
    absence.take_back(slug=game.slug, user=user)
    assert game.seats.get(user=user).holder == "person"
    assert missed_turns() == 2


def test_mail_goes_out_when_the_server_is_up_again(worker: Workers, smtp_server: MailServer):
    game = make_three()
    smtp_server.go_down()
    running = worker.start(beat=True)
    running.wait_for_log("is not sent yet: ConnectionRefusedError")
    smtp_server.behave()
    game.notices.filter(kind="your_turn").update(due=F("created"))  # as if its minute were over
    smtp_server.wait_for(1)
    assert smtp_server.deliveries[0].recipients == [whose_turn(game).email]


def reviews_made() -> int:
    return Review.objects.filter(done__isnull=False).count()


def test_a_hand_that_ends_is_reviewed_upon_the_hint(worker: Workers):
    running = worker.start(beat=False)
    game = make_three()
    move_on(game, until_hand=2)
    wait_until(running, reviews_made, is_at_least=1)
    assert Review.objects.get().hand.number == 1


def test_a_hand_whose_hint_was_lost_is_reviewed_by_the_sweep(worker: Workers):
    with mock.patch("games.services.turns.hint"):
        move_on(make_three(), until_hand=2)
    running = worker.start(beat=True)
    wait_until(running, reviews_made, is_at_least=1)


def test_a_planned_card_is_played_at_its_moment_and_not_by_the_beat_of_a_sweep(worker: Workers):
    game = make_three()
    seat = game.seats.get(number=((game.to_play or 0) + 1) % 3)
    running = worker.start()  # no sweep comes
    set_plan(slug=game.slug, user=seat.user, plays_single=False, cards=_one_of_each(game, seat.user))
    move_once(game)
    tasks.play_plans()
    due = timezone.now() + timedelta(seconds=2)
    Plan.objects.update(due=due)
    tasks.play_plans()
    wait_until(running, Move.objects.filter(by="plan").count, is_at_least=1)
    assert Move.objects.get(by="plan").created >= due


def _one_of_each(game: Game, user: User | None) -> dict[Suit, Card]:
    return {suit: cards[0] for suit, cards in my_plan(slug=game.slug, user=user).choices.items()}
