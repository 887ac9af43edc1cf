"""What happened since the reader was here: told in order, once, and to nobody else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.engine.cards import Card
from games.services.absence import resign
from games.services.overdue import play_game
from tests.builders import dealing, move_once

from .tables import THREE, at, seat

DAYS = timedelta(days=2)


@pytest.fixture
def clock():
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


@pytest.fixture
def three(clock, ann, ben, cat):
    """Ann leads; Ben has one heart; it is Ben who goes away."""
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat, move_time=7 * timedelta(days=1))
        for reader in (ann, ben, cat):
            reader.get(at(game))
        yield game


def news(page):
    """Return what is marked as new, in the order it stands."""
    found = re.findall(r'<li class="event is-new[^>]*>(.*?)</li>', page.html, re.S)
    words = [re.sub(r"<time.*", "", one, flags=re.S) for one in found]
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", one)).strip().removeprefix("New: ") for one in words]


def play(game, clock, *moves):
    for move in moves:
        clock.shift(timedelta(minutes=1))
        move_once(game, Card.parse(move))


def test_what_others_did_in_the_meantime_is_told_in_order_and_marked(three, clock, ben):
    clock.shift(DAYS)
    play(three, clock, "7H")
    page = ben.get(at(three))
    assert "Since you were here" in page.text
    assert news(page) == ["Ann led 7 seven of hearts"]


def test_a_reload_tells_it_again_as_long_as_the_visit_lasts(three, clock, ben):
    clock.shift(DAYS)
    play(three, clock, "7H")
    first = news(ben.get(at(three)))
    for _ in range(6):
        clock.shift(timedelta(minutes=4))
        assert news(ben.get(at(three))) == first


def test_on_the_next_visit_it_is_no_news_any_more(three, clock, ben):
    clock.shift(DAYS)
    play(three, clock, "7H")
    assert news(ben.get(at(three)))
    clock.shift(DAYS)
    page = ben.get(at(three))
    assert news(page) == []
    assert "Ann led" in page.text  # earlier


def test_what_came_before_ones_own_last_card_is_known(three, clock, ann, ben):
    clock.shift(DAYS)
    play(three, clock, "7H")
    ben.get(at(three))
    play(three, clock, "8H")
    page = ben.get(at(three))
    assert news(page) == []
    assert "Since your last card" in page.text
    play(three, clock, "KH")
    assert news(ben.get(at(three))) == [
        "Cat followed with K king of hearts",
        "Cat took the trick: no jacks",
    ]
    assert news(ann.get(at(three)))[0] == "Ben followed with 8 eight of hearts"


def test_at_a_first_look_everything_is_new(clock, ann, ben, cat):
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat)
        play(game, clock, "7H")
    assert news(cat.get(at(game))) == ["Ann led 7 seven of hearts"]


def test_what_the_bot_played_for_me_and_who_has_gone_are_news(three, clock, ann, ben):
    clock.shift(DAYS)
    play(three, clock, "7H")
    clock.shift(timedelta(days=8))
    play_game(three.pk)
    clock.shift(timedelta(minutes=1))
    assert ann.user is not None
    resign(slug=three.slug, user=ann.user)
    assert news(ben.get(at(three))) == [
        "Ann led 7 seven of hearts",
        "You followed with 8 eight of hearts (the bot: time ran out)",
        "Ann resigned: a bot plays the seat",
    ]


def test_to_an_onlooker_nothing_is_new(three, clock, eve, nobody):
    play(three, clock, "7H")
    for reader in (eve, nobody):
        page = reader.get(at(three))
        assert news(page) == []
        assert "What happened" in page.text
        assert "Ann led" in page.text


def test_each_new_card_can_be_shown_again_on_the_table(three, clock, ann):
    play(three, clock, "7H", "8H", "KH", "8C")
    page = ann.get(at(three))
    steps = re.findall(r'<template data-step="([^"]+)">(.*?)</template>', page.html, re.S)
    assert [key for key, _ in steps] == ["1.1", "1.2", "1.3"]
    cards = [re.findall(r"#([0-9TJQKA][SHDC])\"", trick) for _, trick in steps]
    assert cards == [["7H", "8H"], ["7H", "8H", "KH"], ["8C"]]
    takers = [re.findall(r"at-(\d) takes", trick) for _, trick in steps]
    assert takers == [["1"], ["2"], ["2"]]


def test_the_suits_a_seat_has_shown_it_does_not_hold_stand_at_the_seat(three, clock, ben):
    play(three, clock, "7H", "8H", "KH", "8C")
    before = ben.get(at(three))
    assert "has shown no" not in before.text
    play(three, clock, "TH", "JS")
    page = ben.get(at(three))
    assert page.html.count("has shown no clubs") == 2 * 2  # for the eye and for the ear, Ann and Ben


def test_who_has_missed_a_turn_is_marked_as_away_until_they_play(three, clock, ann, ben):
    play(three, clock, "7H")
    assert "away" not in ann.get(at(three)).text
    clock.shift(timedelta(days=8))
    play_game(three.pk)
    assert "away" in ann.get(at(three)).text
    assert "away" not in ben.get(at(three)).text  # who is here, looking


def test_every_trick_of_the_hand_is_listed_with_who_took_it(three, clock, ann):
    play(three, clock, "7H", "8H", "KH")
    page = ann.get(at(three))
    assert "1 trick of this hand" in page.text
    assert "Cat took it: no jacks" in page.text
