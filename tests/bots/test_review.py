"""What a review says of a hand: each card by what its seat could know, and the same each time."""

from __future__ import annotations

import random
import time
from statistics import fmean
from typing import get_args

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.knowledge import read
from games.bots.levels import player_of
from games.bots.reasons import Code, Reason, why
from games.bots.review import WORLDS, review_hand, review_move
from games.engine.cards import Card, cards_in
from games.engine.hand import HandState, Move
from games.engine.rules import Rules
from games.engine.view import view_from
from games.reasons import SENTENCES, in_words

from .tables import EVERY_RULES, hand_of, last_jack_to_take_or_to_duck, play, random_hand, random_turns

FEW = 12  # worlds, where figures need not be exact


def hand_at_random(rules: Rules, rng: random.Random) -> tuple[HandState, list[Move]]:
    start = state = random_hand(rules, rng)
    moves: list[Move] = []
    while not state.is_over:
        words: list[Move] = ["general" if rng.random() < 0.1 else "pass"]
        moves.append(rng.choice(state.legal_cards() or words))
        state = state.move(moves[-1])
    return start, moves


def hand_played_by(level: str, seed: str, rules: Rules = Rules()) -> tuple[HandState, list[Move]]:  # noqa: B008
    rng = random.Random(seed)
    start = state = random_hand(rules, rng)
    moves: list[Move] = []
    while state.to_play is not None:
        view = view_from(state, state.to_play)
        moves.append(player_of(level).choose(view, (0,) * rules.players, rng, float("inf")))
        state = state.move(moves[-1])
    return start, moves


def test_the_same_hand_reviewed_twice_gives_the_same_figures():
    start, moves = hand_at_random(Rules(), random.Random(3))
    assert review_hand(start, moves) == review_hand(start, moves)


def test_it_looks_at_three_hundred_worlds_at_least():
    assert WORLDS >= 300


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_every_play_by_any_rules_has_its_legal_moves_and_a_regret_that_is_none_for_the_best(rules):
    start, moves = hand_at_random(rules, random.Random(str(rules)))
    review, state = review_hand(start, moves, worlds=FEW), start
    assert [play.move for play in review.plays] == moves
    for it in review.plays:
        legal = state.legal_cards() or ("pass", "general")
        assert tuple(option.move for option in it.options) == legal
        assert it.seat == state.to_play
        worths = {option.move: option.worth for option in it.options}
        assert it.regret == pytest.approx(worths[it.move] - min(worths.values()), abs=0.0021)
        assert all(0 <= option.worth <= 10 and 0 <= option.hindsight <= 10 for option in it.options)
        state = state.move(it.move)
    assert all(part is None or 0 <= part <= 1 for part in review.accuracy)
    assert set(review.moments) <= {play.ply for play in review.plays if play.better is not None}


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), rules=st.sampled_from([Rules(), Rules(players=3), Rules(general=True)]))
def test_only_what_the_seat_could_see_decides_what_a_card_was_worth(seed, rules):
    """Exchange the hidden cards for others that agree with all that was seen: the judgement stays the same."""
    rng = random.Random(seed)
    state = rng.choice(list(random_turns(rules, rng)))
    seat = state.to_play
    assert seat is not None
    others = [other for other in range(rules.players) if other != seat]
    voids = view_from(state, seat).voids
    one, two = rng.sample(others, 2)
    held = [list(cards_in(state.held(other))) for other in (one, two)]
    if not held[0] or not held[1]:
        return
    a, b = rng.choice(held[0]), rng.choice(held[1])
    if a.suit in voids[two] or b.suit in voids[one]:
        return
    dealt = list(state.dealt)
    dealt[one] = dealt[one] & ~a.bit | b.bit
    dealt[two] = dealt[two] & ~b.bit | a.bit
    exchanged = state._replace(dealt=tuple(dealt))
    move: Move = "pass" if state.must_declare else state.legal_cards()[0]
    first, second = (review_move(it, move, worlds=FEW) for it in (state, exchanged))
    assert [it.worth for it in first.options] == [it.worth for it in second.options]
    assert (first.regret, first.better, first.reason) == (second.regret, second.better, second.reason)


def test_who_takes_the_last_jack_in_last_place_has_lost_exactly_its_point():
    state = last_jack_to_take_or_to_duck(random.Random(4))
    takes = next(card for card in state.legal_cards() if state.play(card).leader == state.to_play)
    ducks = next(card for card in state.legal_cards() if card is not takes)
    blunder, sound = review_move(state, takes), review_move(state, ducks)
    assert (blunder.regret, blunder.error, blunder.better) == (1, 0, ducks)
    assert blunder.reason is not None
    assert blunder.reason.code == "took_points"
    assert (sound.regret, sound.better, sound.reason) == (0, None, None)
    hindsight = {option.move: option.hindsight for option in blunder.options}
    assert hindsight[takes] == hindsight[ducks] + 1


def test_a_card_that_had_to_be_played_costs_nothing_and_still_has_its_worth():
    state = hand_of("7S", "KS 7H 8H 9H TH AH JH QH", "9S TS", "", dealer=3).play(Card.parse("7S"))
    review = review_move(state, Card.parse("KS"))
    assert [option.move for option in review.options] == [Card.parse("KS")]
    assert review.regret == 0
    assert review.options[0].worth > 0


def test_when_every_jack_has_been_taken_no_card_costs_anything():
    start, moves = hand_at_random(Rules(), random.Random(11))
    state = start
    for it in review_hand(start, moves, worlds=FEW).plays:
        if sum(state.penalties) == 5:
            assert it.regret == 0
            assert {option.worth for option in it.options} == {float(state.penalties[it.seat])}
        state = state.move(it.move)
    assert sum(state.penalties) == 5


def test_a_hand_that_is_not_over_is_not_reviewed():
    start, moves = hand_at_random(Rules(), random.Random(3))
    with pytest.raises(ValueError, match="over"):
        review_hand(start, moves[:-1])


def test_who_plays_the_best_card_every_time_is_accurate_all_through():
    state, moves = random_hand(Rules(), random.Random(6)), []
    start = state
    while not state.is_over:
        options = review_move(state, state.legal_cards()[0], worlds=FEW).options
        moves.append(min(options, key=lambda option: option.worth).move)
        state = state.move(moves[-1])
    review = review_hand(start, moves, worlds=FEW)
    assert set(review.accuracy) <= {1.0, None}
    assert review.moments == ()


def test_the_moments_are_the_dearest_plays_in_the_order_played():
    review = review_hand(*hand_played_by("random", "moments"))
    spoken_of = sorted((play.regret for play in review.plays if play.better is not None), reverse=True)
    assert len(review.moments) == 3
    assert list(review.moments) == sorted(review.moments)
    assert sorted((review.plays[ply].regret for ply in review.moments), reverse=True) == spoken_of[:3]


def test_a_whole_hand_takes_a_few_seconds_of_one_processor():
    start, moves = hand_played_by("h0", "time")
    began = time.thread_time()
    review_hand(start, moves)
    assert time.thread_time() - began < 5


# What was chosen in a position, what was better, and the reason given. Seat 1 leads; the other hands do not matter.
LEADS = [
    ("7H 8H 9H TH AH QH KH 8S", "QH", "8S", "may_catch_jack_led"),
    ("7H 8H 9H TH AH JH KH 8S", "7H", "8S", "bring_down"),
    ("JS 7S 8S 9S 7C 8C 7D 8D", "JS", "7D", "jack_may_come_home"),
    ("JS QS KS 9S 7C 8C 7D 8D", "JS", "7D", "jack_comes_home"),
    ("JS 7S 8S 9S 7C 8C 7D 8D", "7S", "JS", "lead_jack"),
    ("7H QH KH 9D AD 8C AC JC", "7H", "9D", "keep_cover"),
    ("8D KD QH QC 9S AS 7C 8C", "8D", "9S", "bring_down"),
    ("9S AS JH AD TC KC 7H 8H", "9S", "TC", "on_average"),  # either can bring a jack down: no reason for one of them
]


@pytest.mark.parametrize(("held", "chosen", "better", "code"), LEADS)
def test_the_reason_against_a_lead_is_a_fact_its_seat_could_see(held, chosen, better, code):
    state = hand_of("", held, "", "", dealer=0)
    assert reason_for(state, chosen, better).code == code


FOLLOWS = [
    # trick so far, held, chosen, better, reason
    ("TH JH 9H", "QH 8H 7S 8S 9S TS AS KS", "QH", "8H", "took_points"),
    ("TH AH 9H", "QH 8H 7S 8S 9S TS AS KS", "QH", "8H", "took_lead"),
    ("TH AH 9H", "QH 8H 7S 8S 9S TS AS KS", "8H", "QH", "take_for_nothing"),
    ("TH", "QH 8H 7S 8S 9S TS AS KS", "QH", "8H", "may_catch_jack"),
    ("TH JH", "QH 8H 7S 8S 9S TS AS KS", "QH", "8H", "may_take_points"),
    ("TH", "QH 8H 7S 8S 9S TS AS KS", "8H", "QH", "take_cheaply"),
    ("8H 7H", "9H KH 7S 8S 9S TS AS JD", "9H", "KH", "take_cheaply"),
    ("QH", "JH 8H 7S 8S 9S TS AS KS", "8H", "JH", "slip_jack_under"),
    ("KH", "TH 8H 7S 8S 9S QS AS KS", "8H", "TH", "keep_low"),
    ("TH", "JH 8H 7S 8S 9S TS AS KS", "JH", "8H", "may_take_points"),
    ("8H TH 9H", "QH KH 7S 8S 9S TS AS KS", "QH", "KH", "take_high"),
    ("TH", "QH AH 7S 8S 9S TS 8D KS", "QH", "AH", "may_be_overtaken"),
    ("TH", "QH JH 7S 8S 9S TS 8D KS", "JH", "QH", "jack_may_take"),
    ("TH AH 9H", "JS 7S 8S 9S 7C 8C 7D 8D", "7S", "JS", "throw_jack"),
    ("TH AH 9H", "KS 7S 8S 9S 7C 8C 7D 8D", "7S", "KS", "throw_danger"),
    ("TH AH 9H", "7S 8S 9S TS AS 7C 8C 7D", "8C", "7D", "throw_last"),
    ("TH AH 9H", "7S 8S 9S TS AS 7C 8C 7D", "7S", "9S", "throw_high"),
]


@pytest.mark.parametrize(("trick", "held", "chosen", "better", "code"), FOLLOWS)
def test_the_reason_against_a_card_of_a_trick_is_a_fact_its_seat_could_see(trick, held, chosen, better, code):
    cards = trick.split()
    hands = [*(("",) * (4 - len(cards) - 1)), *cards, held]
    order = hands[4 - len(cards) - 1 :] + hands[: 4 - len(cards) - 1]  # the leader in seat 0
    state = play(hand_of(*order, dealer=3), trick)
    assert reason_for(state, chosen, better).code == code


def reason_for(state: HandState, chosen: str, better: str) -> Reason:
    knowledge = read(view_from(state, state.to_play))
    bits = knowledge.layout.bits
    return why(knowledge, bits[Card.parse(better).number], bits[Card.parse(chosen).number])


def test_every_reason_has_words_in_which_nothing_is_left_open():
    names = {"better": "9S", "chosen": "KS", "best": "TS", "jack": "JS", "higher": ["KS", "QS"], "suit": "S"}
    assert set(SENTENCES) == set(get_args(Code))
    with translation.override("en"):
        for code in get_args(Code):
            sentence = in_words(code, names | {"points": 2})
            assert sentence.endswith(".")
            assert "%" not in sentence
        assert in_words("bring_down", names) == (
            "Jack of spades is still out: leading nine of spades can bring it down."
        )
        assert in_words("keep_cover", names) == (
            "King of spades is worth keeping: it can be played on jack of spades in the place of "
            "king of spades and queen of spades."
        )
        assert in_words("a code of another method", names) == ""


@pytest.mark.parametrize("seed", range(4))
def test_a_reason_names_all_that_its_sentence_speaks_of(seed):
    for rules in (Rules(), Rules(players=5, ace_high=True), Rules(general=True)):
        start, moves = hand_at_random(rules, random.Random(seed))
        for it in review_hand(start, moves, worlds=FEW).plays:
            if it.reason is not None:
                assert in_words(it.reason.code, it.reason.names)


def regret_of(level: str, deals: int, worlds: int) -> float:
    """Return the mean regret of a seat for a hand, the four of them playing alike."""
    hands = (hand_played_by(level, f"deal {number}") for number in range(deals))
    plays = [play for hand in hands for play in review_hand(*hand, worlds=worlds).plays]
    return sum(play.regret for play in plays) / (4 * deals)


def test_the_better_a_bot_the_smaller_its_regret():
    random_bot, h0, h1, club, mc = (regret_of(level, 10, 30) for level in ("random", "h0", "h1", "club", "mc"))
    assert random_bot > h0 > h1 > max(club, mc)  # the last two are told apart by many more deals


@pytest.mark.soak
def test_the_regret_of_bots_is_in_the_order_of_the_arena():
    regrets = [regret_of(level, deals=100, worlds=WORLDS) for level in ("random", "h0", "h1", "club", "mc")]
    assert regrets == sorted(regrets, reverse=True), regrets


def test_the_lowest_worth_is_what_the_search_would_play():
    """In the same worlds: the review and the search look at a card in the same way."""
    agree = []
    for number in range(12):
        state = random_hand(Rules(), random.Random(number))
        view = view_from(state, state.to_play)
        choice = player_of("hand_only").choose(view, (0,) * 4, random.Random(1), float("inf"))
        options = {option.move: option.worth for option in review_move(state, view.legal[0]).options}
        agree.append(options[choice] - min(options.values()))
    assert fmean(agree) < 0.05
