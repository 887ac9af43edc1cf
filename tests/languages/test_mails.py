"""Every mail, in all it may say, and the mailbox of development: in French to the last word."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.mail import send_mail
from django.test import Client
from django.utils import translation

from accounts import wording
from accounts.mail import render_message
from accounts.models import User
from games.models import Game, Notice
from games.notices import outbox
from games.notices.mail import message_for, message_for_several
from games.services import absence, rematching, saying, seating
from games.services.expiry import close_expired_tables
from games.services.play import play
from tests.builders import bots_choosing, first_move, make_game
from tests.notices.tables import (
    make_users,
    miss_turn,
    now_at,
    play_to_end,
    play_turn,
    play_until,
    player_to_play,
    turn_notice,
    view,
    whose_turn,
)

from .french import French, reading

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NAMES = ("Ana", "Ben", "Cat", "Dan")
ZONES = ("UTC", "CET", "CEST")  # named alike in both languages


def test_every_mail_about_a_game_is_french():
    users = make_users(*NAMES, language="fr", time_zone="Europe/Paris")
    with reading(*NAMES, *ZONES) as french:
        _turns(french, users)
        _missed_turns(french, users)
        _ends(french, users)
        _invitations(french, users)
        _hands(french, users)
        _beginnings(french, users)
        _expired(french, users)
        _afterwards(french, users)
        _several(french, users)
    assert french.left == {}
    assert french.templates_not_read("mail/games") == set()


def _turns(french: French, users: list[User]) -> None:
    """Lead, follow, discard, declare; with a hand that has ended and one that has not."""
    kinds = itertools.cycle((Notice.Kind.YOUR_TURN, Notice.Kind.DEADLINE_NEAR))
    game = make_game(*users[:3], target=None, hands=3, general=True, short_hands=True)
    while (game.hand_number, game.ply) < (2, 5):
        french.mail(message_for(turn_notice(game, next(kinds)), view(game, whose_turn(game))))
        play_turn(game)
    game = make_game(*users[:3], general=True)
    play(slug=game.slug, user=whose_turn(game), ply=0, move="general")
    french.mail(message_for(turn_notice(game), view(game, whose_turn(game))))


def _missed_turns(french: French, users: list[User]) -> None:
    """The bot plays a card, passes, declares the general; once, and again, which covers the seat."""
    for chosen in (first_move, lambda _: "pass", lambda _: "general"):
        game = make_game(*users[:3], target=50, general=chosen is not first_move)
        user = whose_turn(game)
        with bots_choosing(chosen):
            miss_turn(game)
        french.mail(message_for(last_told(game, Notice.Kind.BOT_PLAYED), view(game, user)))
    play_until(game, lambda game: player_to_play(game) == user)
    miss_turn(game)
    french.mail(message_for(last_told(game, Notice.Kind.SEAT_HELD), view(game, user)))


def _hands(french: French, users: list[User]) -> None:
    """A hand is over, one of the players having resigned."""
    game = make_game(*users[:3], target=None, hands=2)
    absence.resign(slug=game.slug, user=users[2])
    play_until(game, lambda game: game.hand_number == 2)
    notice = last_told(game, Notice.Kind.HAND_OVER)
    french.mail(message_for(notice, view(game, notice.user)))


def _beginnings(french: French, users: list[User]) -> None:
    """One joins, and another, with whom the game begins."""
    game = make_game(users[0], begun=False, players=3)
    for user in users[1:3]:
        seating.join(slug=game.slug, user=user)
        if user == users[1]:
            french.mail(message_for(last_told(game, Notice.Kind.JOINED), view(game, users[0], now_at(game))))
    notice = last_told(game, Notice.Kind.STARTED)
    french.mail(message_for(notice, view(game, notice.user)))


def _afterwards(french: French, users: list[User]) -> None:
    """One writes at the table, one wants to play again, one is on holiday."""
    game = make_game(*users[:3], target=None, hands=1)
    saying.say(slug=game.slug, user=users[0], text="Ben")
    notice = last_told(game, Notice.Kind.MESSAGE)
    french.mail(message_for(notice, view(game, notice.user, now_at(game))))
    end = game.created + timedelta(days=9)
    [notice] = outbox.for_holiday(users[1], game, end=end, due=end - timedelta(days=1), now=game.created)
    french.mail(message_for(notice, view(game, users[1], now_at(game))))
    play_to_end(game)
    again = Game.objects.get(slug=rematching.play_again(slug=game.slug, user=users[0]).slug)
    notice = last_told(again, Notice.Kind.REMATCH)
    french.mail(message_for(notice, view(again, notice.user, now_at(again))))


def _several(french: French, users: list[User]) -> None:
    """Turns alone, turns and more, and no turn at all; in one game, in two."""
    games = [make_game(*users[:3]) for _ in range(2)]
    turns = [(turn_notice(game), view(game, whose_turn(game))) for game in games]
    invitation = make_game(users[3], begun=False)
    seating.invite(slug=invitation.slug, user=users[3], name="Ana")
    more = (last_told(invitation, Notice.Kind.INVITATION), view(invitation, users[0], now_at(invitation)))
    for told in (turns, [*turns, more], [turns[0], more], [more, more]):
        french.mail(message_for_several(told))
    other = make_game(users[3], begun=False)
    seating.invite(slug=other.slug, user=users[3], name="Ana")
    again = (last_told(other, Notice.Kind.INVITATION), view(other, users[0], now_at(other)))
    french.mail(message_for_several([more, again]))


def last_told(game: Game, kind: str) -> Notice:
    return Notice.objects.filter(game=game, kind=kind).latest("pk")


def _ends(french: French, users: list[User]) -> None:
    """Won, lost, shared; one who has resigned; all of them."""
    for winners in ([0], [0, 1], [0, 1, 2], []):
        game = make_game(*users[:3], target=None, hands=1)
        absence.resign(slug=game.slug, user=users[2])
        play_to_end(game)
        game.winners = winners
        game.save()
        for notice in Notice.objects.filter(game=game, kind=Notice.Kind.GAME_OVER):
            french.mail(message_for(notice, view(game, notice.user)))


def _expired(french: French, users: list[User]) -> None:
    game = make_game(users[0], begun=False)
    close_expired_tables(now=game.created + timedelta(days=14))
    game.refresh_from_db()
    french.mail(message_for(last_told(game, Notice.Kind.TABLE_EXPIRED), view(game, users[0], now_at(game))))


def _invitations(french: French, users: list[User]) -> None:
    everything = {"ace_high": True, "general": True, "short_hands": True, "players": 5}
    for options in ({"players": 3, "target": None, "hands": 1}, {"bots": 1}, everything):
        game = make_game(users[0], begun=False, **options)
        seating.invite(slug=game.slug, user=users[0], name="Ben")
        french.mail(message_for(last_told(game, Notice.Kind.INVITATION), view(game, users[1], now_at(game))))


def test_every_letter_about_an_account_is_french():
    user = User(username="Ana", email="ana@example.org", language="fr")
    link = "http://localhost:8000/x"
    context = {
        "user": user, "to": user.email, "from_email": "a@example.org", "to_email": "b@example.org",
        "deleted_email": "c@example.org", "timestamp": datetime(2026, 8, 1, 12, tzinfo=UTC), "ip": "203.0.113.7",
        "user_agent": "Firefox", "activate_url": link, "password_reset_url": link, "signup_url": link,
    }  # fmt: skip
    with reading("Ana", "Firefox", *ZONES) as french:
        for template in set(wording.LETTERS.values()):
            french.mail(render_message(template, context, to=user.email, language="fr"))
        for change in wording.CHANGES.values():
            with translation.override("fr"):
                told = {"change": str(change) % context}
            french.mail(render_message("mail/account/change", context | told, to=user.email, language="fr"))
    assert french.left == {}
    assert french.templates_not_read("mail/account") == set()


@pytest.mark.urls("tests.languages.urls")
def test_the_mailbox_of_development_is_french(settings: Any, tmp_path: Path):
    settings.DEBUG, settings.EMAIL_FILE_PATH = True, tmp_path
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    client = Client()
    client.cookies[site.LANGUAGE_COOKIE_NAME] = "fr"
    with reading("Ana") as french:
        french.page("an empty mailbox", client.get("/mail").content.decode())
        send_mail("Ana", "Ana", None, ["ana@example.org"], html_message="<p>Ana</p>")
        (file,) = tmp_path.iterdir()
        for path in ("/mail", f"/mail/{file.name}/0"):
            page = client.get(path)
            assert page.status_code == 200
            french.page(path, page.content.decode())
    assert french.left == {}
