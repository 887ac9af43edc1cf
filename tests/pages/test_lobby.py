"""The lobby: tables anybody may join."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from games.pages.lists import PAGE_SIZE
from tests.builders import make_game

from .tables import at, finished, seat


def slugs_in(page):
    return re.findall(r'class="game-item-title" href="/games/([^"]+)"', page.html)


def test_an_empty_lobby_says_what_to_do(nobody):
    page = nobody.get("/lobby")
    assert "No table is open just now." in page.text
    assert "/games/new" in page.links


def test_only_open_public_tables_are_there_the_newest_first(ann, ben, cat, nobody):
    old, new = seat(ann, begun=False), seat(ben, begun=False)
    Game.objects.filter(pk=old.pk).update(created=timezone.now() - timedelta(days=1))
    seat(ann, begun=False, access="link")
    seat(ann, ben, cat)
    finished(ann, ben, cat)
    closed = seat(cat, begun=False)
    cat.post(at(closed, "/leave"))
    assert slugs_in(nobody.get("/lobby")) == [new.slug, old.slug]


def test_a_table_says_who_sits_there_and_how_many_seats_are_free(ann, ben, nobody):
    seat(ann, ben, begun=False, players=6, bots=1, general=True)
    text = nobody.get("/lobby").text
    for words in ("Ann’s table", "Ben", "a bot", "3 seats free", "6 players", "with the general", "1 day a move"):
        assert words in text


def test_one_press_in_the_lobby_takes_a_seat(ann, ben):
    game = seat(ann, begun=False)
    page = ben.submit(ben.get("/lobby"), "/join")
    assert page.url == at(game)
    assert game.seats.filter(user=ben.user).exists()


def test_only_who_may_join_is_offered_to(ann, ben, guest, nobody):
    game = seat(ann, begun=False)
    offered = {name: reader.get("/lobby").offers(at(game, "/join")) for name, reader in
               {"ann": ann, "ben": ben, "guest": guest, "nobody": nobody}.items()}  # fmt: skip
    assert offered == {"ann": False, "ben": True, "guest": False, "nobody": False}


def test_many_tables_are_there_page_by_page(ann, nobody):
    games = [make_game(begun=False) for _ in range(PAGE_SIZE + 1)]
    newest_first = [game.slug for game in reversed(games)]
    assert slugs_in(nobody.get("/lobby")) == newest_first[:PAGE_SIZE]
    assert slugs_in(nobody.get("/lobby?page=2")) == newest_first[PAGE_SIZE:]


@pytest.mark.parametrize("page", ["-1", "0", "999999", str(2**63), "9" * 5000, "x", "", "٢", "%00"])
def test_a_page_that_is_none_is_another_page(ann, nobody, page):
    seat(ann, begun=False)
    answer = nobody.get(f"/lobby?page={page}")
    assert (answer.status, len(slugs_in(answer))) == (200, 1)
