"""Resigning, and taking a seat back that a bot holds."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Holder, Seat
from games.services.overdue import play_game
from tests.builders import make_game, move_on, move_once

from .tables import at, seat, whose_turn


def test_the_page_asks_first_and_changes_nothing(ann, ben, cat):
    game = seat(ann, ben, cat)
    page = ann.get(at(game, "/resign"))
    assert "Resign this game?" in page.text
    assert at(game) in page.links
    assert not Seat.objects.filter(holder=Holder.RESIGNED).exists()


def test_the_table_leads_to_the_question(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    assert at(game, "/resign") in ann.get(at(game)).links
    assert at(game, "/resign") not in eve.get(at(game)).links


def test_who_resigns_comes_back_to_a_table_where_a_bot_plays_on(ann, ben, cat):
    game = seat(ann, ben, cat)
    page = ann.submit(ann.get(at(game, "/resign")), "")
    assert page.url == at(game)
    assert "resigned" in page.text
    assert at(game, "/resign") not in page.links
    assert "Ann resigned: a bot plays the seat" in ben.get(at(game)).text


def test_nobody_resigns_twice_or_takes_the_seat_back(ann, ben, cat):
    game = seat(ann, ben, cat)
    ann.post(at(game, "/resign"))
    for deed in ("/resign", "/take-seat-back"):
        assert "You have resigned from this game." in ann.post(at(game, deed)).text


def test_the_question_is_not_put_to_who_cannot_resign(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    page = eve.get(at(game, "/resign"))
    assert page.url == at(game)
    assert "You do not sit at this table." in page.text
    ann.post(at(game, "/resign"))
    page = ann.get(at(game, "/resign"))
    assert page.url == at(game)
    assert "You have resigned from this game." in page.text


def test_a_game_that_all_have_resigned_is_played_out_and_nobody_wins_it(ann, ben, cat):
    game = seat(ann, ben, cat, target=None, hands=1)
    for reader in (ann, ben, cat):
        reader.post(at(game, "/resign"))
    play_game(game.pk)
    page = ann.get(at(game))
    assert page.text.count("Nobody won: all have resigned") == 1
    assert "shared win" not in page.html
    assert "#crown" not in page.html


def test_a_finished_game_cannot_be_resigned(ann, ben, cat):
    game = seat(ann, ben, cat, hands=1, target=None)
    move_on(game)
    for page in (ann.get(at(game, "/resign")), ann.post(at(game, "/resign"))):
        assert page.url == at(game)
        assert "it is over" in page.text


@pytest.fixture
def covered(ann, ben, cat):
    """A game where somebody has missed turns until a bot holds the seat, and who that is; the others have played."""
    game = make_game(ann.user, ben.user, cat.user, move_time=timedelta(hours=1))
    late = whose_turn(game, ann, ben, cat)
    while not game.seats.filter(holder=Holder.STAND_IN).exists():
        if whose_turn(game, ann, ben, cat) is late:
            play_game(game.pk, now=timezone.now() + timedelta(hours=2))
        else:
            move_once(game)
    return game, late


def test_who_comes_back_takes_the_seat_again_with_one_press(covered):
    game, late = covered
    page = late.get(at(game))
    assert "the bot plays for you" in page.text
    page = late.submit(page, "/take-seat-back")
    assert page.url == at(game)
    assert not page.offers("/take-seat-back")
    assert game.seats.get(user=late.user).holder == Holder.PERSON
    assert "You took your seat back" in page.text


def test_a_covered_seat_plays_no_card_before_it_is_taken_back(covered):
    game, late = covered
    page = late.post(at(game, "/play"), {"ply": "0", "card": "JS"})
    assert page.status == 409
    assert "Take your seat back first." in page.text
    assert page.offers("/take-seat-back")


def test_who_has_not_been_away_is_told(ann, ben, cat):
    game = seat(ann, ben, cat)
    assert "No bot stands in for you" in ann.post(at(game, "/take-seat-back")).text
