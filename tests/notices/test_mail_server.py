"""Mail servers that are down, slow or unwilling: a real one that is told to be."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from unittest import mock

import pytest

from games.log import LogBroken
from games.models import Game, Notice
from games.notices import delivery
from games.notices.delivery import GIVE_UP_AFTER, NOT_YET, deliver_notices, wait_after
from tests.builders import make_game
from tests.servers.smtp import MailServer

from .tables import make_users, now_at, turn_notice

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def games(smtp_server: MailServer) -> list[Game]:
    """Three games, in each of which a turn is to be told."""
    return [
        make_game(*make_users(*names))
        for names in (("Ana", "Ben", "Cat"), ("Dan", "Eve", "Fay"), ("Gil", "Hal", "Ivy"))
    ]


def now_of(games: list[Game]) -> datetime:
    return max(now_at(game) for game in games)


def addressee(game: Game) -> str:
    return turn_notice(game).user.email


def test_a_notice_goes_out_through_a_real_server(games, smtp_server):
    assert deliver_notices(now_of(games)) == {"sent": 3}
    assert [delivery.recipients for delivery in smtp_server.deliveries] == [[addressee(game)] for game in games]
    assert {part.get_content_type() for part in smtp_server.messages[0].walk()} == {
        "multipart/alternative",
        "text/plain",
        "text/html",
    }


def test_with_the_server_down_notices_wait_and_go_when_it_is_up_again(games, smtp_server):
    now = now_of(games)
    smtp_server.go_down()
    assert deliver_notices(now) == {NOT_YET: 1}  # the others are not even tried
    notice = turn_notice(games[0])
    assert (notice.tries, notice.due, notice.done) == (1, now + MINUTE, None)
    assert "refused" in notice.last_error
    smtp_server.behave()
    assert deliver_notices(now) == {"sent": 2}
    assert deliver_notices(now + MINUTE) == {"sent": 1}
    notice.refresh_from_db()
    assert (notice.outcome, notice.last_error, notice.tries) == ("sent", "", 2)


def test_the_waits_double_up_to_an_hour():
    minutes = [wait_after(tries) / MINUTE for tries in range(1, 10)]
    assert minutes == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert wait_after(30_000) == timedelta(hours=1)


def test_after_two_days_of_trying_a_notice_is_given_up(games, smtp_server):
    game = games[0]
    notice = Notice.objects.create(user=game.host, game=game, kind="invitation")  # one that is true for ever
    notice.due = now = now_of(games)
    notice.save()
    Notice.objects.exclude(pk=notice.pk).delete()
    smtp_server.go_down()
    begun, tries = now, 0
    with mock.patch.object(delivery, "is_still_true", return_value=True):
        while notice.done is None:
            assert deliver_notices(now).total() == 1
            tries += 1
            notice.refresh_from_db()
            assert notice.done or notice.due == now + wait_after(tries)
            now = notice.due
    assert notice.outcome == "failed"
    assert GIVE_UP_AFTER - timedelta(hours=1) <= notice.done - begun <= GIVE_UP_AFTER + timedelta(hours=1)
    assert "refused" in notice.last_error


def test_an_address_refused_for_good_is_given_up_at_once_and_keeps_nobody_waiting(games, smtp_server):
    smtp_server.refuse("550 5.1.1 No such mailbox", to=addressee(games[0]))
    assert deliver_notices(now_of(games)) == {"failed": 1, "sent": 2}
    notice = turn_notice(games[0])
    assert notice.outcome == "failed"
    assert "No such mailbox" in notice.last_error


def test_an_address_refused_for_now_is_tried_again_and_keeps_nobody_waiting(games, smtp_server):
    now = now_of(games)
    smtp_server.refuse("451 4.3.0 Come back later", to=addressee(games[0]))
    assert deliver_notices(now) == {NOT_YET: 1, "sent": 2}
    smtp_server.behave()
    assert deliver_notices(now + MINUTE) == {"sent": 1}


def test_what_the_server_takes_after_we_have_hung_up_comes_twice_with_the_same_message_id(games, smtp_server, settings):
    Notice.objects.exclude(pk=turn_notice(games[0]).pk).delete()
    settings.EMAIL_TIMEOUT = 0.2
    now = now_of(games)
    take = smtp_server.handle_DATA

    async def take_and_answer_too_late(server, session, envelope):
        answer = await take(server, session, envelope)
        await asyncio.sleep(1)
        return answer

    with mock.patch.object(smtp_server, "handle_DATA", take_and_answer_too_late):
        assert deliver_notices(now) == {NOT_YET: 1}
    assert deliver_notices(now + MINUTE) == {"sent": 1}
    first, second = smtp_server.wait_for(2)
    assert first["Message-ID"] == second["Message-ID"]


def test_a_server_that_is_slow_with_one_mail_delays_that_mail_only(games, smtp_server, settings):
    settings.EMAIL_TIMEOUT = 0.2
    now = now_of(games)
    slow = addressee(games[0])
    take = smtp_server.handle_DATA

    async def slow_with_one(server, session, envelope):
        smtp_server.delay(0.6 if envelope.rcpt_tos == [slow] else 0)
        return await take(server, session, envelope)

    with mock.patch.object(smtp_server, "handle_DATA", slow_with_one):
        assert deliver_notices(now) == {NOT_YET: 1, "sent": 2}
    assert turn_notice(games[0]).due == now + MINUTE


def test_a_game_that_cannot_be_replayed_keeps_no_other_mail_waiting(games, smtp_server):
    look_for = delivery.looking.look_for

    def broken_for_one(*, pk, user, now):
        if pk == games[0].pk:
            raise LogBroken("game k3Qf9x, hand 1: ply 3 is missing")
        return look_for(pk=pk, user=user, now=now)

    with mock.patch.object(delivery.looking, "look_for", broken_for_one):
        assert deliver_notices(now_of(games)) == {NOT_YET: 1, "sent": 2}
    assert turn_notice(games[0]).last_error == "LogBroken: game k3Qf9x, hand 1: ply 3 is missing"


def test_no_further_notice_is_begun_when_the_time_for_a_run_is_over(games, smtp_server):
    assert deliver_notices(now_of(games), for_seconds=0) == {}
    assert smtp_server.deliveries == []
