"""The link at the foot of a mail, and the button that mail programs make of its headers (RFC 8058)."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import signing
from django.test import Client

from accounts.models import User
from games.models import Notice, Seat
from games.notices.delivery import deliver_notices
from games.services import telling
from tests.builders import make_game, make_user
from tests.servers.smtp import MailServer

from .tables import make_users, now_at, whose_turn

pytestmark = pytest.mark.django_db


def browser() -> Client:
    """Somebody who is not signed in, and who is held to CSRF tokens wherever they are asked for."""
    return Client(enforce_csrf_checks=True)


def path_in(message: Any) -> str:
    address = str(message["List-Unsubscribe"]).strip()
    assert re.fullmatch(r"<http://localhost:8000/stop-mail/[^<>, ]+>", address)
    return urlsplit(address[1:-1]).path


def wishes(user: User) -> Any:
    return telling.settings_of(user)


def test_a_mail_program_stops_all_mail_about_games_by_one_post(smtp_server: MailServer):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    user = whose_turn(game)
    deliver_notices(now_at(game))
    (message,) = smtp_server.messages
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (message["Auto-Submitted"], message["References"]) == ("auto-generated", f"<game-{game.slug}@localhost>")
    answer = browser().post(path_in(message), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not wishes(user).mail
    Notice.objects.update(done=None, outcome="", due=now_at(game))
    assert deliver_notices(now_at(game))["unwanted"] >= 1
    assert len(smtp_server.messages) == 1


def test_the_same_address_is_at_the_foot_of_the_text_and_of_the_html(mailoutbox):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    deliver_notices(now_at(game))
    (message,) = mailoutbox
    address = message.extra_headers["List-Unsubscribe"][1:-1]
    assert f"To stop such mail:\n{address}\n" in message.body
    assert f'href="{address}"' in message.alternatives[0][0]


def test_looking_at_the_page_changes_nothing(django_assert_num_queries):
    ana = make_user("Ana")
    path = "/stop-mail/" + telling.stop_token(ana, kind="your_turn", slug="AAAAAAAAAA")
    with django_assert_num_queries(1):  # who it is
        answer = browser().get(path)
    assert answer.status_code == 200
    assert "No mail of this kind: your turn" in answer.content.decode()
    assert browser().head(path).status_code == 200
    assert wishes(ana).mail
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("what", ["kind", "table", "all", "rubbish", "\x00"])
def test_the_page_stops_a_kind_a_table_or_all(what):
    ana = make_user("Ana")
    game = make_game(ana, *make_users("Ben", "Cat"))
    path = "/stop-mail/" + telling.stop_token(ana, kind="your_turn", slug=game.slug)
    for _ in range(2):  # twice is as once
        assert browser().post(path, {"what": what}).status_code == 200
    assert wishes(ana).wants("your_turn") == (what == "table")
    assert wishes(ana).wants("game_over") == (what in ("table", "kind"))
    assert list(Seat.objects.filter(muted=True).values_list("user", flat=True)) == [ana.pk] * (what == "table")


def test_the_link_of_a_mail_of_several_things_stops_all():
    ana = make_user("Ana")
    path = "/stop-mail/" + telling.stop_token(ana)
    page = browser().get(path).content.decode()
    assert "No mail about games at all" in page
    assert "No mail of this kind" not in page
    browser().post(path, {"what": "kind"})
    assert not wishes(ana).mail


@pytest.mark.parametrize("forge", [lambda token: token[:-1], lambda token: "x" + token, lambda _: "rubbish"])
def test_a_link_that_the_site_has_not_signed_is_no_link(forge):
    ana = make_user("Ana")
    path = "/stop-mail/" + forge(telling.stop_token(ana))
    assert browser().get(path).status_code == 404
    assert browser().post(path).status_code == 404
    assert wishes(ana).mail


def test_what_was_signed_for_something_else_is_no_link():
    ana = make_user("Ana")
    other = signing.Signer(salt="something else").sign_object([ana.pk, "", ""])
    assert browser().post("/stop-mail/" + other).status_code == 404


def test_the_link_of_an_account_that_is_gone_is_no_link():
    ana = make_user("Ana")
    path = "/stop-mail/" + telling.stop_token(ana)
    ana.delete()
    assert browser().post(path).status_code == 404


def test_an_old_secret_still_opens_its_links(settings):
    ana = make_user("Ana")
    path = "/stop-mail/" + telling.stop_token(ana)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another secret, as long as it takes"
    assert browser().get(path).status_code == 200
