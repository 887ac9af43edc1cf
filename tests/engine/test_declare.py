import pytest

from games.engine.hand import IllegalMove
from tests.engine.builders import SUITS_APART, after, card, hand, playing_lowest


def with_the_general(dealer=3):
    return hand(*SUITS_APART, dealer=dealer, general=True)


def refusal(state, word):
    with pytest.raises(IllegalMove) as caught:
        state.declare(word)
    return caught.value


def test_without_the_option_there_is_nothing_to_declare():
    state = hand(*SUITS_APART)
    assert not state.must_declare
    error = refusal(state, "general")
    assert (error.code, str(error)) == ("must_not_declare", "There is nothing to declare now.")


def test_with_the_option_nobody_plays_before_the_declarations_are_complete():
    state = after(with_the_general(), "pass pass pass")
    assert (state.must_declare, state.legal_cards(), state.to_play) == (True, (), 3)
    with pytest.raises(IllegalMove, match="First declare the general or pass") as caught:
        state.play(card("7C"))
    assert caught.value.code == "must_declare"


def test_everybody_declares_in_turn_from_the_dealers_left():
    state, order = with_the_general(dealer=1), []
    for _ in range(4):
        order.append(state.to_play)
        state = state.declare("pass")
    assert order == [2, 3, 0, 1]
    assert (state.must_declare, state.declarer) == (False, None)


def test_when_all_have_passed_the_dealers_left_leads():
    assert after(with_the_general(dealer=1), "pass pass pass pass").to_play == 2


def test_the_first_general_ends_the_declarations_and_the_dealers_left_still_leads():
    state = after(with_the_general(dealer=0), "pass general")
    assert (state.declarer, state.must_declare, state.to_play) == (2, False, 1)


@pytest.mark.parametrize("said", ["general", "pass general", "pass pass pass pass"])
def test_a_declaration_too_many_is_refused(said):
    assert refusal(after(with_the_general(), said), "pass").code == "must_not_declare"


def test_a_declaration_after_the_first_card_is_refused():
    assert refusal(after(with_the_general(), "general 7S"), "general").code == "must_not_declare"


def test_a_declaration_after_the_end_of_the_hand_is_refused():
    assert refusal(playing_lowest(with_the_general()), "pass").code == "must_not_declare"


def test_declarations_count_as_moves():
    assert after(with_the_general(), "pass general 7S").ply == 3
