"""Play now: a game against three bots, without an account."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from games.services.overdue import play_game

from .reader import Reader


def test_one_press_seats_a_stranger_with_three_bots(nobody):
    page = nobody.submit(nobody.get("/"), "/play-now")
    game = Game.objects.get()
    assert page.url == f"/games/{game.slug}"
    assert (game.status, game.players, game.access) == ("active", 4, "link")
    visitor = User.objects.get(is_guest=True)
    assert [seat.user for seat in game.seats.all()] == [visitor, None, None, None]
    assert "You play as a visitor" in page.text


def test_a_second_press_opens_a_second_game_of_the_same_visitor(nobody):
    for _ in range(2):
        nobody.submit(nobody.get("/"), "/play-now")
    assert (Game.objects.count(), User.objects.count()) == (2, 1)


def test_a_player_keeps_their_name_at_a_game_against_bots(ann):
    ann.submit(ann.get("/games"), "/play-now")
    assert Game.objects.get().host == ann.user
    assert not User.objects.filter(is_guest=True).exists()


def test_the_game_of_another_visitor_is_not_there(nobody):
    page = nobody.submit(nobody.get("/"), "/play-now")
    other = Reader()
    other.submit(other.get("/"), "/play-now")
    assert other.get(page.url).status == 404


def test_who_makes_too_many_visitors_is_told_to_wait(nobody):
    for _ in range(30):
        reader = Reader()
        reader.post("/play-now", follow=False)
    page = nobody.post("/play-now")
    assert (page.status, User.objects.count()) == (429, 30)
    assert "too often" in page.text


def test_a_visitor_plays_a_whole_game_by_forms(nobody):
    page = nobody.submit(nobody.get("/"), "/play-now")
    game = Game.objects.get()
    Game.objects.filter(pk=game.pk).update(target=None, hands_to_play=1)
    for _ in range(9):
        play_game(game.pk)
        page = nobody.get(page.url)
        if not page.cards_offered:
            break
        page = nobody.submit(page, "/play", card=page.cards_offered[0])
        assert page.status == 200
    game.refresh_from_db()
    assert game.status == "finished"
    assert "Standings" in page.text
    assert "Play again" in page.text
    assert "invites the others" not in page.text
    assert "Sign up to keep your games" in page.text
    assert page.links.count(f"/account/signup/?next=/games/{game.slug}") == 2  # there, and at the head of the page
    assert "/account/login/" in page.links  # and to no table: another account does not sit there


@pytest.mark.parametrize("zone", ["Europe/Paris", "", "Mars/Olympus"])
def test_the_time_zone_the_browser_tells_becomes_the_visitors(nobody, zone):
    nobody.post("/play-now", {"time_zone": zone})
    assert User.objects.get().time_zone == ("Europe/Paris" if zone == "Europe/Paris" else "UTC")
