"""Declaring the general, or passing, by the form of the table."""

from __future__ import annotations

import pytest

from games.models import Move
from tests.builders import dealing
from tests.engine.builders import SURE_GENERAL

from .reader import htmx
from .tables import at, seat


@pytest.fixture
def four(ann, ben, cat, dan):
    """The general may be declared; Ann is eldest, and Ben's cards cannot fail."""
    with dealing(*SURE_GENERAL):
        yield ann, ben, cat, dan


@pytest.fixture
def game(four):
    return seat(*four, general=True)


def test_each_is_asked_in_turn_before_the_first_card(four, game):
    ann, ben, *_ = four
    page = ann.get(at(game))
    assert "Your turn: declare the general or pass" in page.text
    assert page.cards_offered == []
    assert "Your cards" in page.html
    page = ann.submit(page, "/declare", declaration="pass")
    assert "Waiting for Ben" in page.text
    assert ben.get(at(game)).offers("/declare")


def test_a_general_ends_the_asking_and_everybody_sees_it(four, game):
    ann, ben, cat, _ = four
    ann.submit(ann.get(at(game)), "/declare", declaration="pass")
    ben.submit(ben.get(at(game)), "/declare", declaration="general")
    assert not cat.get(at(game)).offers("/declare")
    assert "declared the general" in cat.get(at(game)).text
    assert ann.get(at(game)).cards_offered


def test_when_all_have_passed_the_eldest_leads(four, game):
    for reader in four:
        reader.submit(reader.get(at(game)), "/declare", declaration="pass")
    assert len(four[0].get(at(game)).cards_offered) == 8


@pytest.mark.parametrize("word", ["", "PASS", "JS", "general\x00", "both", "<b>"])
def test_what_is_no_declaration_is_refused_with_the_table(four, game, word):
    page = four[0].post(at(game, "/declare"), {"ply": "0", "declaration": word})
    assert (page.status, "That is no move." in page.text) == (400, True)
    assert page.offers("/declare")
    assert not Move.objects.exists()


def test_who_is_not_asked_yet_is_told(four, game):
    page = four[2].post(at(game, "/declare"), {"ply": "0", "declaration": "general"})
    assert (page.status, "It is not your turn." in page.text) == (409, True)


def test_a_card_before_the_declaration_is_refused_in_words(four, game):
    page = four[0].post(at(game, "/play"), {"ply": "0", "card": "7S"})
    assert (page.status, "First declare the general or pass." in page.text) == (422, True)
    assert page.offers("/declare")


def test_a_declaration_where_the_table_has_none_is_refused_in_words(four):
    game = seat(*four)
    page = four[0].post(at(game, "/declare"), {"ply": "0", "declaration": "pass"})
    assert (page.status, "There is nothing to declare now." in page.text) == (422, True)


def test_to_htmx_only_the_table_is_sent(four, game):
    page = four[0].post(at(game, "/declare"), {"ply": "0", "declaration": "pass"}, headers=htmx("table"))
    assert (page.status, "<html" in page.html) == (200, False)
    assert "Waiting for Ben" in page.text
