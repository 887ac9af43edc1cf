"""From hand to hand, and the end of a game."""

import pytest

from accounts.models import User
from games.engine.cards import Card
from games.models import Game, Hand, Notice
from games.services.absence import resign
from games.services.looking import see_table
from games.services.overdue import play_game
from tests.builders import dealing, make_game, make_user, move_on, move_once


@pytest.fixture
def four(ann, ben, cat, dan):
    """Each holds one suit in every hand: the leader takes every trick, and with them 5 points."""
    with dealing():
        yield ann, ben, cat, dan


def test_the_next_hand_is_dealt_with_the_last_card_of_the_one_before(four) -> None:
    game = make_game(*four)
    move_on(game, 32)
    first, second = Hand.objects.all()
    assert (second.number, second.dealer) == (2, (first.dealer + 1) % 4)
    assert second.created == first.moves.latest("ply").created == game.turn_began
    assert (game.hand_number, game.ply, game.to_play, game.points) == (2, 0, 1, [[5, 0, 0, 0]])


def test_the_hand_before_is_shown_open_beside_the_new_one(four) -> None:
    game = make_game(*four)
    move_on(game, 32)
    table = see_table(slug=game.slug, user=four[1])
    assert table.hand is not None
    assert table.previous_hand is not None
    assert table.previous_hand.view.dealt is not None
    assert table.previous_hand.view.points == (5, 0, 0, 0)
    assert (table.hand.view.dealt, table.hand.view.points) == (None, None)
    assert table.totals == (5, 0, 0, 0)


def test_the_dealer_goes_round_for_the_whole_game(four) -> None:
    game = make_game(*four, target=None, hands=6)
    move_on(game)
    assert [hand.dealer for hand in Hand.objects.all()] == [3, 0, 1, 2, 3, 0]


def test_the_first_dealer_is_drawn_by_lot(db: None) -> None:
    dealers = {Hand.objects.get(game=make_game(make_user(), bots=5)).dealer for _ in range(60)}
    assert dealers == set(range(6))  # one of six is missing in one run of 9,000


def test_every_deal_is_another(ann: User) -> None:
    packs = {Hand.objects.get(game=make_game(ann, bots=3)).pack for _ in range(10)}
    assert len(packs) == 10


def test_the_game_ends_when_a_total_reaches_the_target_at_the_end_of_a_hand(four) -> None:
    game = make_game(*four, target=10)
    move_on(game)
    assert game.points == [[5, 0, 0, 0], [0, 5, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5], [5, 0, 0, 0]]
    assert (game.status, game.hand_number, game.ply) == ("finished", 5, 32)
    assert (game.to_play, game.turn_began, game.deadline) == (None, None, None)


def test_who_shares_the_lowest_total_wins_together(four) -> None:
    game = make_game(*four, target=10)
    move_on(game)
    table = see_table(slug=game.slug, user=four[0])
    assert (table.winners, table.totals, table.ranks) == ((1, 2, 3), (10, 5, 5, 5), (4, 1, 1, 1))
    assert list(game.seats.values_list("rank", flat=True)) == [4, 1, 1, 1]
    assert table.finished == game.finished


def test_ranks_are_written_only_at_the_end(four) -> None:
    game = make_game(*four)
    move_on(game, 40)
    assert list(game.seats.values_list("rank", flat=True)) == [None] * 4
    assert (game.winners, game.finished) == ([], None)


@pytest.mark.parametrize("hands", [1, 3])
def test_a_game_may_have_a_fixed_number_of_hands(four, hands: int) -> None:
    game = make_game(*four, target=None, hands=hands)
    move_on(game)
    assert (game.status, game.hand_number, Hand.objects.count()) == ("finished", hands, hands)


def test_a_game_of_hands_goes_on_above_any_target(four) -> None:
    game = make_game(*four, target=None, hands=9)
    move_on(game)
    assert see_table(slug=game.slug, user=four[0]).totals == (15, 10, 10, 10)


def test_a_short_hand_ends_with_the_last_jack(four) -> None:
    game = make_game(*four, short_hands=True)
    for card in ("JS", "KH", "KD", "KC", "QS", "QH", "QD", "QC", "KS", "JH", "JD"):
        move_once(game, Card.parse(card))
    assert (game.hand_number, game.ply) == (1, 11)
    move_once(game, Card.parse("JC"))
    assert (game.hand_number, game.ply, game.points) == (2, 0, [[5, 0, 0, 0]])


def test_everybody_is_told_of_the_end_once(four) -> None:
    game = make_game(*four, target=5)
    resign(slug=game.slug, user=four[2])
    for _ in range(8):
        move_on(game, 2)
        play_game(game.pk)
        move_on(game, 1)
    assert game.status == "finished"
    told = Notice.objects.filter(kind="game_over").values_list("user", flat=True)
    assert sorted(told) == sorted(user.pk for user in four)


def test_nobody_is_told_of_a_turn_after_the_end(four) -> None:
    game = make_game(*four, target=5)
    move_on(game)
    assert not Notice.objects.filter(ply=32).exclude(kind="game_over").exists()


def test_the_ace_is_high_where_the_table_says_so(ann, ben, cat) -> None:
    deal = (
        "8S 9S TS AS JS QS KS 7H 8H 9H",
        "TH AH JH QH KH 7D 8D 9D TD AD",
        "JD QD KD 8C 9C TC AC JC QC KC",
    )
    takers = []
    for ace_high in (False, True):
        with dealing(*deal, dealer=0):  # Ben leads
            game = make_game(ann, ben, cat, ace_high=ace_high)
            for card in ("AD", "JD", "7H"):
                move_once(game, Card.parse(card))
            takers.append(Game.objects.get(pk=game.pk).to_play)
    assert takers == [2, 1]
