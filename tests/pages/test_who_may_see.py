"""Who may see which page: a stranger without an account, a visitor, an onlooker, a player, the host."""

from __future__ import annotations

import pytest
from django.test import Client

from .tables import at, finished, seat

OF_A_GAME = ["", "/table", "/score-sheet", "/hands/1", "/hands/1/0", "/record"]
DEEDS = {
    "/play": {"ply": "0", "card": "JS"},
    "/declare": {"ply": "0", "declaration": "pass"},
    "/resign": {},
    "/take-seat-back": {},
    "/join": {},
    "/leave": {},
    "/start": {},
    "/add-bot": {},
    "/remove-bot": {"seat": "1"},
    "/invite": {"name": "Eve"},
}


@pytest.fixture
def readers(ann, ben, cat, eve, guest, nobody):
    return {"host": ann, "player": ben, "onlooker": eve, "visitor": guest, "nobody": nobody}


WHO = ["host", "player", "onlooker", "visitor", "nobody"]


def test_anybody_may_look_at_a_public_game(readers, ann, ben, cat):
    game = finished(ann, ben, cat)
    answers = {(who, rest): readers[who].get(at(game, rest)).status for who in WHO for rest in OF_A_GAME}
    assert answers == dict.fromkeys(answers, 200)


def test_a_game_behind_a_link_is_there_for_its_players_alone(readers, ann, ben, cat):
    game = finished(ann, ben, cat, access="link")
    for who in WHO:
        answers = {rest: readers[who].get(at(game, rest)) for rest in OF_A_GAME}
        expected = 200 if who in ("host", "player") else 404
        assert {rest: answer.status for rest, answer in answers.items()} == dict.fromkeys(OF_A_GAME, expected)
        if expected == 404:
            no_such_game = readers[who].get("/games/AAAAAAAAAA").text
            assert {answer.text for answer in answers.values()} == {no_such_game}


@pytest.mark.parametrize("who", ["onlooker", "visitor", "nobody"])
def test_nothing_is_done_at_a_hidden_table_by_who_does_not_sit_there(readers, ann, ben, cat, who):
    game = seat(ann, ben, cat, access="link")
    answers = {deed: readers[who].post(at(game, deed), data, follow=False) for deed, data in DEEDS.items()}
    if who == "nobody":  # told to sign in or up, before it is said whether there is such a game
        ways = {answer.header("Location").partition("?")[0] for answer in answers.values()}
        assert ways == {"/account/login/", "/account/signup/"}
    else:
        assert {answer.status for answer in answers.values()} == {404}
    assert_nothing_has_changed(game)


@pytest.mark.parametrize("who", ["onlooker", "visitor"])
def test_an_onlooker_changes_nothing_at_a_public_table_and_is_told_why(readers, ann, ben, cat, who):
    game = seat(ann, ben, cat)
    for deed in sorted(set(DEEDS) - {"/join"}):
        page = readers[who].post(at(game, deed), DEEDS[deed])
        of_the_host = deed in ("/start", "/add-bot", "/remove-bot")
        assert ("Only the host" if of_the_host else "You do not sit at this table.") in page.text, deed
    assert_nothing_has_changed(game)


def assert_nothing_has_changed(game):
    before = game.version
    game.refresh_from_db()
    assert game.version == before


@pytest.mark.parametrize("path", ["/games", "/games/new", "/games/finished"])
def test_pages_of_ones_own_ask_to_sign_in_first_and_lead_back(nobody, path):
    page = nobody.get(path, follow=False)
    assert page.header("Location") == f"/account/login/?next={path}"


@pytest.mark.parametrize("path", ["/", "/rules", "/credits", "/lobby"])
@pytest.mark.parametrize("who", ["host", "visitor", "nobody"])
def test_pages_for_everybody_open_for_everybody(readers, path, who):
    assert readers[who].get(path).status == 200


@pytest.mark.django_db
def test_the_front_page_needs_no_cookie_to_be_read():
    client = Client()
    assert client.get("/rules").status_code == 200
    assert "session" not in client.cookies
