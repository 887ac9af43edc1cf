"""Planning the next card on the table's page, without a script."""

from __future__ import annotations

from games.models import Plan
from tests.builders import dealing, move_on

from .tables import THREE, at, seat, who_waits, whose_turn


def test_who_waits_finds_the_form_and_who_is_to_play_only_the_lasting_choice(ann, ben, cat):
    game = seat(ann, ben, cat)
    waiting, playing = who_waits(game, ann, ben, cat), whose_turn(game, ann, ben, cat)
    assert "Plan your next card" in waiting.get(at(game)).text
    assert "If spades are led" in waiting.get(at(game)).text
    page = playing.get(at(game)).text
    assert "play for me when I have only one card to play" in page
    assert "If spades are led" not in page


def test_a_plan_is_kept_and_shown_again_to_its_player_alone(ann, ben, cat, eve):
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat)
    page = ben.post(at(game, "/plan"), {"card_S": "JS", "ducks": "on"})
    assert page.url == at(game)
    assert "Your plan is kept. Nobody else can see it." in page.text
    assert "Your next card is planned" in page.text
    assert '<option value="JS" selected>' in page.html
    for other in (ann, cat, eve):
        assert "planned" not in other.get(at(game)).text


def test_a_plan_that_cannot_be_is_refused_in_words_and_the_table_shown(ann, ben, cat):
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat)
    assert (
        "You could not play the jack of diamonds if spades are led."
        in ben.post(at(game, "/plan"), {"card_S": "JD"}).text
    )
    assert "That is no card." in ben.post(at(game, "/plan"), {"card_S": "XX"}).text
    assert "There is no card to plan" in ann.post(at(game, "/plan"), {"ducks": "on"}).text
    assert not Plan.objects.exists()


def test_once_a_suit_is_led_only_that_suit_is_asked_for(ann, ben, cat):
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat)
    move_on(game, 1)
    text = cat.get(at(game)).text
    assert "If spades are led" in text
    assert "If hearts are led" not in text


def test_a_plan_is_taken_back_by_keeping_an_empty_form(ann, ben, cat):
    game = seat(ann, ben, cat)
    waiting = who_waits(game, ann, ben, cat)
    waiting.post(at(game, "/plan"), {"ducks": "on"})
    assert "Nothing is planned." in waiting.post(at(game, "/plan"), {}).text
    assert not Plan.objects.get().ducks


def test_onlookers_and_strangers_have_nothing_to_plan(ann, ben, cat, eve, nobody):
    game = seat(ann, ben, cat)
    assert "Plan your next card" not in eve.get(at(game)).text
    assert "You do not sit at this table." in eve.post(at(game, "/plan"), {"ducks": "on"}).text
    assert "Sign in" in nobody.post(at(game, "/plan"), {"ducks": "on"}).text
    assert not Plan.objects.exists()
