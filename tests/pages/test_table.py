"""The page of a game being played: what it shows to whom."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Game
from games.services.overdue import play_game
from tests.builders import dealing, make_game, make_user, move_on

from .tables import THREE, at, seat, who_waits, whose_turn


@pytest.fixture
def four(ann, ben, cat, dan):
    """Seat 0 is Ann's and holds the spades, Ben's the hearts, Cat's the diamonds, Dan's the clubs; Ann leads."""
    with dealing():
        yield ann, ben, cat, dan


def test_whose_turn_it_is_may_play_each_card_and_the_others_none(four):
    game = seat(*four)
    ann, *others = four
    page = ann.get(at(game))
    assert set(page.cards_offered) == {"7S", "8S", "9S", "TS", "AS", "JS", "QS", "KS"}
    assert page.ply == 0
    assert "Your turn: lead to trick 1" in page.text
    for reader in others:
        page = reader.get(at(game))
        assert "Waiting for Ann" in page.text
        assert page.cards_offered == []
        assert "Your cards" in page.html


def test_who_must_follow_is_told_why_the_other_cards_stay(ann, ben, cat):
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat)
        ann.submit(ann.get(at(game)), "/play", card="7H")
    page = ben.get(at(game))
    assert page.cards_offered == ["8H"]
    assert page.html.count('data-reason="Follow suit: you hold hearts."') == 9
    assert "Your turn: follow hearts" in page.text


def test_who_cannot_follow_is_told_that_anything_goes(four):
    game = seat(*four)
    four[0].submit(four[0].get(at(game)), "/play", card="JS")
    page = four[1].get(at(game))
    assert "Your turn: discard, you have no spades" in page.text
    assert len(page.cards_offered) == 8
    assert "Ann takes this trick so far, with the jack of spades: 2 points." in page.text


def test_the_deadline_is_written_in_the_readers_time_zone(ann, ben, cat):
    game = seat(ann, ben, cat)
    reader = whose_turn(game, ann, ben, cat)
    assert reader.user is not None
    Game.objects.update(deadline=timezone.now().replace(2031, 1, 15, 12, 0, 0, 0))
    for zone, written in [("UTC", "Wed 15 Jan 12:00"), ("Asia/Tokyo", "Wed 15 Jan 21:00")]:
        reader.user.time_zone = zone
        reader.user.save()
        assert written in reader.get(at(game)).text


def test_the_score_sheet_lists_the_hands_and_the_dealer_moves_on(ann, ben, cat):
    game = seat(ann, ben, cat)
    move_on(game, until_hand=2)
    page = ann.get(at(game))
    assert "Hand 1 is over" in page.text
    assert at(game, "/hands/1") in page.links
    assert at(game, "/hands/2") not in page.links


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_all_seats_are_round_the_table_the_readers_first(players, ann):
    game = make_game(ann.user, bots=players - 1)
    page = ann.get(at(game))
    assert f"seats-{players}" in page.html
    assert page.html.index("at-0") < page.html.index("at-1")


def test_an_onlooker_sees_the_table_without_cards_to_play(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    move_on(game, 4)
    page = eve.get(at(game))
    assert page.status == 200
    assert "Your cards" not in page.html
    assert not page.offers("/play")
    assert not page.offers("/resign")


def test_when_the_time_has_run_out_the_seat_is_offered_back(ann, ben, cat):
    game = seat(ann, ben, cat, move_time=timedelta(hours=1))
    late = whose_turn(game, ann, ben, cat)
    play_game(game.pk, now=timezone.now() + timedelta(hours=2))
    page = late.get(at(game))
    assert "ran out" in page.text


def test_the_page_is_fetched_again_sooner_while_a_bot_plays(ann, ben, cat):
    game = seat(ann, ben, cat)
    assert "every 15s" in whose_turn(game, ann, ben, cat).get(at(game)).html
    assert "every 4s" in who_waits(game, ann, ben, cat).get(at(game)).html
    with dealing():
        with_bots = make_game(ann.user, bots=3)
    Game.objects.filter(pk=with_bots.pk).update(to_play=1)
    assert "every 1s" in ann.get(at(with_bots)).html


def test_a_game_long_left_alone_is_still_there(ann, ben, cat):
    game = seat(ann, ben, cat)
    with time_machine.travel(timezone.now() + timedelta(days=59)):
        assert whose_turn(game, ann, ben, cat).get(at(game)).status == 200


@pytest.mark.parametrize(("name", "upright"), [("Maximiliane-Wilhelmi", True), ("Dan-le-Roux", False)])
def test_a_name_too_long_for_its_column_of_the_score_sheet_is_written_upright(ann, ben, name, upright):
    game = make_game(ann.user, ben.user, make_user(name))
    assert ('has-long-names"' in ann.get(at(game)).html) == upright


def test_players_write_to_each_other_and_onlookers_read_nothing(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    page = ann.post(at(game, "/say"), {"text": "<script>alert(1)</script> & hello"})
    assert "<script>alert" not in page.html
    assert "<script>alert(1)</script> & hello" in page.text
    assert "hello" in ben.get(at(game)).text
    assert "hello" not in eve.get(at(game)).text
    assert 'id="say"' not in eve.get(at(game)).html
    assert "You do not sit at this table." in eve.post(at(game, "/say"), {"text": "Hello"}).text
    assert "A message has 1 to 280 letters." in ann.post(at(game, "/say"), {"text": " "}).text


@pytest.mark.parametrize(
    ("order", "held"),
    [
        ("", "QS KS 7H 9H TH AH 8D 9D TD AD"),
        ("high", "KS QS AH TH 9H 7H AD TD 9D 8D"),
        ("alternate", "7S 8S 7H 7C 8C 7D"),
        ("alternate_high", "8S 7S 7H 8C 7C 7D"),
    ],
)
def test_my_cards_are_sorted_as_i_like_them(ann, ben, cat, dan, order, held):
    mixed = ("7C 8S 7D 8C 7S 7H 9S 9H", "8D 8H 9D 9C TC TD TH TS", "JC JD JH JS QC QD QH QS", "KC KD KH KS AC AD AH AS")
    ann.user.card_order = order
    ann.user.save()
    deals, readers = (mixed, (ann, ben, cat, dan)) if "alternate" in order else (THREE, (ann, ben, cat))
    with dealing(*deals, dealer=len(deals) - 1):
        game = seat(*readers)
    shown = re.findall(r'id="card-(\w\w)"', ann.get(at(game)).html)
    wanted = held.split()
    assert [card for card in shown if card in wanted] == wanted
