"""POST /games."""

from __future__ import annotations

import pytest

from games.models import Game

from .people import GAMES


def test_a_table_is_opened_with_the_base_rules(anna):
    answer = anna.post(GAMES, {})
    assert answer.status == 201
    table = answer.json
    assert table["rules"] == {
        "version": 1,
        "players": 4,
        "ace_high": False,
        "target": 10,
        "hands": None,
        "general": False,
        "short_hands": False,
    }
    assert (table["status"], table["access"], table["move_time"]) == ("open", "public", 86400)
    assert (table["host"], table["my_seat"], table["hand"]) == ("Anna", 0, None)
    assert [seat["holder"] for seat in table["seats"]] == ["person", "nobody", "nobody", "nobody"]


def test_no_body_at_all_opens_a_table_with_the_base_rules(anna):
    assert anna.post(GAMES).status == 201


def test_a_table_is_opened_with_every_option(anna):
    options = {"players": 6, "hands": 3, "ace_high": True, "general": True, "short_hands": True}
    table = anna.post(GAMES, {**options, "move_time": 60, "access": "link", "bots": 2}).json
    assert table["rules"] == {"version": 1, "target": None, **options}
    assert (table["move_time"], table["access"]) == (60, "link")
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "", "", "", "Pallas", "Judith"]


def test_a_table_with_a_bank_of_time_says_so_and_shows_what_each_has_left(anna):
    clock = {"move_time": 14_400, "bank": 86_400, "cap": 259_200, "turns_to_miss": 3}
    table = anna.post(GAMES, {**clock, "players": 3, "bots": 2}).json
    assert clock | {"grace": 30} == {name: table[name] for name in (*clock, "grace")}
    assert [seat["bank"] for seat in table["seats"]] == [86_400, None, None]
    (row,) = anna.get(GAMES).json["results"]
    assert (row["move_time"], row["bank"], row["cap"]) == (14_400, 86_400, 259_200)


@pytest.mark.parametrize(
    ("clock", "field", "code"),
    [
        ({"bank": 3600}, "cap", "required"),
        ({"cap": 3600}, "bank", "required"),
        ({"bank": 3600, "cap": 3599, "move_time": 60}, "cap", "cap_too_small"),
        ({"bank": 3600, "cap": 3600, "move_time": 3601}, "cap", "cap_too_small"),
        ({"bank": 59, "cap": 3600, "move_time": 60}, "bank", "min_value"),
        ({"bank": 3600, "cap": 14 * 86_400 + 1, "move_time": 60}, "cap", "max_value"),
        ({"bank": "1 h", "cap": 3600}, "bank", "invalid"),
        ({"turns_to_miss": 0}, "turns_to_miss", "min_value"),
        ({"turns_to_miss": 6}, "turns_to_miss", "max_value"),
        ({"turns_to_miss": True}, "turns_to_miss", "invalid"),
        ({"turns_to_miss": None}, "turns_to_miss", "null"),
    ],
)
def test_a_clock_that_no_table_can_have_is_refused_under_its_field(anna, clock, field, code):
    answer = anna.post(GAMES, clock)
    assert (answer.status, answer.code) == (400, "invalid")
    assert [fault["code"] for fault in answer.json["fields"][field]] == [code]
    assert not Game.objects.exists()


def test_with_bots_in_all_other_seats_the_game_begins_at_once(anna):
    table = anna.post(GAMES, {"bots": 3}).json
    assert (table["status"], table["hand_number"]) == ("active", 1)
    assert len(table["hand"]["held"]) == 8


def test_a_visitor_plays_against_bots(guest):
    table = guest.post(GAMES, {"players": 3, "bots": 2}).json
    assert table["status"] == "active"
    assert table["seats"][0]["is_guest"] is True


def test_a_visitor_does_not_play_with_others(guest):
    answer = guest.post(GAMES, {"bots": 2})
    assert (answer.status, answer.code) == (403, "account_needed")


def test_without_a_token_nobody_opens_a_table(nobody, db):
    assert nobody.post(GAMES, {}).status == 401


def test_the_invitation_link_is_whole_and_for_those_who_sit_there(anna, ben, settings):
    settings.SITE_URL = "https://cards.example.org"
    table = anna.post(GAMES, {}).json
    assert table["invite_link"] == f"https://cards.example.org/join/{table['invite']}"
    seen = ben.table(table["slug"])
    assert (seen["invite"], seen["invite_link"]) == ("", "")


def test_too_many_tables_waiting_are_refused(anna):
    for _ in range(20):
        assert anna.post(GAMES, {}).status == 201
    answer = anna.post(GAMES, {})
    assert (answer.status, answer.code) == (409, "too_many_tables")


@pytest.mark.parametrize("options", [{"target": 7}, {"target": 10**12}, {"hands": 25}, {"players": 4, "bots": 4}])
def test_options_that_no_table_has_are_refused_with_the_reason(anna, options):
    answer = anna.post(GAMES, options)
    assert (answer.status, answer.code) == (422, "bad_options")
    assert Game.objects.count() == 0


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2}, {"players": 7}, {"players": "4"}, {"players": 4.0}, {"players": True}, {"players": None},
        {"target": 10, "hands": 3}, {"target": 0}, {"hands": 0}, {"hands": -1}, {"target": "10"},
        {"ace_high": 1}, {"ace_high": "true"}, {"general": None}, {"short_hands": []},
        {"move_time": 59}, {"move_time": 14 * 86400 + 1}, {"move_time": 2**63}, {"move_time": 10**40},
        {"move_time": "1 day"}, {"access": "secret"}, {"access": None}, {"access": ["public"]}, {"access": {}},
        {"bots": -1}, {"bots": 2**63}, {"bots": False}, {"colour": "red"}, {"host": 1},
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused_with_400(anna, options):
    answer = anna.post(GAMES, options)
    assert answer.status == 400, answer.body
    assert answer.json["code"]
    assert answer.json["detail"]
    assert Game.objects.count() == 0


def test_bots_have_the_level_that_is_asked_for(anna, guest):
    table = guest.post(GAMES, {"bots": 3, "access": "link", "level": "master"}).json
    assert [seat["level"] for seat in table["seats"]] == [None, "master", "master", "master"]
    table = anna.post(GAMES, {"bots": 1}).json
    assert [seat["level"] for seat in table["seats"]] == [None, None, None, "club"]
    table = anna.post(f"{GAMES}/{table['slug']}/bots", {"level": "beginner"}).json
    assert [seat["level"] for seat in table["seats"]] == [None, None, "beginner", "club"]
    table = anna.post(f"{GAMES}/{table['slug']}/start", {"level": "master"}).json
    assert [seat["level"] for seat in table["seats"]] == [None, "master", "beginner", "club"]


@pytest.mark.parametrize("level", ["stand_in", "wizard", "", 1, None, ["club"]])
def test_there_are_three_levels_of_bots_and_no_others(anna, level):
    assert anna.post(GAMES, {"bots": 3, "level": level}).status == 400
    slug = anna.post(GAMES, {}).json["slug"]
    for deed in ("bots", "start"):
        assert anna.post(f"{GAMES}/{slug}/{deed}", {"level": level}).status == 400
