"""POST /games/{slug}/join, POST /games/{slug}/leave, GET /invitations/{invite}."""

from __future__ import annotations

import pytest

from games.services import reliability

from .people import GAMES, seat_all


@pytest.fixture
def table(anna):
    return anna.post(GAMES, {"players": 3}).json


@pytest.fixture
def hidden(anna):
    return anna.post(GAMES, {"players": 3, "access": "link"}).json


def test_a_player_sits_down_in_the_first_free_seat(table, ben):
    answer = ben.post(f"{GAMES}/{table['slug']}/join")
    assert (answer.status, answer.json["my_seat"], answer.json["status"]) == (200, 1, "open")
    assert answer.json["invite"] == table["invite"]


def test_the_game_begins_when_the_last_seat_is_taken(table, ben, cat):
    ben.post(f"{GAMES}/{table['slug']}/join", {})
    joined = cat.post(f"{GAMES}/{table['slug']}/join", {}).json
    assert (joined["status"], joined["my_seat"], len(joined["hand"]["held"])) == ("active", 2, 10)


def test_a_hidden_table_is_joined_by_the_secret_of_its_link(hidden, ben):
    assert ben.post(f"{GAMES}/{hidden['slug']}/join", {"invite": hidden["invite"]}).status == 200


@pytest.mark.parametrize("body", [None, {}, {"invite": ""}, {"invite": "wrong"}, {"invite": "é" * 99}])
def test_a_hidden_table_is_not_there_for_who_has_not_its_secret(hidden, ben, body):
    answer = ben.post(f"{GAMES}/{hidden['slug']}/join", body)
    assert (answer.status, answer.code) == (404, "no_such_game")


@pytest.mark.parametrize("body", [{"invite": 1}, {"invite": None}, {"invite": []}, {"invite": "x" * 101}, {"seat": 1}])
def test_what_is_no_invitation_is_refused_with_400(table, ben, body):
    assert ben.post(f"{GAMES}/{table['slug']}/join", body).status == 400


def test_the_table_an_invitation_leads_to_can_be_looked_at_first(hidden, ben, nobody):
    for caller in (ben, nobody):
        answer = caller.get(f"/api/v1/invitations/{hidden['invite']}")
        assert (answer.status, answer.json["slug"], answer.json["my_seat"]) == (200, hidden["slug"], None)
        assert (answer.json["invite"], answer.json["host"]) == ("", "Anna")


@pytest.mark.parametrize("invite", ["wrong", "%00", "x" * 3000, "é"])
def test_an_invitation_that_is_none_leads_nowhere(db, nobody, invite):
    assert nobody.get(f"/api/v1/invitations/{invite}").status == 404


def test_nobody_sits_down_twice(table, anna):
    answer = anna.post(f"{GAMES}/{table['slug']}/join")
    assert (answer.status, answer.code) == (409, "already_seated")


def test_a_visitor_cannot_join(table, guest):
    answer = guest.post(f"{GAMES}/{table['slug']}/join")
    assert (answer.status, answer.code) == (403, "account_needed")


def test_a_game_that_has_begun_cannot_be_joined(anna, ben, cat, stranger):
    answer = stranger.post(f"{GAMES}/{seat_all(anna, ben, cat)}/join")
    assert (answer.status, answer.code) == (409, "already_begun")


def test_who_gets_up_before_the_start_frees_the_seat(table, anna, ben):
    ben.post(f"{GAMES}/{table['slug']}/join")
    answer = ben.post(f"{GAMES}/{table['slug']}/leave")
    assert (answer.status, answer.body) == (204, b"")
    assert [seat["name"] for seat in anna.table(table["slug"])["seats"]] == ["Anna", "", ""]


def test_when_the_host_leaves_the_next_player_is_host(table, anna, ben):
    ben.post(f"{GAMES}/{table['slug']}/join")
    anna.post(f"{GAMES}/{table['slug']}/leave")
    assert ben.table(table["slug"])["host"] == "Ben"


def test_a_table_that_the_last_has_left_is_closed(table, anna, ben):
    anna.post(f"{GAMES}/{table['slug']}/leave")
    answer = ben.post(f"{GAMES}/{table['slug']}/join")
    assert (answer.status, answer.code) == (409, "table_closed")


def test_who_does_not_sit_there_cannot_leave(table, ben):
    answer = ben.post(f"{GAMES}/{table['slug']}/leave")
    assert (answer.status, answer.code) == (403, "not_seated")


def test_a_game_that_has_begun_is_resigned_not_left(anna, ben, cat):
    answer = ben.post(f"{GAMES}/{seat_all(anna, ben, cat)}/leave")
    assert (answer.status, answer.code) == (409, "already_begun")


def test_a_table_that_asks_for_turns_in_time_says_so_and_refuses_who_makes_fewer(anna, ben, monkeypatch):
    table = anna.post(GAMES, {"min_in_time": 90, "players": 4})
    assert (table.status, table.json["min_in_time"]) == (201, 90)
    assert ben.get(f"{GAMES}?status=open").json["results"][0]["min_in_time"] == 90
    for wrong in (85, "90", True):
        assert anna.post(GAMES, {"min_in_time": wrong}).status == 400
    assert anna.post(GAMES, {"min_in_time": None}).json["min_in_time"] is None
    monkeypatch.setattr(reliability, "_turns_of", lambda player: {"all": 100, "in_time": 84})
    refused = ben.post(f"{GAMES}/{table.json['slug']}/join")
    assert (refused.status, refused.code) == (403, "not_reliable_enough")
    assert "90 %" in refused.json["detail"]
