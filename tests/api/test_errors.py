"""Refusals: each has a status, a stable code and a sentence in the reader's language."""

from __future__ import annotations

from typing import get_args

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import translation

from games import log
from games.api.errors import STATUSES
from games.engine.cards import Card, Suit
from games.engine.hand import IllegalMove, RefusalCode
from games.log import LogBroken
from games.models import Hand, Move
from games.services import play
from games.services.errors import GameError
from games.words import refusal
from tests.builders import next_entry

from .people import GAMES, seat_all, to_play


def test_every_refusal_of_the_services_has_a_status_and_a_code_of_its_own():
    assert set(GameError.__subclasses__()) == set(STATUSES)
    codes = [error.code for error in STATUSES]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("code", get_args(RefusalCode))
def test_every_refusal_of_the_rules_has_a_sentence(code):
    error = IllegalMove(code, "", card=Card.parse("JS"), suit=Suit.HEARTS)
    assert refusal(error).endswith(".")


@pytest.mark.parametrize("error", [OperationalError("database is locked"), InterfaceError("connection already closed")])
def test_a_database_that_does_not_answer_is_503_and_to_be_tried_again(anna, ben, cat, monkeypatch, error):
    def fail(**_):
        raise error

    slug = seat_all(anna, ben, cat)
    caller, table = to_play(slug, [anna, ben, cat])
    monkeypatch.setattr(play, "play", fail)
    answer = caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": table["hand"]["legal"][0]})
    assert (answer.status, answer.code) == (503, "try_again")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_game_whose_log_is_damaged_is_503_and_is_logged(anna, monkeypatch, caplog):
    def fail(_):
        raise LogBroken("game AbCdEfGhIj, hand 1: ply 3 is missing")

    slug = anna.post(GAMES, {}).json["slug"]
    monkeypatch.setattr(log, "find_table", fail)
    answer = anna.get(f"{GAMES}/{slug}")
    assert (answer.status, answer.code) == (503, "game_broken")
    assert "ply 3" not in answer.json["detail"]
    assert "ply 3 is missing" in caplog.text


def test_a_log_that_holds_a_move_against_the_rules_is_answered_as_damaged(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    caller, table = to_play(slug, [anna, ben, cat])
    other = next(one for one in (anna, ben, cat) if one is not caller).table(slug)["hand"]["held"][0]
    hand = Hand.objects.get(game__slug=slug)
    Move.objects.create(hand=hand, ply=0, seat=table["to_play"], card=other, by="player", **next_entry(hand.game))
    for answer in (anna.get(f"{GAMES}/{slug}"), caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": other})):
        assert (answer.status, answer.code) == (503, "game_broken")


def test_an_unknown_address_is_answered_in_json(db, nobody):
    for path in ("/api/v1/nowhere", "/api/v1/games/", "/api/v1/games/x/y/z"):
        answer = nobody.get(path)
        assert (answer.status, answer.code) == (404, "not_found")


def test_a_method_that_is_not_there_is_answered_in_json(anna):
    answer = anna.call("PUT", GAMES, {})
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "POST", "HEAD", "OPTIONS"}


def test_sentences_follow_the_language_asked_for(anna):
    with translation.override("fr"):
        french = str(GameError.__subclasses__()[0].sentence)
    answer = anna.get(f"{GAMES}/nowhere", **{"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "fr"
    assert answer.json["detail"] == french
