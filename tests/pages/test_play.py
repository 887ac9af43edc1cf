"""Playing a card by the form of the table."""

from __future__ import annotations

import pytest

from games.models import Game, Move
from tests.builders import dealing, make_game, move_on, state_of

from .reader import htmx
from .tables import THREE, at, seat, who_waits, whose_turn


@pytest.fixture
def four(ann, ben, cat, dan):
    """Seat 0 is Ann's and holds the spades, Ben's the hearts, Cat's the diamonds, Dan's the clubs; Ann leads."""
    with dealing():
        yield ann, ben, cat, dan


def test_a_card_that_is_played_leads_back_to_the_table(four):
    ann, ben, *_ = four
    game = seat(*four)
    page = ann.submit(ann.get(at(game)), "/play", card="9S", follow=False)
    assert (page.status, page.header("Location")) == (302, at(game))
    assert [move.card for move in Move.objects.all()] == ["9S"]
    assert "led" in ben.get(at(game)).text


def test_the_form_sent_twice_plays_one_card(four):
    ann = four[0]
    game = seat(*four)
    before = ann.get(at(game))
    for _ in range(2):
        page = ann.submit(before, "/play", card="9S")
        assert (page.status, page.url) == (200, at(game))
    assert Move.objects.count() == 1


def test_a_second_tab_that_is_behind_gets_the_table_as_it_stands(four):
    ann = four[0]
    game = seat(*four)
    tab, other_tab = ann.get(at(game)), ann.get(at(game))
    ann.submit(tab, "/play", card="9S")
    page = ann.submit(other_tab, "/play", card="KS")
    assert page.status == 409
    assert "The game has moved on." in page.text
    assert "Waiting for Ben" in page.text
    assert Move.objects.count() == 1


def test_who_is_not_to_play_is_told(four):
    ben = four[1]
    game = seat(*four)
    page = ben.post(at(game, "/play"), {"ply": "0", "card": "9H"})
    assert page.status == 409
    assert "It is not your turn." in page.text
    assert "Waiting for Ann" in page.text


def test_a_card_against_the_rules_is_refused_in_words_with_the_table(ann, ben, cat):
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat)
        ann.submit(ann.get(at(game)), "/play", card="7H")
        page = ben.post(at(game, "/play"), {"ply": "1", "card": "7D"})
        assert page.status == 422
        assert "Follow suit: you hold hearts." in page.text
        assert page.cards_offered == ["8H"]
        assert ben.submit(page, "/play", card="8H").status == 200


def test_a_card_that_is_not_held_is_refused_in_words(four):
    ann = four[0]
    game = seat(*four)
    page = ann.post(at(game, "/play"), {"ply": "0", "card": "7H"})
    assert page.status == 422
    assert "You do not hold this card: seven of hearts." in page.text
    assert len(page.cards_offered) == 8


NO_CARDS = ["", "10S", "js", "JX", "XS", "J", "JSS", "J\x00", "٧S", "♠J", "pass", "<b>", "J" * 5000]
NOT_NEXT = ["", "-1", "1", "32", "999", "1000", "0.0", "٠", "0x0", "zero", "\x00", str(2**63), "9" * 5000]


@pytest.mark.parametrize("card", NO_CARDS)
def test_what_is_no_card_is_refused_with_the_table(four, card):
    ann = four[0]
    game = seat(*four)
    page = ann.post(at(game, "/play"), {"ply": "0", "card": card})
    assert page.status == 400
    assert "That is no move." in page.text
    assert len(page.cards_offered) == 8
    assert not Move.objects.exists()


@pytest.mark.parametrize("ply", NOT_NEXT)
def test_a_ply_that_is_not_the_next_is_refused_with_the_table(four, ply):
    ann = four[0]
    game = seat(*four)
    page = ann.post(at(game, "/play"), {"ply": ply, "card": "JS"})
    assert page.status == 409
    assert "The game has moved on." in page.text
    assert not Move.objects.exists()


def test_a_move_for_a_game_that_is_over_is_refused_on_its_page(ann, ben, cat):
    game = seat(ann, ben, cat, hands=1, target=None)
    move_on(game)
    page = ann.post(at(game, "/play"), {"ply": "29", "card": "JS"})
    assert page.status == 409
    assert "it is over" in page.text
    assert "Standings" in page.text


def test_to_htmx_only_the_table_is_sent_with_a_token_for_the_next_move(four):
    ann, ben, *_ = four
    game = seat(*four)
    page = ann.post(at(game, "/play"), {"ply": "0", "card": "9S"}, headers=htmx("table"))
    assert page.status == 200
    assert "<html" not in page.html
    assert '<div class="table" id="table"' in page.html
    page = ben.get(at(game, "/table"), headers=htmx("table"))
    assert ben.submit(page, "/play", card="9H").status == 200
    assert Move.objects.count() == 2


@pytest.mark.parametrize("headers", [{}, htmx("table")])
def test_the_answer_to_a_move_has_the_digest_of_the_log_after_it(four, headers):
    ann, game = four[0], seat(*four)
    page = ann.post(at(game, "/play"), {"ply": "0", "card": "9S"}, headers=headers)
    before, game = game.head, Game.objects.get(pk=game.pk)
    assert game.head != before
    assert f'data-head="{game.head}"' in page.html


def test_so_has_the_page_after_the_last_move(ann, ben, cat):
    game = seat(ann, ben, cat, hands=1, target=None)
    move_on(game)
    assert f'data-head="{game.head}"' in ann.get(at(game)).html


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ({"ply": "0", "card": "nonsense"}, 400, "That is no move."),
        ({"ply": "7", "card": "9S"}, 409, "The game has moved on."),
        ({"ply": "0", "card": "9H"}, 422, "You do not hold this card"),
    ],
)
def test_to_htmx_a_refusal_is_the_table_with_the_sentence(four, data, status, sentence):
    ann = four[0]
    game = seat(*four)
    page = ann.post(at(game, "/play"), data, headers=htmx("table"))
    assert (page.status, sentence in page.text, "<html" in page.html) == (status, True, False)
    assert 'role="alert"' in page.html


def test_to_htmx_the_last_card_of_a_game_and_a_move_after_it_ask_for_the_whole_page(ann, ben, cat):
    game = seat(ann, ben, cat, hands=1, target=None)
    move_on(game, 29)
    last = whose_turn(game, ann, ben, cat)
    state = state_of(game)
    data = {"ply": str(state.ply), "card": str(state.legal_cards()[0])}
    page = last.post(at(game, "/play"), data, headers=htmx("table"))
    assert (page.status, page.header("HX-Refresh"), page.html) == (200, "true", "")
    game.refresh_from_db()
    assert game.status == "finished"
    page = last.post(at(game, "/play"), {"ply": "30", "card": "7H"}, headers=htmx("table"))
    assert (page.status, page.header("HX-Refresh")) == (200, "true")
    assert "it is over" in last.get(at(game)).text


def test_a_covered_and_a_resigned_seat_play_no_card(ann, ben, cat):
    game = seat(ann, ben, cat)
    reader = who_waits(game, ann, ben, cat)
    reader.post(at(game, "/resign"))
    page = reader.post(at(game, "/play"), {"ply": "0", "card": "JS"})
    assert page.status == 409
    assert "You have resigned from this game." in page.text


def test_a_player_against_bots_is_answered_before_they_have_played(ann):
    game = make_game(ann.user, bots=3)
    Game.objects.update(to_play=0)
    with dealing():
        game = make_game(ann.user, bots=3)
        page = ann.submit(ann.get(at(game)), "/play", card="9S")
    assert Move.objects.filter(hand__game=game).count() == 1
    assert "is playing" in page.text
