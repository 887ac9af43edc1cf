"""The level of bots on the pages: chosen for a new table, a free seat and a game at once; shown at the seat."""

from __future__ import annotations

import pytest

from games.models import Game, Seat

from .tables import at, seat


def levels(game: Game) -> list[str]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("level", flat=True))


@pytest.mark.parametrize("level", ["beginner", "club", "master"])
def test_a_stranger_plays_at_once_against_bots_of_the_level_they_choose(nobody, level):
    page = nobody.submit(nobody.get("/"), "/play-now", level=level)
    assert levels(Game.objects.get()) == ["", *[level] * 3]
    assert page.html.count(f'title="level of the bot">{level}<') == 3


def test_who_does_not_choose_plays_against_the_club(nobody, ann):
    nobody.submit(nobody.get("/"), "/play-now")
    ann.submit(ann.get("/games"), "/play-now")
    assert [levels(game) for game in Game.objects.all()] == [["", "club", "club", "club"]] * 2


def test_a_new_table_has_bots_of_one_level_and_each_free_seat_is_filled_with_another(ann):
    ann.submit(ann.get("/games/new"), "", bots="1", level="master")
    game = Game.objects.get()
    page = ann.submit(ann.get(at(game)), "/add-bot", level="beginner")
    assert levels(game) == ["", "", "beginner", "master"]
    assert "bot, beginner" in page.text
    assert "bot, master" in page.text


@pytest.mark.parametrize("level", ["wizard", "stand_in", "\x00", "club " * 1000])
def test_what_is_no_level_is_refused(ann, nobody, level):
    page = ann.submit(ann.get("/games/new"), "", bots="1", level=level)
    assert page.status == 422
    game = seat(ann, begun=False)
    ann.submit(ann.get(at(game)), "/add-bot", level=level)
    assert levels(game) == [""] * 4
    nobody.submit(nobody.get("/"), "/play-now", level=level)
    assert Game.objects.count() == 1
