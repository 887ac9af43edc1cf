import copy
import pickle

import pytest

from games.engine.cards import (
    ALL_CARDS,
    BLACK_SEVENS,
    JACKS,
    POINTS_IN_A_HAND,
    POLIGNAC,
    Card,
    NotACard,
    Rank,
    Suit,
    bits_of,
    cards_in,
    pack_for,
    parse_cards,
    text_of,
)
from tests.engine.builders import card, cards


def test_a_card_is_written_rank_then_suit():
    polignac = card("JS")
    assert (polignac.rank, polignac.suit, str(polignac)) == (Rank.JACK, Suit.SPADES, "JS")


def test_every_card_is_read_back_as_itself():
    assert [card(str(each)) for each in ALL_CARDS] == list(ALL_CARDS)


@pytest.mark.parametrize(
    "text", ["", "J", "S", "SJ", "js", "Js", "JS ", " JS", "10S", "1S", "6H", "XX", "J♠", "ЈS", "JSJS", "7", "\ud800S"]
)
def test_anything_but_the_exact_spelling_is_no_card(text):
    with pytest.raises(NotACard, match="is not a card"):
        Card.parse(text)


def test_a_word_that_is_no_card_is_told_how_cards_are_written():
    with pytest.raises(NotACard, match="'10S' is not a card: write rank then suit, such as JS for the jack of spades"):
        Card.parse("10S")


def test_the_polignac_costs_2_the_other_jacks_1_and_nothing_else_anything():
    assert {str(each): each.penalty for each in ALL_CARDS if each.penalty} == {"JS": 2, "JH": 1, "JD": 1, "JC": 1}
    assert POLIGNAC is card("JS")
    assert set(JACKS) == set(cards("JS JH JD JC"))
    assert POINTS_IN_A_HAND == 5


def test_four_play_with_32_cards_the_others_with_30_without_the_black_sevens():
    assert {players: len(pack_for(players)) for players in (3, 4, 5, 6)} == {3: 30, 4: 32, 5: 30, 6: 30}
    for players in (3, 5, 6):
        assert set(ALL_CARDS) - set(pack_for(players)) == set(cards("7S 7C")) == set(BLACK_SEVENS)


def test_every_card_of_a_pack_is_there_once():
    assert all(len(set(pack_for(players))) == len(pack_for(players)) for players in (3, 4, 5, 6))


def test_cards_sort_by_suit_then_from_low_to_high():
    assert text_of(sorted(cards("KC 7C JH AS TS JS QH"))) == "TS AS JS JH QH 7C KC"


def test_a_copied_or_pickled_card_is_the_same_card():
    assert copy.deepcopy(POLIGNAC) is POLIGNAC
    assert pickle.loads(pickle.dumps(POLIGNAC)) is POLIGNAC


def test_cards_are_read_from_text_whatever_the_white_space():
    assert parse_cards("  JS\n7H\tKD ") == (card("JS"), card("7H"), card("KD"))
    assert parse_cards("") == ()


def test_a_text_with_a_word_that_is_no_card_is_refused():
    with pytest.raises(NotACard, match="'ZZ'"):
        parse_cards("JS ZZ 7H")


def test_a_set_of_cards_gives_them_back_sorted():
    assert cards_in(bits_of(cards("KC JS 7H"))) == tuple(cards("JS 7H KC"))
    assert cards_in(bits_of([])) == ()
    assert cards_in(bits_of(ALL_CARDS)) == ALL_CARDS


def test_the_cards_of_a_suit_are_its_eight():
    assert text_of(cards_in(card("JH").suit_bits)) == "7H 8H 9H TH AH JH QH KH"
