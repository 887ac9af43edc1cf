"""The engine against a second, naive writing of the rules (`oracle.py`), move by move and record by record."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import record
from games.engine.cards import parse_cards, text_of
from games.engine.game import GameState, ranks_of, winners_of
from games.engine.hand import HandState, IllegalMove
from games.engine.rules import Rules
from tests.engine import oracle
from tests.engine.strategies import chances


def assert_hands_agree(state: HandState, hand: oracle.OracleHand) -> None:
    assert state.to_play == hand.to_play()
    assert state.is_over == hand.is_over()
    assert state.must_declare == hand.is_declaring()
    assert state.declarer == hand.declarer
    assert sorted(map(str, state.legal_cards())) == sorted(hand.legal())
    tricks = [(trick.leader, text_of(trick.cards), trick.taker, trick.penalty) for trick in state.tricks]
    assert tricks == [
        (trick["leader"], " ".join(trick["cards"]), trick["taker"], trick["points"]) for trick in hand.tricks
    ]
    assert [str(card) for card in state.trick.cards] == [word for _, word in hand.trick]
    assert list(state.penalties) == hand.jacks()
    assert state.ply == len(hand.declarations) + len(hand.plays)
    if hand.is_over():
        assert list(state.points()) == hand.points()


def assert_same_cards_are_refused(state: HandState, hand: oracle.OracleHand) -> None:
    for card in state.rules.pack:
        if str(card) not in hand.legal():
            with pytest.raises(IllegalMove):
                state.play(card)


@given(chance=chances(), check_refusals_at=st.integers(0, 36))
def test_move_by_move_the_engine_and_the_naive_rules_agree(chance: Random, check_refusals_at: int) -> None:
    rules = oracle.random_rules(chance)
    hand = oracle.random_hand(rules, chance.randrange(rules["players"]), chance)
    state = HandState.start(Rules(**rules), [parse_cards(" ".join(held)) for held in hand.held], dealer=hand.dealer)
    assert_hands_agree(state, hand)
    while not hand.is_over():
        if state.ply == check_refusals_at:
            assert_same_cards_are_refused(state, hand)
        word = oracle.random_move(hand, chance)
        state = state.declare(word) if word in ("pass", "general") else state.play(*parse_cards(word))  # type: ignore[arg-type]
        assert_hands_agree(state, hand)
    assert_same_cards_are_refused(state, hand)


@given(chance=chances())
def test_hand_by_hand_the_engine_and_the_naive_rules_end_a_game_together(chance: Random) -> None:
    played = oracle.random_game(chance, whole=True)
    game, naive = GameState(Rules(**played.rules)), oracle.OracleGame(played.rules)
    for hand in played.hands:
        assert not game.is_over
        game = game.deal([parse_cards(held) for held in hand.dealt], dealer=hand.dealer)
        for word in (*hand.declarations, *hand.plays):
            game = game.move(word if word in ("pass", "general") else parse_cards(word)[0])  # type: ignore[arg-type]
        naive.hands.append(hand)
        assert game.is_over == naive.is_over()
        assert list(game.totals) == naive.totals()
        assert list(ranks_of(game.totals)) == naive.ranks()
    assert game.is_over
    assert list(winners_of(game.totals)) == naive.winners()


def with_what_is_optional(game: oracle.OracleGame, chance: Random) -> dict[str, Any]:
    """Write a game with some of the fields that may be left out."""
    data = game.record()
    for written, hand in zip(data["hands"], game.hands, strict=True):
        if chance.random() < 0.6:
            written["points"] = hand.points()
    if chance.random() < 0.6:
        data["totals"] = game.totals()
    if chance.random() < 0.6:
        data["winners"] = game.winners()
    return data


def test_four_hundred_random_games_are_answered_as_the_naive_rules_answer_them() -> None:
    chance = Random("four hundred games")
    finished = made = 0
    for _ in range(400):
        game = oracle.random_game(chance)
        text = json.dumps(with_what_is_optional(game, chance))
        assert record.answer(record.loads(text)) == game.answer()
        finished += game.is_over()
        made += any(hand.has_made_the_general() for hand in game.hands)
    assert finished >= 300  # whole games: the others stop somewhere on the way
    assert made >= 30  # with a general that was made
