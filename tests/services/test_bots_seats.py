"""Giving free seats to bots, and taking them away again."""

import pytest

from accounts.models import User
from games.models import Sitting
from games.services.errors import AlreadyBegun, NoSuchGame, NotABotsSeat, NotTheHost
from games.services.looking import see_table
from games.services.seating import add_bot, join, remove_bot
from tests.builders import make_game


def test_a_bot_takes_the_last_free_seat(ann: User) -> None:
    game = make_game(ann, begun=False)
    table = add_bot(slug=game.slug, user=ann)
    assert [seat.holder for seat in table.seats] == ["person", "nobody", "nobody", "bot"]
    assert (table.seats[3].name, table.seats[3].is_person, table.version) == ("Lancelot", False, 2)


def test_persons_find_the_seats_before_the_bots_free(ann: User, ben: User) -> None:
    game = make_game(ann, begun=False)
    add_bot(slug=game.slug, user=ann)
    assert join(slug=game.slug, user=ben).my_seat == 1


def test_a_bot_in_the_last_free_seat_begins_the_game(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False, players=3)
    assert add_bot(slug=game.slug, user=ann).status == "active"


def test_a_bots_seat_is_freed(ann: User) -> None:
    game = make_game(ann, bots=2, begun=False)
    table = remove_bot(slug=game.slug, user=ann, seat=2)
    assert [seat.holder for seat in table.seats] == ["person", "nobody", "nobody", "bot"]
    assert Sitting.objects.filter(seat=2).values_list("why", "holder", "user").last() == ("left", "nobody", None)


@pytest.mark.parametrize("seat", [0, 1, 2, -1, 4, 10**12])
def test_only_a_bot_can_be_sent_away(ann: User, ben: User, seat: int) -> None:
    game = make_game(ann, ben, bots=1, begun=False)
    with pytest.raises(NotABotsSeat):
        remove_bot(slug=game.slug, user=ann, seat=seat)


def test_only_the_host_decides_about_bots(ann: User, ben: User, eve: User) -> None:
    game = make_game(ann, ben, bots=1, begun=False)
    for user in (ben, eve):
        with pytest.raises(NotTheHost):
            add_bot(slug=game.slug, user=user)
        with pytest.raises(NotTheHost):
            remove_bot(slug=game.slug, user=user, seat=3)
    assert see_table(slug=game.slug, user=ann).version == 2


def test_a_table_behind_a_link_does_not_exist_for_a_stranger(ann: User, eve: User) -> None:
    game = make_game(ann, bots=1, begun=False, access="link")
    with pytest.raises(NoSuchGame):
        add_bot(slug=game.slug, user=eve)
    with pytest.raises(NoSuchGame):
        remove_bot(slug=game.slug, user=eve, seat=3)


def test_after_the_start_no_bot_comes_or_goes(ann: User) -> None:
    game = make_game(ann, bots=3)
    with pytest.raises(AlreadyBegun):
        add_bot(slug=game.slug, user=ann)
    with pytest.raises(AlreadyBegun):
        remove_bot(slug=game.slug, user=ann, seat=3)
