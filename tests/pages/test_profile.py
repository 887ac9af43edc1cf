"""The page of a player."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Holder
from tests.builders import make_guest, make_user

from .tables import at, finished, seat


def test_a_player_who_has_played_nothing_has_a_page(ann, nobody):
    page = nobody.get("/players/Ann")
    assert page.status == 200
    assert "Here since" in page.text


def test_a_page_counts_games_finished_won_and_being_played(ann, ben, cat, nobody):
    finished(ann, ben, cat)
    Game.objects.all()[0].seats.filter(user=ann.user).update(rank=1)
    over = finished(ann, ben, cat)
    over.seats.filter(user=ann.user).update(rank=2)
    seat(ann, ben, cat)
    text = nobody.get("/players/Ann").text
    assert "Games finished 2 Games won 1 Being played 1" in text


def test_a_resigned_game_is_not_won(ann, ben, cat, nobody):
    game = finished(ann, ben, cat)
    game.seats.filter(user=ann.user).update(rank=1, holder=Holder.RESIGNED)
    assert "Games finished 1 Games won 0" in nobody.get("/players/Ann").text


def test_the_games_listed_are_those_the_reader_may_see(ann, ben, cat, eve, nobody):
    public, hidden = finished(ann, ben, cat), finished(ann, ben, cat, access="link")
    for reader in (eve, nobody):
        assert {at(public), at(hidden)} & set(reader.get("/players/Ann").links) == {at(public)}
    assert {at(public), at(hidden)} <= set(ben.get("/players/Ann").links)


@pytest.mark.parametrize("who", ["ann", "ben", "nobody"])
def test_the_games_of_a_player_call_them_by_name_and_only_the_reader_you(request, ann, ben, cat, who):
    finished(ann, ben, cat)
    page = request.getfixturevalue(who).get("/players/Ann")
    players = page.html.partition('class="players"')[2].partition("</ul>")[0]
    assert ("You" in players) == (who != "nobody")
    assert ("Ann" in players) == (who != "ann")
    assert ("Ben" in players) == (who != "ben")


def test_the_name_is_found_whatever_its_case(ann, nobody):
    assert "Ann" in nobody.get("/players/aNN").text


def test_one_finds_the_settings_on_ones_own_page_alone(ann, ben):
    assert "/account/settings/" in ann.get("/players/Ann").html.partition("<main")[2]
    assert "/account/settings/" not in ben.get("/players/Ann").html.partition("<main")[2]


def test_visitors_closed_accounts_and_nobody_have_no_page(nobody, db):
    guest = make_guest()
    make_user("Gone", is_active=False)
    for name in (guest.username, "Gone", "Nemo", "A" * 500, "---"):
        assert nobody.get(f"/players/{name}").status == 404
    assert User.objects.count() == 2


def test_who_has_finished_nothing_is_led_on_and_others_are_told_so(ann, ben):
    page = ann.get("/players/Ann")
    assert "You have finished no game yet." in page.text
    assert {"/lobby", "/learn"} <= set(page.links)
    assert "Ann has finished no game yet." in ben.get("/players/Ann").text
