"""A master's advice: a legal move, from what the seat can see, and a reason with words."""

from __future__ import annotations

import random

import pytest

from games.bots.advice import Advice, advise
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.engine.view import view_from
from games.reasons import in_words

from .tables import hand_of, last_jack_to_take_or_to_duck, random_turns


def advice_for(state: HandState) -> Advice:
    assert state.to_play is not None
    totals = (0,) * state.rules.players
    return advise(view_from(state, state.to_play), totals=totals, hands_played=0, rng=random.Random(1))


@pytest.mark.parametrize("rules", [Rules(), Rules(players=3, ace_high=True), Rules(players=6), Rules(general=True)])
def test_the_advice_is_legal_and_has_a_reason_wherever_there_is_a_choice(rules):
    for state in list(random_turns(rules, random.Random(5)))[::3]:
        advice = advice_for(state)
        legal = state.legal_cards() or ("pass", "general")
        assert advice.move in legal
        assert (advice.reason is None) == (len(legal) == 1)
        if advice.reason is not None:
            assert in_words(advice.reason.code, advice.reason.names)


def test_the_same_moment_gives_the_same_advice():
    state = next(random_turns(Rules(), random.Random(7)))
    assert advice_for(state) == advice_for(state)


def test_it_advises_to_duck_the_last_jack_and_says_that_it_would_cost():
    state = last_jack_to_take_or_to_duck(random.Random(4))
    advice = advice_for(state)
    assert state.play(advice.move).leader != state.to_play  # type: ignore[arg-type]
    assert advice.reason is not None
    assert advice.reason.code == "took_points"


def test_only_what_the_seat_can_see_decides():
    state = hand_of("7S 8H", "8S 9H", "9S TH", "TS AH", dealer=3)
    dealt = state.dealt
    exchanged = state._replace(dealt=(dealt[0], dealt[2], dealt[3], dealt[1]))
    assert advice_for(state) == advice_for(exchanged)
