import pytest

from games.engine.game import (
    BadDealer,
    GameOver,
    GameState,
    HandUnfinished,
    is_game_over,
    ranks_of,
    tokens_of,
    totals_of,
    winners_of,
)
from games.engine.hand import BadDeal, IllegalMove
from games.engine.rules import Rules
from tests.engine.builders import SUITS_APART, SURE_GENERAL, after, card, cards, hand, playing_lowest

HELD = [cards(text) for text in SUITS_APART]


def game_after(count: int, **options) -> GameState:
    """Play *count* hands of SUITS_APART, dealers 3, 0, 1, …: the leader takes everything."""
    game = GameState(Rules(**options))
    for number in range(count):
        game = game.deal(HELD, dealer=(3 + number) % 4)
        game = game._replace(hands=(*game.hands[:-1], playing_lowest(game.hands[-1])))
    return game


def test_a_game_begins_without_hands_and_nobody_to_play():
    game = GameState(Rules())
    assert (game.to_play, game.next_dealer, game.is_over, game.totals) == (None, None, False, (0, 0, 0, 0))


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_any_seat_may_deal_the_first_hand(dealer):
    assert GameState(Rules()).deal(HELD, dealer=dealer).to_play == (dealer + 1) % 4


@pytest.mark.parametrize("dealer", [-1, 4, 99])
def test_a_seat_that_is_not_at_the_table_cannot_deal(dealer):
    with pytest.raises(BadDealer):
        GameState(Rules()).deal(HELD, dealer=dealer)


def test_the_next_dealer_is_the_player_on_the_dealers_left():
    game = game_after(1)
    assert game.next_dealer == 0
    assert game.deal(HELD, dealer=0).to_play == 1
    for wrong in (1, 2, 3):
        with pytest.raises(BadDealer, match=f"Seat {wrong} does not deal this hand"):
            game.deal(HELD, dealer=wrong)


def test_a_hand_is_not_dealt_before_the_last_one_is_complete():
    game = GameState(Rules()).deal(HELD, dealer=3).move(card("7S"))
    with pytest.raises(HandUnfinished):
        game.deal(HELD, dealer=0)


def test_a_hand_is_not_dealt_after_the_end_of_the_game():
    with pytest.raises(GameOver):
        game_after(1, target=5).deal(HELD, dealer=0)


def test_a_deal_that_is_not_the_pack_is_refused():
    with pytest.raises(BadDeal):
        GameState(Rules()).deal(HELD[:3], dealer=0)


def test_a_move_is_made_in_the_last_hand_and_the_game_before_it_stays():
    before = game_after(1).deal(HELD, dealer=0)
    later = before.move(card("7H"))
    assert (before.hands[-1].ply, later.hands[-1].ply, later.hands[0]) == (0, 1, before.hands[0])
    with pytest.raises(IllegalMove):
        later.move(card("8H"))
    with pytest.raises(AttributeError):
        before.hands = ()  # type: ignore[misc]


def test_only_complete_hands_count_in_the_totals():
    game = game_after(1).deal(HELD, dealer=0)
    game = game._replace(hands=(game.hands[0], after(game.hands[1], "JH JD JC JS")))
    assert (game.points, game.totals) == (((5, 0, 0, 0),), (5, 0, 0, 0))


def test_hands_are_played_until_somebody_has_the_target():
    assert [game_after(count, target=10).is_over for count in range(6)] == [False] * 5 + [True]
    one_seat_takes_all = GameState(Rules(), (playing_lowest(hand(*SUITS_APART)),) * 2)
    assert one_seat_takes_all.is_over
    assert one_seat_takes_all.totals == (10, 0, 0, 0)


@pytest.mark.parametrize(("total", "is_over"), [(8, False), (9, False), (10, True), (11, True), (14, True)])
def test_a_game_to_ten_ends_at_ten_points_or_more(total, is_over):
    assert is_game_over(Rules(target=10), [(0, total, 0, 0)]) is is_over


def test_a_general_that_is_made_may_bring_several_players_over_the_target_at_once():
    made = playing_lowest(after(hand(*SURE_GENERAL, general=True, target=5), "pass general"))
    game = GameState(made.rules, (made,))
    assert game.is_over
    assert (game.totals, winners_of(game.totals), ranks_of(game.totals)) == ((5, 0, 5, 5), (1,), (2, 1, 2, 2))


def test_the_end_is_tested_only_after_a_complete_hand():
    game = GameState(Rules(target=3)).deal(HELD, dealer=3)
    game = game._replace(hands=(after(game.hands[0], "JS JH JD JC"),))
    assert not game.is_over
    assert game.to_play == 0


def test_a_game_over_a_number_of_hands_ends_with_the_last_of_them_whatever_the_totals():
    assert [game_after(count, target=None, hands=3).is_over for count in range(4)] == [False, False, False, True]
    assert not is_game_over(Rules(target=None, hands=3), [(5, 0, 0, 0), (5, 0, 0, 0)])


def test_totals_add_up_the_hands_by_seat():
    assert totals_of([(5, 0, 0), (1, 2, 2), (0, 5, 5)], 3) == (6, 7, 7)
    assert totals_of([], 3) == (0, 0, 0)


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ((2, 2, 5, 11), (1, 1, 3, 4)),
        ((11, 5, 2, 2), (4, 3, 1, 1)),
        ((5, 5, 5), (1, 1, 1)),
        ((10, 3, 7), (3, 1, 2)),
        ((0, 4, 4, 4, 13), (1, 2, 2, 2, 5)),
    ],
)
def test_equal_totals_share_a_rank_and_the_ranks_after_it_are_left_out(totals, ranks):
    assert ranks_of(totals) == ranks


def test_tokens_count_down_from_the_target_and_stop_at_none():
    assert tokens_of(Rules(target=10), (0, 4, 10, 14)) == (10, 6, 0, 0)
    assert tokens_of(Rules(target=None, hands=4), (0, 4, 10, 14)) is None


def test_the_lowest_total_wins_and_all_who_share_it_win_together():
    assert winners_of((4, 1, 10)) == (1,)
    assert winners_of((4, 1, 10, 1)) == (1, 3)


def test_several_players_over_the_target_do_not_matter():
    assert winners_of((10, 12, 11)) == (0,)


def test_who_has_resigned_cannot_win():
    assert winners_of((0, 4, 10, 6), resigned=[0]) == (1,)
    assert winners_of((0, 0, 10, 0), resigned=[1]) == (0, 3)


def test_who_has_resigned_comes_after_all_the_others():
    assert ranks_of((0, 4, 10, 6), resigned=[0]) == (4, 1, 3, 2)
    assert ranks_of((0, 4, 10, 4), resigned=[0, 1]) == (3, 4, 2, 1)
    assert ranks_of((3, 4, 3, 10), resigned=[0, 2]) == (3, 1, 3, 2)


def test_where_everybody_has_resigned_nobody_wins():
    assert winners_of((1, 2, 3), resigned=[0, 1, 2]) == ()
