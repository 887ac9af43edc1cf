"""The link that invites: what it shows, and how one comes to the table by it."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game

from .reader import htmx
from .tables import seat, users_of

PASSWORD = "four jacks in one hand"


@pytest.fixture
def game(ann):
    return seat(ann, begun=False, players=3, access="link")


def link(game):
    return f"/join/{game.invite}"


@pytest.mark.parametrize("who", ["eve", "guest", "nobody"])
def test_the_link_shows_who_invites_and_a_seat_to_take(request, game, who):
    page = request.getfixturevalue(who).get(link(game))
    assert page.status == 200
    assert "Ann invites you" in page.text
    assert page.form("/join").fields["token"] == game.invite


def test_who_has_an_account_joins_with_one_press(game, ben):
    page = ben.submit(ben.get(link(game)), "/join")
    assert page.url == f"/games/{game.slug}"
    assert users_of((ben,)) == [seat.user for seat in game.seats.filter(number=1)]


def test_who_sits_there_already_or_comes_to_a_game_in_play_is_led_to_it(game, ann, ben, cat):
    for reader in (ben, cat):
        assert reader.submit(reader.get(link(game)), "/join").url == f"/games/{game.slug}"
    for reader in (ann, ben, cat):
        assert reader.get(link(game)).url == f"/games/{game.slug}"


@pytest.mark.parametrize("who", ["eve", "guest", "nobody"])
def test_who_follows_the_link_too_late_is_told_so_and_sees_no_game(request, game, ben, cat, who):
    for reader in (ben, cat):
        reader.submit(reader.get(link(game)), "/join")
    page = request.getfixturevalue(who).get(link(game))
    assert (page.status, page.url) == (200, "/lobby")
    assert "This game has already begun." in page.text
    assert game.slug not in page.html


def test_the_link_to_a_public_game_in_play_leads_to_look_on(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    assert eve.get(link(game)).url == f"/games/{game.slug}"


def test_the_link_to_a_closed_table_says_so(game, ann, eve):
    ann.post(f"/games/{game.slug}/leave")
    page = eve.get(link(game))
    assert page.url == "/lobby"
    assert "This table has been closed." in page.text


def test_joining_without_the_link_is_impossible(game, ben):
    for token in ("", "AAAAAAAAAAAAAAAAAAAAAA", "\x00", "é" * 22):
        assert ben.post(f"/games/{game.slug}/join", {"token": token}).status == 404
    assert Game.objects.get().seats.filter(user=ben.user).count() == 0


@pytest.mark.parametrize("token", ["A", "A" * 22, "A" * 2000])
def test_a_link_that_is_none_leads_nowhere(nobody, game, token):
    assert nobody.get(f"/join/{token}").status == 404


def test_who_signs_up_on_the_way_comes_back_to_the_link_and_joins(game, nobody):
    page = nobody.submit(nobody.get(link(game)), "/join")
    assert page.url == f"/account/signup/?next=%2Fjoin%2F{game.invite}"
    page = nobody.submit(page, "/account/signup/", username="Dora", email="dora@example.org", password1=PASSWORD)
    assert page.url == link(game)
    page = nobody.submit(page, "/join")
    assert page.url == f"/games/{game.slug}"
    assert game.seats.get(number=1).user == User.objects.get(username="Dora")


def test_who_signs_in_on_the_way_comes_back_to_the_link(game, nobody):
    User.objects.create_user("Dora", password=PASSWORD)
    page = nobody.submit(nobody.get(link(game)), "/join")
    sign_in = next(path for path in page.links if path.startswith("/account/login/?"))
    page = nobody.submit(nobody.get(sign_in), "/account/login/", login="Dora", password=PASSWORD)
    assert page.url == link(game)


def test_who_signs_in_at_the_head_of_a_table_or_an_invitation_comes_back_there(game, ann, ben, cat, nobody):
    public = seat(ann, ben, cat)
    for page in (link(game), f"/games/{public.slug}"):
        links = nobody.get(page).links
        assert {f"/account/login/?next={page}", f"/account/signup/?next={page}"} <= set(links)


def test_a_visitor_who_joins_signs_up_keeps_the_game_and_joins(game, nobody):
    bots = nobody.submit(nobody.get("/"), "/play-now").url
    page = nobody.submit(nobody.get(link(game)), "/join")
    assert page.url == f"/account/signup/?next=%2Fjoin%2F{game.invite}"
    assert "The games you have begun come with you" in page.text
    page = nobody.submit(page, "/account/signup/", username="Dora", email="dora@example.org", password1=PASSWORD)
    assert nobody.submit(page, "/join").url == f"/games/{game.slug}"
    dora = User.objects.get(username="Dora")
    assert set(Game.objects.played_by(dora)) == set(Game.objects.all())
    assert nobody.get(bots).status == 200


def test_the_page_of_a_link_follows_who_sits_down(game, ben, cat, eve):
    version, headers = game.version, htmx("open-table")
    asked = f"{link(game)}?version={version}"
    assert f'hx-get="{asked}"' in eve.get(link(game)).html
    assert eve.get(asked, headers=headers).status == 204
    for reader in (ben, cat):  # then another; then the game has begun
        reader.submit(reader.get(link(game)), "/join")
        answer = eve.get(asked, headers=headers)
        assert (answer.status, answer.header("HX-Refresh"), answer.html) == (200, "true", "")
