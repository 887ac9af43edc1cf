"""The general: declared or passed, each a move like a card."""

import pytest

from accounts.models import User
from games.engine.cards import Card
from games.engine.hand import IllegalMove
from games.models import Game, Move
from games.services.errors import NotYourTurn, StaleMove
from games.services.play import play
from tests.builders import dealing, make_game, move_on, move_once


@pytest.fixture
def game(ann, ben, cat, dan):
    """Ann holds all spades; the dealer is Dan, so that she declares first and leads."""
    with dealing():
        yield make_game(ann, ben, cat, dan, general=True)


def test_before_the_first_card_each_declares_or_passes_from_the_dealers_left(game: Game, ann: User, ben: User) -> None:
    table = play(slug=game.slug, user=ann, ply=0, move="pass")
    assert (table.to_play, table.hand and table.hand.view.declarations) == (1, ("pass",))
    with pytest.raises(IllegalMove) as caught:
        play(slug=game.slug, user=ben, ply=1, move=Card.parse("7H"))
    assert caught.value.code == "must_declare"
    with pytest.raises(NotYourTurn):
        play(slug=game.slug, user=ann, ply=1, move="general")


def test_a_declaration_is_a_row_of_the_log(game: Game, ann: User) -> None:
    play(slug=game.slug, user=ann, ply=0, move="pass")
    assert Move.objects.values_list("ply", "seat", "card", "declaration", "by").get() == (0, 0, None, "pass", "player")


def test_the_first_declaration_ends_the_round_and_the_dealers_left_leads(game: Game, ann: User, ben: User) -> None:
    move_once(game, "pass")
    table = play(slug=game.slug, user=ben, ply=1, move="general")
    assert table.hand is not None
    assert (table.to_play, table.hand.view.declarer, table.hand.view.must_declare) == (0, 1, False)
    with pytest.raises(IllegalMove) as caught:
        play(slug=game.slug, user=ann, ply=2, move="general")
    assert caught.value.code == "must_not_declare"


def test_a_declaration_sent_again_is_answered_as_the_first_was(game: Game, ann: User) -> None:
    first = play(slug=game.slug, user=ann, ply=0, move="general")
    assert play(slug=game.slug, user=ann, ply=0, move="general").version == first.version
    with pytest.raises(StaleMove):
        play(slug=game.slug, user=ann, ply=0, move="pass")
    assert Move.objects.count() == 1


def test_a_general_that_is_made_costs_each_opponent_five(game: Game) -> None:
    move_once(game, "general")
    move_on(game, until_hand=2)
    assert game.points == [[0, 5, 5, 5]]


def test_a_general_that_fails_costs_its_declarer_five_beside_the_jacks(game: Game) -> None:
    move_once(game, "pass")
    move_once(game, "general")  # Ben, who never gets the lead
    move_on(game, until_hand=2)
    assert game.points == [[5, 5, 0, 0]]


def test_a_hand_with_declarations_ends_with_the_last_card(game: Game) -> None:
    move_on(game, 35)
    assert (game.hand_number, game.ply) == (1, 35)
    move_on(game, 1)
    assert (game.hand_number, game.ply, game.points) == (2, 0, [[5, 0, 0, 0]])


def test_in_the_next_hand_declarations_begin_with_the_next_dealers_left(game: Game) -> None:
    move_on(game, 36)
    assert game.to_play == 1
    move_once(game, "general")
    assert game.to_play == 1


def test_without_the_option_there_is_nothing_to_declare(ann: User) -> None:
    with dealing():
        game = make_game(ann)
        for word in ("pass", "general"):
            with pytest.raises(IllegalMove):
                move_once(game, word)
