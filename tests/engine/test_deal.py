import pytest

from games.engine.hand import BadDeal, HandState
from games.engine.rules import Rules
from tests.engine.builders import SUITS_APART, cards, hand


def test_the_player_on_the_dealers_left_leads_first():
    assert [hand(*SUITS_APART, dealer=dealer).to_play for dealer in range(4)] == [1, 2, 3, 0]


def test_before_the_first_card_nothing_is_played_taken_or_scored():
    state = hand(*SUITS_APART)
    assert (state.ply, state.tricks, state.penalties, state.trick.cards) == (0, (), (0, 0, 0, 0), ())
    assert not state.is_over


def test_everybody_holds_what_was_dealt():
    state = hand(*SUITS_APART)
    assert [state.held(seat).bit_count() for seat in range(4)] == [8, 8, 8, 8]


@pytest.mark.parametrize(
    "held",
    [
        [],
        SUITS_APART[:3],
        [*SUITS_APART, ""],
        ["7S 8S 9S TS AS JS QS KS 7H", "8H 9H TH AH JH QH KH", *SUITS_APART[2:]],  # 9 and 7 cards
        ["8H 8S 9S TS AS JS QS KS", *SUITS_APART[1:]],  # 8H twice, no 7S
        [SUITS_APART[0]] * 4,
        ["", "", "", ""],
    ],
    ids=["no hands", "three hands", "five hands", "uneven", "a card twice", "one hand four times", "empty"],
)
def test_what_is_not_the_pack_evenly_dealt_is_refused(held):
    with pytest.raises(BadDeal, match="not the pack for this number of players"):
        HandState.start(Rules(), [cards(text) for text in held], dealer=0)


def test_three_players_hold_no_black_sevens():
    held = ["7S 8S 9S TS AS JS QS KS 8H 9H", "7H TH AH JH QH KH 7D 8D 9D TD", "AD JD QD KD 8C 9C TC AC JC QC"]
    with pytest.raises(BadDeal):
        HandState.start(Rules(players=3), [cards(text) for text in held], dealer=0)
