"""Notices that are posted to an address of a player's: a real server with a certificate, on this machine."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.engine.cards import Card
from games.models import Game, Notice, Webhook
from games.notices import push, webhook
from games.notices.delivery import HELD_BACK, NOT_YET, PUT_OFF, deliver_notices, post_notices, spread_notices
from games.notices.lines import public_lines
from games.notices.mail import message_for
from games.outgoing import TOO_SLOW, Answer, NotReached
from games.services import looking, telling, webhooks
from games.services.play import play
from tests.builders import DAY, dealing, make_game
from tests.pages.tables import THREE
from tests.servers.https import HttpsServer, https_server, poster_to

from .tables import A_MOMENT, make_users, now_at, play_to_end, play_turn, turn_notice, view, whose_turn

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpsServer]:
    with https_server(tmp_path_factory.mktemp("https")) as server:
        yield server


@pytest.fixture
def server(shared_server: HttpsServer, monkeypatch: pytest.MonkeyPatch) -> HttpsServer:
    """A server to which every name leads."""
    shared_server.posted.clear()
    shared_server.answer = lambda posted: (204, {}, b"")
    monkeypatch.setattr(webhook.WEBHOOK, "post", poster_to(shared_server))
    return shared_server


@pytest.fixture
def game() -> Game:
    return make_game(*make_users("Ana", "Ben", "Cat"), move_time=DAY, target=None, hands=3)


def hook(game: Game, server: HttpsServer, **fields) -> Webhook:
    """A webhook of the player whose turn it is."""
    kept = webhooks.set_webhook(whose_turn(game), url=server.url())
    Webhook.objects.filter(pk=kept.pk).update(**fields)
    kept.refresh_from_db()
    return kept


def bodies(server: HttpsServer) -> list[dict]:
    return [json.loads(posted.body) for posted in server.posted]


def test_whose_turn_it_is_is_posted_once_and_mailed_once(game, server, mailoutbox):
    hook(game, server)
    for _ in range(2):
        deliver_notices(now_at(game))
        post_notices(now_at(game))
    assert len(mailoutbox) == 1
    (body,) = bodies(server)
    (told,) = body["notices"]
    assert body["player"] == whose_turn(game).username
    assert (told["kind"], told["game"], told["hand_number"], told["ply"]) == ("your_turn", game.slug, 1, 0)
    assert told["text"].startswith("Your turn in hand 1, until ")
    assert told["url"].endswith(f"/games/{game.slug}")
    assert told["deadline"] == game.deadline.isoformat().replace("+00:00", "Z")


def test_plain_json_is_signed_over_the_time_and_the_body(game, server):
    kept = hook(game, server)
    post_notices(now_at(game))
    (posted,) = server.posted
    signed = posted.headers["polignac-timestamp"].encode() + b"." + posted.body
    expected = "sha256=" + hmac.new(kept.secret.encode(), signed, hashlib.sha256).hexdigest()
    assert posted.headers["polignac-signature"] == expected


def test_each_of_two_channels_has_one_row_for_a_player_and_a_moment(game, server):
    hook(game, server)
    for _ in range(3):
        spread_notices(now_at(game))
        Notice.objects.update(spread=False)
    rows = Notice.objects.filter(kind="your_turn").order_by("channel").values_list("channel", flat=True)
    assert list(rows) == ["mail", "webhook"]


def test_who_has_no_webhook_has_no_rows_for_one(game, server):
    hook(game, server)
    play_turn(game)
    spread_notices(now_at(game))
    assert not Notice.objects.filter(user=whose_turn(game), channel="webhook").exists()


def test_nothing_is_said_of_the_cards_of_the_player_who_is_to_follow(game, server):
    """The mail says "discard, you have no hearts"; what others may read does not."""
    play_turn(game)
    hook(game, server)
    with time_machine.travel(now_at(game), tick=False):
        post_notices(now_at(game))
    (body,) = bodies(server)
    text = body["notices"][0]["text"]
    assert text.startswith("Your turn in hand 1, until ")
    assert set(body["notices"][0]) == {"id", "kind", "text", "url", "game", "hand_number", "ply", "deadline", "at"}
    for word in ("follow", "discard", "spades", "hearts", "diamonds", "clubs", "lead"):
        assert word not in text


def test_what_is_posted_and_pushed_is_the_same_whatever_the_player_holds():
    """King of spades led: in one world the next player holds spades, in the other none; the mail tells which."""
    people = make_users("Ana", "Ben", "Cat")
    told: list[tuple[str, str]] = []
    for held in (THREE, (THREE[0], THREE[2], THREE[1])):
        with time_machine.travel(datetime(2027, 3, 1, 12, tzinfo=UTC), tick=False), dealing(*held, dealer=2):
            game = make_game(*people, move_time=DAY)
            play(slug=game.slug, user=people[0], ply=0, move=Card.parse("KS"))
        for kind in (Notice.Kind.YOUR_TURN, Notice.Kind.DEADLINE_NEAR):
            notice = turn_notice(game, kind)
            table = view(game, people[1])
            (line,) = public_lines([(notice, table)])
            shown = repr(replace(line, pk=0)) + repr(push.messages_of([replace(line, pk=0)], now=now_at(game)))
            told.append((shown.replace(game.slug, "SLUG"), str(message_for(notice, table).subject)))
    here, there = told[:2], told[2:]
    assert [shown for shown, _ in here] == [shown for shown, _ in there]
    assert all(mine != yours for (_, mine), (_, yours) in zip(here, there, strict=True))


def test_discord_and_slack_get_what_they_understand(game, server):
    kept = hook(game, server, form="discord")
    post_notices(now_at(game))
    play_turn(game)
    webhooks.set_webhook(whose_turn(game), url=server.url(), form="slack")
    post_notices(now_at(game))
    discord, slack = bodies(server)
    assert discord["allowed_mentions"] == {"parse": []}
    assert discord["content"].startswith(f"{kept.user.username}: Your turn in hand 1")
    assert discord["content"].endswith(f"<http://localhost:8000/games/{game.slug}>")
    assert slack["text"].startswith(f"{whose_turn(game).username}: Your turn in hand 1")
    assert "polignac-signature" not in server.posted[0].headers


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://discord.com.evil.example/api/webhooks/1/x", "json"),
        ("https://hooks.slack.com/services/T/B/x", "slack"),
        ("https://ana.example/discord.com/api/", "json"),
    ],
)
def test_the_form_is_told_by_the_address(url, form):
    assert webhooks.form_of(url) == form


def test_a_kind_that_is_not_wanted_there_is_mailed_alone(game, server, mailoutbox):
    hook(game, server)
    telling.change_settings(whose_turn(game), {"webhook_kinds": {"your_turn": False}})
    assert post_notices(now_at(game)) == {"unwanted": 1}
    assert deliver_notices(now_at(game)) == {"sent": 1}


def test_without_mail_the_webhook_goes_on(game, server, mailoutbox):
    hook(game, server)
    telling.change_settings(whose_turn(game), {"mail": False})
    assert deliver_notices(now_at(game)) == {"unwanted": 1}
    assert post_notices(now_at(game)) == {"sent": 1}


def test_a_muted_table_is_not_told_of(game, server):
    hook(game, server)
    telling.mute(slug=game.slug, user=whose_turn(game), muted=True)
    assert post_notices(now_at(game) + 5 * MINUTE) == {"unwanted": 1}


def test_who_is_at_the_table_is_told_later_and_a_turn_that_was_played_not_at_all(game, server):
    kept = hook(game, server)
    with time_machine.travel(now_at(game), tick=False):
        looking.see_table(slug=game.slug, user=kept.user)
    assert post_notices(now_at(game)) == {PUT_OFF: 1}
    play_turn(game)
    assert post_notices(now_at(game) + 3 * MINUTE) == {"stale": 1}
    assert server.posted == []


def test_quiet_hours_hold_back_and_the_digest_is_for_mail(game, server):
    kept = hook(game, server)
    now = now_at(game)
    begin = now.time().replace(second=0, microsecond=0)
    telling.change_settings(kept.user, {"digest_hour": (now + 5 * 60 * MINUTE).hour})
    telling.change_settings(kept.user, {"quiet": (begin, (now + 10 * MINUTE).time().replace(second=0, microsecond=0))})
    assert post_notices(now) == {HELD_BACK: 1}
    assert post_notices(now + 11 * MINUTE) == {"sent": 1}


def test_warnings_come_at_the_stages_that_are_chosen(game, server):
    hook(game, server)
    for left in (1, 0.5, 0.2):
        post_notices(game.turn_began + DAY * (1 - left) + A_MOMENT)
        deliver_notices(game.turn_began + DAY * (1 - left) + A_MOMENT)
    assert [body["notices"][0]["kind"] for body in bodies(server)] == ["your_turn", "deadline_near", "deadline_near"]
    assert bodies(server)[1]["notices"][0]["text"].startswith("Play by ")


def test_a_hook_that_fails_is_left_alone_for_longer_each_time_and_mail_is_not(game, server, mailoutbox):
    kept = hook(game, server)
    server.answer = lambda posted: (500, {}, b"")
    now = now_at(game)
    for tries, wait in enumerate((1, 2, 4, 8), 1):
        assert post_notices(now) == {NOT_YET: 1}
        assert post_notices(now + wait * MINUTE - A_MOMENT) == {}
        kept.refresh_from_db()
        assert (kept.failures, kept.last_error, kept.next_try) == (tries, "http_500", now + wait * MINUTE)
        now += wait * MINUTE
    assert deliver_notices(now) == {"sent": 1}
    server.answer = lambda posted: (204, {}, b"")
    assert post_notices(now) == {"sent": 1}
    kept.refresh_from_db()
    assert (kept.failures, kept.last_error, kept.failing_since, kept.next_try) == (0, "", None, None)


def test_what_comes_while_a_hook_is_left_alone_waits_with_it(game, server):
    kept = hook(game, server, failures=5, failing_since=now_at(game), next_try=now_at(game) + 7 * MINUTE)
    assert post_notices(now_at(game)) == {HELD_BACK: 1}
    assert Notice.objects.get(channel="webhook").due == kept.next_try


def test_a_hook_that_asks_for_patience_gets_it(game, server):
    kept = hook(game, server)
    server.answer = lambda posted: (429, {"Retry-After": "600"}, b"")
    post_notices(now_at(game))
    kept.refresh_from_db()
    assert kept.next_try == now_at(game) + 10 * MINUTE


def test_after_a_day_of_failure_it_is_turned_off_and_can_be_turned_on_again(game, server):
    kept = hook(game, server, failures=9, failing_since=now_at(game) - DAY)
    server.answer = lambda posted: (302, {"Location": "https://hooks.example/"}, b"")
    assert post_notices(now_at(game)) == {NOT_YET: 1}
    kept.refresh_from_db()
    assert (kept.turned_off, kept.last_error) == (now_at(game), "http_302")
    assert post_notices(now_at(game) + 60 * MINUTE) == {"no_address": 1}
    again = webhooks.set_webhook(kept.user, url=kept.url)
    assert (again.turned_off, again.failures, again.secret) == (None, 0, kept.secret)


def test_a_hook_that_is_slow_or_refuses_delays_no_other(server, monkeypatch):
    """Of three readers one's hook never answers in time, one's refuses: the third has the message in the same run."""
    names = (("Ana", "Ben", "Cat"), ("Dan", "Eve", "Fay"), ("Gil", "Hal", "Ivy"))
    games = [make_game(*make_users(*three)) for three in names]
    hooks = [hook(game, server) for game in games]
    for kept, path in zip(hooks, ("slow", "refusing", "good"), strict=True):
        Webhook.objects.filter(pk=kept.pk).update(url=server.url(f"/{path}"))
    arrived = threading.Event()

    def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
        if url.endswith("/slow"):
            assert arrived.wait(20)  # the good one does not wait for it
            raise NotReached(TOO_SLOW)
        if url.endswith("/good"):
            arrived.set()
        return Answer(500 if url.endswith("/refusing") else 204, "", None)

    monkeypatch.setattr(webhook.WEBHOOK, "post", post)
    assert post_notices(max(map(now_at, games))) == {"sent": 1, NOT_YET: 2}
    assert list(Webhook.objects.order_by("user").values_list("last_error", flat=True)) == ["too_slow", "http_500", ""]


def test_several_notices_are_one_message(server):
    ana, ben, cat = make_users("Ana", "Ben", "Cat")
    games = [make_game(ana, ben, cat, move_time=DAY, target=None, hands=1) for _ in range(2)]
    webhooks.set_webhook(ana, url=server.url())
    for game in games:
        play_to_end(game)
    Notice.objects.exclude(user=ana, kind="game_over").delete()
    assert post_notices(max(map(now_at, games)) + 5 * MINUTE) == {"sent": 2}
    (body,) = bodies(server)
    assert {told["game"] for told in body["notices"]} == {game.slug for game in games}


def test_the_secret_can_be_renewed_and_the_hook_removed(game, server):
    kept = hook(game, server)
    assert webhooks.renew_secret(kept.user).secret != kept.secret
    webhooks.remove_webhook(kept.user)
    assert post_notices(now_at(game)) == {}
    assert turn_notice(game)
