"""How well the bots at a table play: chosen when they sit down, kept in the log, asked for at each of their turns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from unittest import mock

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games import chain, log
from games.engine.rules import Rules
from games.engine.view import SeatView
from games.models import Game, Seat, Sitting
from games.services import overdue
from games.services.absence import resign
from games.services.errors import BadOptions
from games.services.looking import see_table
from games.services.overdue import play_game
from games.services.seating import add_bot, join, open_table, play_against_bots, remove_bot, start
from games.verify import rebuild_copies, verify_game
from tests.builders import DAY, first_move, make_game, move_on


@pytest.fixture
def asked() -> Iterator[dict[int, str]]:
    """Give, by seat, the level that was asked for when a bot played it."""
    levels: dict[int, str] = {}

    def choose(view: SeatView, *, level: str, **_: object) -> object:
        assert view.seat is not None
        levels[view.seat] = level
        return first_move(view)

    with mock.patch.object(overdue, "choose_move", choose):
        yield levels


def levels_of(slug: str) -> list[str]:
    return list(Seat.objects.filter(game__slug=slug).order_by("number").values_list("level", flat=True))


def test_bots_play_as_in_a_club_where_nothing_else_is_said(ann: User) -> None:
    assert levels_of(play_against_bots(ann).slug) == ["", "club", "club", "club"]


def test_each_bot_has_its_own_level(ann: User) -> None:
    table = open_table(host=ann, rules=Rules(), move_time=DAY, bots=1, level="master")
    add_bot(slug=table.slug, user=ann, level="beginner")
    assert levels_of(table.slug) == ["", "", "beginner", "master"]
    seats = see_table(slug=table.slug, user=ann).seats
    assert [seat.level for seat in seats] == ["", "", "beginner", "master"]


def test_who_fills_the_table_without_a_word_gets_bots_like_those_that_are_there(ann: User) -> None:
    table = open_table(host=ann, rules=Rules(), move_time=DAY, bots=1, level="master")
    start(slug=table.slug, user=ann)
    assert levels_of(table.slug) == ["", "master", "master", "master"]


def test_a_seat_that_is_freed_has_no_level(ann: User) -> None:
    table = open_table(host=ann, rules=Rules(), move_time=DAY, bots=1, level="master")
    remove_bot(slug=table.slug, user=ann, seat=3)
    assert levels_of(table.slug) == [""] * 4


@pytest.mark.parametrize("level", ["stand_in", "wizard", "Master", " "])
def test_there_are_no_other_levels(ann: User, level: str) -> None:
    game = make_game(ann, begun=False)
    for deed in (add_bot, start):
        with pytest.raises(BadOptions):
            deed(slug=game.slug, user=ann, level=level)
    with pytest.raises(BadOptions):
        play_against_bots(ann, level=level)


def test_a_bot_is_asked_to_play_at_its_level_and_a_stand_in_as_ever(ann: User, ben: User, asked) -> None:
    table = open_table(host=ann, rules=Rules(players=3), move_time=DAY, bots=1, level="beginner")
    game = Game.objects.get(slug=table.slug)
    join(slug=game.slug, user=ben)
    resign(slug=game.slug, user=ben)
    while set(asked) != {1, 2}:
        play_game(game.pk)
        if set(asked) != {1, 2}:
            move_on(game, 1)
    assert asked == {1: "stand_in", 2: "beginner"}
    assert see_table(slug=game.slug, user=ann).seats[1].level == "stand_in"


def test_a_bot_of_before_there_were_levels_plays_on_as_it_did(ann: User, asked) -> None:
    """Its sitting has no level, and the bytes its digest covers are those of then."""
    with mock.patch("games.services.seating.Level", mock.Mock(CLUB="")):
        game = make_game(ann, bots=3)
    assert levels_of(game.slug) == [""] * 4
    entries = [json.loads(text) for _, text in log.read_entries(game)]
    assert not any("level" in entry for entry in entries)
    assert verify_game(game.pk).is_sound
    while not asked:
        play_game(game.pk)
        if not asked:
            move_on(game, 1)
    assert set(asked.values()) == {"stand_in"}


def test_the_level_is_in_the_log_and_the_seats_copy_is_held_against_it(ann: User) -> None:
    game = make_game(ann, bots=3)
    sitting = Sitting.objects.get(game=game, seat=3)
    assert sitting.level == "club"
    assert json.loads(chain.canonical(sitting))["level"] == "club"
    Seat.objects.filter(game=game, number=3).update(level="master")
    findings = verify_game(game.pk)
    assert [(it.name, it.stored, it.expected) for it in findings.differences] == [("level", "master", "club")]
    rebuild_copies(game.pk)
    assert verify_game(game.pk).is_sound


def test_only_a_bot_has_a_level(ann: User) -> None:
    game = make_game(ann, bots=3)
    for changes in ({"level": "wizard"}, {"level": "stand_in"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(game=game, number=3).update(**changes)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(game=game, number=0).update(level="club")
