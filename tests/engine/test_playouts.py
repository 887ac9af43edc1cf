"""What is true of every hand and every game, whatever is dealt and played: all options, all numbers of players."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from games.engine.cards import ALL_CARDS, POINTS_IN_A_HAND, cards_in
from games.engine.game import ranks_of, winners_of
from games.engine.hand import HandState, IllegalMove
from games.engine.rules import FAILED_GENERAL, Rules
from tests.engine.builders import moves_of, restart
from tests.engine.strategies import any_move, chances, dealt_hand, hands_over, hands_under_way, rules, whole_game


@given(state=hands_over(short_hands=False))
def test_any_legal_playout_ends_with_every_card_played_once(state: HandState):
    played = [card for trick in state.tricks for card in trick.cards]
    assert sorted(played) == sorted(state.rules.pack)
    assert state.ply == len(state.rules.pack) + len(state.declarations)
    assert [state.held(seat) for seat in range(state.rules.players)] == [0] * state.rules.players


@given(state=hands_over(short_hands=True))
def test_a_short_hand_ends_with_the_trick_that_leaves_nothing_to_lose(state: HandState):
    played = [card for trick in state.tricks for card in trick.cards]
    assert len(set(played)) == len(played)
    assert len(played) % state.rules.players == 0
    assert sum(state.penalties) == POINTS_IN_A_HAND
    if len(played) < len(state.rules.pack):
        lost = [trick for trick in state.tricks if trick.taker != state.declarer]
        assert state.tricks[-1].penalty or lost == [state.tricks[-1]]


@given(state=hands_over(general=False))
def test_any_legal_playout_gives_five_points(state: HandState):
    assert sum(state.points()) == POINTS_IN_A_HAND
    assert state.points() == state.penalties
    assert sum(trick.penalty for trick in state.tricks) == POINTS_IN_A_HAND


@given(state=hands_over(general=True))
def test_with_the_general_the_points_are_what_was_declared_and_done(state: HandState):
    others = state.rules.players - 1
    if state.declarer is None:
        assert sum(state.points()) == POINTS_IN_A_HAND
    elif {trick.taker for trick in state.tricks} == {state.declarer}:
        assert state.general_is_made()
        assert (sum(state.points()), state.points()[state.declarer]) == (FAILED_GENERAL * others, 0)
    else:
        assert not state.general_is_made()
        assert sum(state.points()) == POINTS_IN_A_HAND + FAILED_GENERAL
        assert state.points()[state.declarer] >= FAILED_GENERAL


@given(options=rules(), chance=chances())
def test_the_first_moves_replayed_give_the_state_after_them(options: Rules, chance: Random):
    states, moves = [dealt_hand(options, chance)], []
    while not states[-1].is_over:
        moves.append(any_move(states[-1], chance))
        states.append(states[-1].move(moves[-1]))
    again = restart(states[0])
    for ply, state in enumerate(states):
        assert state.ply == ply
        assert again == state  # no earlier state has changed since
        again = again.move(moves[ply]) if ply < len(moves) else again
    assert states[-1].movers == [state.to_play for state in states[:-1]]


@given(state=hands_under_way())
def test_a_card_is_refused_exactly_when_it_is_not_legal(state: HandState):
    legal = set(state.legal_cards())
    assert bool(legal) == (state.to_play is not None and not state.must_declare)
    before = tuple(state)
    for card in ALL_CARDS:
        if card in legal:
            assert card in state.play(card).cards or card in state.play(card).tricks[-1].cards
        else:
            with pytest.raises(IllegalMove):
                state.play(card)
    assert tuple(state) == before


@given(state=hands_under_way())
def test_every_card_is_always_either_held_by_one_seat_or_played(state: HandState):
    held = [card for seat in range(state.rules.players) for card in cards_in(state.held(seat))]
    assert sorted([*held, *cards_in(state.played)]) == sorted(state.rules.pack)


@given(state=hands_over())
def test_the_taker_of_a_trick_leads_the_next(state: HandState):
    assert state.tricks[0].leader == state.rules.left_of(state.dealer)
    for trick, following in zip(state.tricks, state.tricks[1:], strict=False):
        assert following.leader == trick.taker


@given(state=hands_over())
def test_only_king_and_queen_or_a_high_ace_take_the_jack_of_their_own_suit(state: HandState):
    above = "QKA" if state.rules.ace_high else "QK"
    for trick in state.tricks:
        jack = next((card for card in trick.cards if card.rank == "J" and card.suit is trick.suit_led), None)
        if jack is not None:
            taking = dict(trick.by_seat(state.rules.players))[trick.taker]
            assert taking is jack or (taking.suit is jack.suit and taking.rank in above)


@given(state=hands_under_way())
def test_moves_read_off_a_hand_make_the_same_hand_again(state: HandState):
    again = restart(state)
    for move in moves_of(state):
        again = again.move(move)  # type: ignore[arg-type]
    assert again == state


@given(options=rules(general=False, most_hands=6), chance=chances())
def test_a_game_ends_by_its_rules_and_its_points_add_up(options: Rules, chance: Random):
    game = whole_game(options, chance)
    assert game.is_over
    assert sum(game.totals) == POINTS_IN_A_HAND * len(game.hands)
    if options.hands is not None:
        assert len(game.hands) == options.hands
    else:
        assert options.target is not None
        assert options.target <= max(game.totals) <= options.target + POINTS_IN_A_HAND - 1
    dealers = [hand.dealer for hand in game.hands]
    assert dealers == [(dealers[0] + number) % options.players for number in range(len(dealers))]


@given(options=rules(most_hands=4), chance=chances())
def test_winners_are_those_of_rank_one(options: Rules, chance: Random):
    totals = whole_game(options, chance, most_hands=6).totals
    ranks = ranks_of(totals)
    assert winners_of(totals) == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    for mine, total in zip(ranks, totals, strict=True):
        assert mine == 1 + sum(other < total for other in totals)
