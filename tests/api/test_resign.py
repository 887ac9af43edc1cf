"""POST /games/{slug}/resign and POST /games/{slug}/take-back."""

from __future__ import annotations

import pytest

from games.models import Holder, Seat

from .people import GAMES, play_on, seat_all


@pytest.fixture
def slug(anna, ben, cat):
    return seat_all(anna, ben, cat)


def test_a_bot_plays_the_seat_of_who_resigns_to_the_end(slug, anna):
    answer = anna.post(f"{GAMES}/{slug}/resign")
    assert answer.status == 200
    assert answer.json["seats"][0]["holder"] == "resigned"
    assert (answer.json["my_seat"], answer.json["is_my_turn"], answer.json["hand"]["legal"]) == (0, False, [])
    assert (answer.json["ranks"][0], anna.post(f"{GAMES}/{slug}/resign").code) == (3, "has_resigned")


def test_who_does_not_sit_there_cannot_resign(slug, stranger):
    answer = stranger.post(f"{GAMES}/{slug}/resign")
    assert (answer.status, answer.code) == (403, "not_seated")


def test_before_the_start_there_is_nothing_to_resign(anna):
    slug = anna.post(GAMES, {}).json["slug"]
    answer = anna.post(f"{GAMES}/{slug}/resign")
    assert (answer.status, answer.code) == (409, "not_being_played")


def test_a_seat_that_a_bot_held_meanwhile_is_taken_back(slug, anna):
    Seat.objects.filter(game__slug=slug, number=0).update(holder=Holder.STAND_IN)
    assert anna.table(slug)["seats"][0]["holder"] == "stand_in"
    answer = anna.post(f"{GAMES}/{slug}/take-back")
    assert (answer.status, answer.json["seats"][0]["holder"]) == (200, "person")


def test_a_seat_that_is_the_players_own_is_not_taken_back(slug, anna):
    answer = anna.post(f"{GAMES}/{slug}/take-back")
    assert (answer.status, answer.code) == (409, "seat_not_covered")


def test_who_has_resigned_does_not_come_back(slug, anna):
    anna.post(f"{GAMES}/{slug}/resign")
    answer = anna.post(f"{GAMES}/{slug}/take-back")
    assert (answer.status, answer.code) == (409, "has_resigned")


def test_the_sittings_tell_who_came_and_went(slug, anna, ben, cat, stranger):
    play_on(slug, [anna, ben, cat], 2)
    anna.post(f"{GAMES}/{slug}/resign")
    answer = stranger.get(f"{GAMES}/{slug}/sittings")
    assert answer.status == 200
    assert [(row["seat"], row["name"], row["why"], row["ply"]) for row in answer.json] == [
        (0, "Anna", "joined", 0),
        (1, "Ben", "joined", 0),
        (2, "Cat", "joined", 0),
        (0, "Anna", "resigned", 2),
    ]
