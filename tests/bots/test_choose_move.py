"""What holds for every bot: legal moves, from the view alone, the same from the same seed."""

from __future__ import annotations

import random
from collections import Counter
from unittest import mock

import pytest

from games.bots import BUDGET, LEVELS, choose_move
from games.engine.game import GameState
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.engine.shuffle import deal
from games.engine.view import view_from

from .tables import EVERY_RULES, exchange, hand_of, play, random_turns

pytestmark = pytest.mark.parametrize("level", LEVELS)

PLENTY = 60.0  # seconds: where a machine is so slow that a search has to stop early, its choice may be another


def chosen(state: HandState, level: str, seed: int = 1, totals: tuple[int, ...] | None = None):
    view = view_from(state, state.to_play)
    totals = totals or (0,) * state.rules.players
    with mock.patch.dict(BUDGET, {level: PLENTY}):
        return choose_move(view, totals=totals, rng=random.Random(seed), level=level)


def usual(state: HandState, level: str):
    """Return what the bot plays most often: the beginner slips now and then."""
    return Counter(chosen(state, level, seed) for seed in range(15)).most_common(1)[0][0]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("target", [5, None])
def test_bots_play_whole_games_with_every_option_by_legal_moves(level, players, target):
    rng = random.Random(f"{level} {players} {target}")
    hands = None if target else 1
    rules = Rules(
        players=players,
        target=target,
        hands=hands,
        ace_high=rng.random() < 0.5,
        general=True,
        short_hands=rng.random() < 0.5,
    )
    game = GameState(rules)
    while not game.is_over:
        dealer = game.next_dealer if game.next_dealer is not None else rng.randrange(players)
        game = game.deal(deal(rng.sample(rules.pack, len(rules.pack)), players), dealer=dealer)
        while (seat := game.to_play) is not None:
            view = view_from(game.hands[-1], seat)
            game = game.move(choose_move(view, totals=game.totals, rng=rng, level=level))
    assert sum(game.totals) >= 5


@pytest.mark.parametrize("rules", EVERY_RULES[::3], ids=str)
def test_every_choice_in_a_hand_played_at_random_is_legal(level, rules):
    for state in random_turns(rules, random.Random(str(rules))):
        state.move(chosen(state, level))  # raises IllegalMove if not


def test_exchanging_cards_the_seat_cannot_see_changes_nothing(level):
    rng = random.Random(7)
    for state in random_turns(Rules(), rng):
        seat = state.to_play
        first, second, _ = (other for other in range(4) if other != seat)
        exchanged = exchange(state, first, second, rng)
        assert view_from(exchanged, seat) == view_from(state, seat)
        assert chosen(exchanged, level) is chosen(state, level)


def test_the_same_seed_gives_the_same_choice(level):
    for state in random_turns(Rules(players=5, general=True), random.Random(3)):
        assert chosen(state, level, seed=9) is chosen(state, level, seed=9)


def test_it_refuses_to_choose_for_a_seat_whose_turn_it_is_not(level):
    state = hand_of("", "", "", "", dealer=0)
    with pytest.raises(ValueError, match="turn"):
        choose_move(view_from(state, 2), totals=(0,) * 4, rng=random.Random(1), level=level)


def test_the_last_to_play_ducks_a_jack(level):
    state = play(hand_of("AS KS", "JS", "TS", "9S QS", dealer=3), "AS JS TS")
    assert state.to_play == 3
    assert str(usual(state, level)) == "9S"


def test_void_it_throws_the_polignac(level):
    state = play(hand_of("8H 9H", "JS KS JD 7D 8D 9D TD 7C", "TH", "AH", dealer=3), "8H")
    assert str(usual(state, level)) == "JS"
