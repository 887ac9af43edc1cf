"""What everybody may know of a player."""

from __future__ import annotations

import pytest

from games.models import Game

from .people import play_on, seat_all
from .test_budgets import FOR_A_LIST, queries


def test_a_player_is_seen_by_everybody_whatever_the_case_of_the_name(anna, nobody, guest):
    seen = nobody.get("/api/v1/players/aNNA")
    assert seen.status == 200
    assert seen.json == guest.get("/api/v1/players/Anna").json
    figures = {"finished": 0, "won": 0, "active": 0, "resigned": 0, "turns": 0, "in_time": 0}
    assert seen.json == {"name": "Anna", "since": seen.json["since"], **figures}


def test_games_and_turns_are_counted(anna, ben, cat, nobody):
    slug = seat_all(anna, ben, cat, hands=1, target=None)
    play_on(slug, [anna, ben, cat], 1000)
    seat_all(anna, ben, cat)
    anna.post(f"/api/v1/games/{seat_all(anna, ben, cat)}/resign")
    game = Game.objects.get(slug=slug)
    count, statements = queries(nobody, "GET", "/api/v1/players/Anna")
    assert count <= FOR_A_LIST, statements
    seen = nobody.get("/api/v1/players/Anna").json
    assert (seen["finished"], seen["active"], seen["resigned"]) == (1, 2, 1)
    assert seen["won"] == (game.seats.get(user=anna.user).number in game.winners)
    assert (seen["turns"], seen["in_time"]) == (10, 10)


@pytest.mark.parametrize("name", ["Nobody-here", "x" * 300, "é"])
def test_who_is_no_player_is_not_found(anna, guest, name):
    assert anna.get(f"/api/v1/players/{name}").json["code"] == "not_found"
    assert anna.get(f"/api/v1/players/{guest.user.username}").status == 404
