"""Getting up before the first hand."""

import pytest

from accounts.models import User
from games.models import Game, Sitting
from games.services.errors import AlreadyBegun, GameError, NoSuchGame, NotSeated, TableClosed
from games.services.looking import see_table
from games.services.seating import add_bot, invite, join, leave, remove_bot, start
from tests.builders import make_game


def test_the_seat_is_free_again(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    leave(slug=game.slug, user=ben)
    table = see_table(slug=game.slug, user=ben)
    assert (table.my_seat, table.free_seats, table.version, table.host) == (None, 3, 3, "Ann")
    assert Sitting.objects.filter(why="left").values_list("seat", "holder", "user").get() == (1, "nobody", ben.pk)


def test_when_the_host_leaves_the_next_person_is_host(ann: User, ben: User, cat: User) -> None:
    game = make_game(ann, ben, cat, begun=False)
    leave(slug=game.slug, user=ann)
    table = see_table(slug=game.slug, user=ben)
    assert (table.host, table.is_host, table.status) == ("Ben", True, "open")


def test_a_bot_does_not_become_host(ann: User, ben: User) -> None:
    game = make_game(ann, ben, bots=1, begun=False)
    leave(slug=game.slug, user=ann)
    assert Game.objects.get().host == ben


def test_when_the_last_person_leaves_the_table_is_closed(ann: User, ben: User) -> None:
    game = make_game(ann, ben, bots=1, begun=False)
    leave(slug=game.slug, user=ann)
    leave(slug=game.slug, user=ben)
    game.refresh_from_db()
    assert (game.status, game.version) == ("closed", 4)
    assert not Game.objects.in_lobby().exists()
    with pytest.raises(NotSeated):
        leave(slug=game.slug, user=ben)


def test_nobody_leaves_a_game_that_has_begun(ann: User) -> None:
    game = make_game(ann)
    with pytest.raises(AlreadyBegun):
        leave(slug=game.slug, user=ann)
    assert game.seats.get(number=0).user == ann


def test_who_does_not_sit_there_cannot_leave(ann: User, eve: User) -> None:
    with pytest.raises(NotSeated):
        leave(slug=make_game(ann, begun=False).slug, user=eve)


def test_a_table_behind_a_link_does_not_exist_for_a_stranger(ann: User, eve: User) -> None:
    with pytest.raises(NoSuchGame):
        leave(slug=make_game(ann, begun=False, access="link").slug, user=eve)


def test_a_closed_table_stays_closed_for_who_returns_to_it(ann: User, ben: User) -> None:
    game = make_game(ann, bots=1, begun=False)
    leave(slug=game.slug, user=ann)
    with pytest.raises(TableClosed):
        join(slug=game.slug, user=ann)
    for deed in (add_bot, start):
        with pytest.raises(GameError):
            deed(slug=game.slug, user=ann)
    with pytest.raises(GameError):
        remove_bot(slug=game.slug, user=ann, seat=3)
    with pytest.raises(GameError):
        invite(slug=game.slug, user=ann, name=ben.username)
    game.refresh_from_db()
    assert (game.status, game.version) == ("closed", 2)
