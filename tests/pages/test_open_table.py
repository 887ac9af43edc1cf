"""A table that waits for players: joining, inviting, bots, leaving, beginning."""

from __future__ import annotations

import pytest

from games.models import Game, Holder, Notice

from .tables import at, seat


def holders(game):
    return [seat.holder for seat in game.seats.order_by("number")]


def test_the_host_sees_the_link_the_seats_and_what_can_be_done(ann):
    game = seat(ann, begun=False, access="link")
    page = ann.get(at(game))
    assert f"/join/{game.invite}" in page.html
    for deed in ("/start", "/add-bot", "/leave", "/invite"):
        assert page.offers(deed)
    assert not page.offers("/join")


def test_another_player_may_invite_and_leave_but_not_begin(ann, ben):
    game = seat(ann, ben, begun=False, players=3, access="link")
    page = ben.get(at(game))
    assert f"/join/{game.invite}" in page.html
    assert page.offers("/leave")
    assert page.offers("/invite")
    assert not page.offers("/start")
    assert not page.offers("/add-bot")


@pytest.mark.parametrize("who", ["eve", "nobody", "guest"])
def test_an_onlooker_sees_a_seat_to_take_and_no_secret(request, ann, who):
    game = seat(ann, begun=False)
    page = request.getfixturevalue(who).get(at(game))
    assert page.offers("/join")
    assert not page.offers("/start")
    assert game.invite not in page.html


# Joining


def test_who_joins_sits_in_the_first_free_seat(ann, ben):
    game = seat(ann, begun=False)
    page = ben.submit(ben.get(at(game)), "/join")
    assert page.url == at(game)
    assert game.seats.get(user=ben.user).number == 1
    assert "Ann" in page.text


def test_with_the_last_seat_the_game_begins(ann, ben, cat):
    game = seat(ann, ben, begun=False, players=3)
    page = cat.submit(cat.get(at(game)), "/join")
    game.refresh_from_db()
    assert game.status == "active"
    assert "Your cards" in page.html


def test_who_is_not_signed_in_is_led_to_sign_up_and_back_to_the_table(ann, nobody):
    game = seat(ann, begun=False)
    page = nobody.submit(nobody.get(at(game)), "/join", follow=False)
    assert page.header("Location") == f"/account/signup/?next=%2Fgames%2F{game.slug}"
    assert "to join the table" in nobody.get("/account/signup/").text


def test_nobody_joins_twice(ann):
    game = seat(ann, begun=False)
    page = ann.post(at(game, "/join"))
    assert "You already sit at this table." in page.text
    assert holders(game).count(Holder.PERSON) == 1


def test_who_comes_too_late_is_told(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    assert "already begun" in eve.post(at(game, "/join")).text


def test_a_closed_table_says_so_and_cannot_be_joined(ann, ben):
    game = seat(ann, begun=False)
    ann.post(at(game, "/leave"))
    page = ben.post(at(game, "/join"))
    assert "This table has been closed" in page.text
    assert "This table was closed" in page.text
    assert "/lobby" in page.links


# Inviting by name


def test_who_is_invited_by_name_gets_a_notice(ann, ben):
    game = seat(ann, begun=False, access="link")
    page = ann.submit(ann.get(at(game)), "/invite", name="bEN")
    assert "They will be told by mail." in page.text
    assert Notice.objects.get().user == ben.user


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Nemo", "Nobody has this name."),
        ("Ann", "They already sit at this table."),
        ("", "Write the name of a player."),
        ("x" * 21, "Write the name of a player."),
        ("a\x00b", "Write the name of a player."),
        ("<b>Ben</b>", "Nobody has this name."),
    ],
)
def test_an_invitation_that_reaches_nobody_says_why(ann, ben, name, sentence):
    game = seat(ann, begun=False)
    page = ann.post(at(game, "/invite"), {"name": name})
    assert (page.url, sentence in page.text) == (at(game), True)
    assert not Notice.objects.exists()


# Bots


def test_the_host_fills_seats_with_bots_and_frees_them_again(ann):
    game = seat(ann, begun=False)
    page = ann.submit(ann.get(at(game)), "/add-bot")
    assert holders(game) == ["person", "nobody", "nobody", "bot"]
    assert [button for form in page.forms for button in form.buttons if button[0] == "seat"] == [("seat", "3")]
    ann.submit(page, "/remove-bot", seat="3")
    assert holders(game) == ["person", "nobody", "nobody", "nobody"]


def test_the_bot_in_the_last_seat_begins_the_game(ann):
    game = seat(ann, begun=False, bots=2)
    page = ann.submit(ann.get(at(game)), "/add-bot")
    game.refresh_from_db()
    assert game.status == "active"
    assert "Your cards" in page.html


@pytest.mark.parametrize("number", ["", "0", "1", "4", "-1", "9", "99", "٣", "3\x00", "three"])
def test_only_a_bot_can_be_taken_from_its_seat(ann, number):
    game = seat(ann, begun=False, bots=1)
    page = ann.post(at(game, "/remove-bot"), {"seat": number})
    assert "No bot sits there." in page.text
    assert holders(game) == ["person", "nobody", "nobody", "bot"]


# Leaving and beginning


def test_who_leaves_frees_the_seat_and_comes_to_the_lobby(ann, ben):
    game = seat(ann, ben, begun=False, players=3)
    page = ben.submit(ben.get(at(game)), "/leave")
    assert page.url == "/lobby"
    assert "You have left the table." in page.text
    assert holders(game) == ["person", "nobody", "nobody"]


def test_when_the_host_leaves_the_next_player_is_host(ann, ben):
    game = seat(ann, ben, begun=False, players=3)
    ann.submit(ann.get(at(game)), "/leave")
    assert ben.get(at(game)).offers("/start")


def test_who_begins_now_plays_with_bots_in_the_seats_left(ann, ben):
    game = seat(ann, ben, begun=False, players=5)
    page = ann.submit(ann.get(at(game)), "/start")
    assert holders(game) == ["person", "person", "bot", "bot", "bot"]
    assert "Your cards" in page.html


@pytest.mark.parametrize("deed", ["/start", "/add-bot", "/leave", "/invite"])
def test_what_comes_before_the_first_hand_is_refused_after_it(ann, ben, cat, deed):
    game = seat(ann, ben, cat)
    page = ann.post(at(game, deed), {"name": "Ben"})
    assert "already begun" in page.text
    assert Game.objects.get().version == game.version


@pytest.mark.parametrize("deed", ["/play", "/declare", "/resign", "/take-seat-back"])
def test_what_needs_a_game_is_refused_before_it_begins(ann, deed):
    game = seat(ann, begun=False)
    page = ann.post(at(game, deed), {"ply": "0", "card": "JS", "declaration": "pass"})
    assert "This game is not being played" in page.text
    assert "Waiting for players" in page.text
