"""Giving a game up."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Move, Notice, Sitting
from games.services.absence import resign
from games.services.errors import HasResigned, NoSuchGame, NotBeingPlayed, NotSeated
from games.services.looking import see_table
from games.services.overdue import play_due_games, play_game
from tests.builders import DAY, dealing, make_game, move_on


@pytest.fixture
def four(ann, ben, cat, dan):
    """Each holds one suit in every hand: the leader takes every trick, and with them 5 points."""
    with dealing():
        yield ann, ben, cat, dan


def test_a_bot_plays_the_seat_from_there_on(four) -> None:
    game = make_game(*four)
    table = resign(slug=game.slug, user=four[1])
    assert table.me is not None
    assert (table.me.has_resigned, table.me.is_played_by_bot, table.me.name) == (True, True, "Ben")
    assert table.version == 5
    move_on(game, 1)
    assert play_game(game.pk) == 1
    assert list(Move.objects.values_list("seat", "by")) == [(0, "player"), (1, "bot")]


def test_it_is_logged_where_the_game_stood(four) -> None:
    game = make_game(*four)
    move_on(game, 37)
    resign(slug=game.slug, user=four[2])
    entry = Sitting.objects.last()
    assert entry is not None
    assert (entry.seat, entry.holder, entry.user, entry.why, entry.hand_number, entry.ply) == (
        2,
        "resigned",
        four[2],
        "resigned",
        2,
        5,
    )


def test_at_the_resigners_turn_the_bot_is_to_play_at_once(four) -> None:
    game = make_game(*four)
    now = timezone.now()
    table = resign(slug=game.slug, user=four[0])
    game.refresh_from_db()
    assert game.deadline is not None
    assert (table.to_play, table.deadline) == (0, None)
    assert now <= game.deadline <= timezone.now()
    assert play_due_games() == 1


def test_out_of_turn_the_turn_and_its_deadline_stay(four) -> None:
    game = make_game(*four)
    before = Game.objects.values("to_play", "turn_began", "deadline").get()
    resign(slug=game.slug, user=four[3])
    assert Game.objects.values("to_play", "turn_began", "deadline").get() == before


def test_the_resigner_gets_no_more_turns_to_be_told_of(four) -> None:
    game = make_game(*four)
    resign(slug=game.slug, user=four[1])
    move_on(game, 1)
    assert not Notice.objects.filter(user=four[1]).exists()


def test_the_resigner_does_not_win_with_the_lowest_total(four) -> None:
    game = make_game(*four, target=10)
    move_on(game, until_hand=5)
    assert see_table(slug=game.slug, user=four[0]).totals == (5, 5, 5, 5)
    for user in four[2:]:
        resign(slug=game.slug, user=user)
    while game.status == "active":
        move_on(game, 2)
        play_game(game.pk)
        game.refresh_from_db()
    table = see_table(slug=game.slug, user=four[2])
    assert (table.totals, table.winners, table.ranks) == ((10, 5, 5, 5), (1,), (2, 1, 3, 3))
    assert list(game.seats.values_list("rank", flat=True)) == [2, 1, 3, 3]


def test_when_all_persons_have_resigned_nobody_wins(four) -> None:
    game = make_game(*four, target=5)
    for user in four:
        resign(slug=game.slug, user=user)
    assert play_game(game.pk) == 32
    table = see_table(slug=game.slug, user=four[0])
    assert (table.status, table.winners, table.ranks) == ("finished", (), (4, 1, 1, 1))


def test_when_all_persons_have_resigned_a_bot_may_win(four) -> None:
    game = make_game(*four[:2], bots=2, target=5)
    for user in four[:2]:
        resign(slug=game.slug, user=user)
    play_game(game.pk)
    assert see_table(slug=game.slug, user=four[0]).winners == (2, 3)


def test_before_the_start_one_leaves_instead(ann: User) -> None:
    with pytest.raises(NotBeingPlayed):
        resign(slug=make_game(ann, begun=False).slug, user=ann)


def test_after_the_end_it_is_too_late(four) -> None:
    game = make_game(*four, target=5)
    move_on(game)
    with pytest.raises(NotBeingPlayed):
        resign(slug=game.slug, user=four[0])


def test_nobody_resigns_twice(four) -> None:
    game = make_game(*four)
    resign(slug=game.slug, user=four[1])
    with pytest.raises(HasResigned):
        resign(slug=game.slug, user=four[1])
    assert Sitting.objects.filter(why="resigned").count() == 1


def test_who_is_stood_in_for_may_resign(four) -> None:
    game = make_game(*four)
    for _ in range(2):
        play_game(game.pk, now=timezone.now() + 3 * DAY)
        move_on(game, 3)
    assert game.seats.get(number=0).holder == "stand_in"
    resign(slug=game.slug, user=four[0])
    assert game.seats.get(number=0).holder == "resigned"


def test_who_has_resigned_still_sees_the_table(four) -> None:
    game = make_game(*four, access="link")
    resign(slug=game.slug, user=four[1])
    table = see_table(slug=game.slug, user=four[1])
    assert (table.my_seat, table.is_my_turn) == (1, False)


def test_only_a_player_resigns(four, eve: User) -> None:
    with pytest.raises(NotSeated):
        resign(slug=make_game(*four).slug, user=eve)
    with pytest.raises(NoSuchGame):
        resign(slug=make_game(*four, access="link").slug, user=eve)


def test_a_time_out_after_resigning_is_not_counted_as_missed(four) -> None:
    game = make_game(*four)
    resign(slug=game.slug, user=four[0])
    play_game(game.pk, now=timezone.now() + 30 * DAY)
    game.refresh_from_db()
    assert game.missed[0] == 0
