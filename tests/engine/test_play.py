import pytest

from games.engine.cards import Suit, text_of
from games.engine.hand import IllegalMove
from tests.engine.builders import SUITS_APART, after, card, cards, hand, playing_lowest


def refusal(state, text):
    with pytest.raises(IllegalMove) as caught:
        state.play(card(text))
    return caught.value


def test_the_leader_may_lead_any_card():
    assert text_of(hand("7S JH QD KC", "", "", "").legal_cards()) == "7S 8S 9S TS AS JH QD KC"


def test_a_player_who_holds_the_suit_led_must_follow():
    state = after(hand("7S", "8S KH", "9S", "TS"), "7S")
    assert {held.suit for held in state.legal_cards()} == {Suit.SPADES}
    error = refusal(state, "KH")
    assert (error.code, error.card, error.suit) == ("must_follow", card("KH"), Suit.SPADES)
    assert str(error) == "Follow suit: you hold spades."


@pytest.mark.parametrize(
    ("held", "led", "other", "suit"),
    [
        ("8S KH", "7S", "KH", "spades"),
        ("8H KS", "7H", "KS", "hearts"),
        ("8D KS", "7D", "KS", "diamonds"),
        ("8C KS", "7C", "KS", "clubs"),
    ],
)
def test_a_card_that_does_not_follow_is_refused_by_the_name_of_the_suit(held, led, other, suit):
    assert str(refusal(after(hand(led, held, "", ""), led), other)) == f"Follow suit: you hold {suit}."


def test_a_player_void_of_the_suit_led_may_discard_anything():
    state = after(hand(*SUITS_APART), "7S")
    assert text_of(state.legal_cards()) == SUITS_APART[1]


def test_a_player_who_has_played_the_last_card_of_a_suit_need_not_follow_any_more():
    spades = "8S AS", "9S KH", "TS", "JS QS KS 7S"
    state = after(hand(*spades), "8S 9S TS JS QS AS")
    assert card("KH") in state.legal_cards()
    assert after(state, "KH").cards == tuple(cards("QS AS KH"))


def test_a_card_somebody_else_holds_is_refused():
    error = refusal(hand(*SUITS_APART), "7H")
    assert (error.code, str(error)) == ("not_held", "You do not hold 7H.")


def test_a_card_already_played_is_refused():
    assert refusal(after(hand(*SUITS_APART), "7S 7H 7D 7C"), "7S").code == "not_held"


def test_a_card_outside_the_pack_is_refused():
    assert refusal(hand("", "", ""), "7S").code == "not_held"


def test_a_card_after_the_end_of_the_hand_is_refused():
    error = refusal(playing_lowest(hand(*SUITS_APART)), "7S")
    assert (error.code, str(error)) == ("hand_over", "The hand is over.")


def test_play_goes_round_clockwise_from_the_leader():
    state, order = hand(*SUITS_APART, dealer=1), []
    for text in ("7D", "7C", "7S", "7H"):
        order.append(state.to_play)
        state = after(state, text)
    assert order == [2, 3, 0, 1]


def test_the_highest_card_of_the_suit_led_takes_the_trick_and_leads_the_next():
    state = after(hand("7S", "JS", "QS", "8S"), "7S JS QS 8S")
    assert (state.tricks[0].taker, state.leader, state.to_play) == (2, 2, 2)


def test_a_higher_card_of_another_suit_takes_nothing():
    state = after(hand(*SUITS_APART), "7S KH KD KC")
    assert state.tricks[0].taker == 0


def test_the_taker_gets_every_jack_of_the_trick():
    assert after(hand(*SUITS_APART), "JS JH JD JC").penalties == (5, 0, 0, 0)
    state = after(hand("7S 7H 7D 7C 8H 8D 8C 9H", "KS JH", "JS JD", "QS JC"), "7S KS JS QS")
    assert state.penalties == (0, 2, 0, 0)


def test_the_jacks_taken_add_up_trick_by_trick():
    state = after(hand(*SUITS_APART), "KS JH 7D 7C QS 7H JD 8C JS 8H 8D 9C")
    assert state.penalties == (4, 0, 0, 0)


@pytest.mark.parametrize(
    ("played", "taker"),
    [("AS TS 9S 8S", 0), ("AS JS 9S 8S", 1), ("TS AS JS QS", 3), ("QS KS AS JS", 1), ("7S 8S 9S TS", 3)],
)
def test_by_the_base_rules_the_ace_stands_between_the_jack_and_the_ten(played, taker):
    assert after(hand(*played.split()), played).tricks[0].taker == taker


@pytest.mark.parametrize(
    ("played", "taker"),
    [("AS KS QS JS", 0), ("KS AS QS JS", 1), ("TS JS 9S 8S", 1), ("QS KS 7S JS", 1), ("7S 8S TS AS", 3)],
)
def test_with_the_ace_high_it_beats_the_king(played, taker):
    assert after(hand(*played.split(), ace_high=True), played).tricks[0].taker == taker


def test_the_trick_in_play_says_who_played_what_and_who_takes_it_so_far():
    trick = after(hand("7H", "8H", "TS QS", "9S KS", dealer=1), "TS KS").trick
    assert trick.by_seat(4) == ((2, card("TS")), (3, card("KS")))
    assert (trick.suit_led, trick.taker, trick.penalty) == (Suit.SPADES, 3, 0)


def test_a_trick_nobody_has_led_to_has_no_suit():
    assert hand(*SUITS_APART).trick.suit_led is None


def test_a_move_leaves_the_state_before_it_as_it_was():
    before = hand(*SUITS_APART)
    copy = tuple(before)
    after(before, "7S 7H 7D 7C 8S")
    assert tuple(before) == copy
    with pytest.raises(AttributeError):
        before.played = 1  # type: ignore[misc]


def test_a_refused_card_leaves_the_state_as_it_was():
    state = after(hand(*SUITS_APART), "7S")
    copy = tuple(state)
    refusal(state, "8S")
    assert tuple(state) == copy
