"""Sitting down at a table."""

import pytest

from accounts.models import User
from games.models import Holder, Sitting
from games.services.errors import AccountNeeded, AlreadyBegun, AlreadySeated, NoSuchGame, TableClosed
from games.services.looking import see_table
from games.services.seating import join, leave
from tests.builders import make_game


def test_who_joins_sits_in_the_first_free_seat(ann: User, ben: User) -> None:
    game = make_game(ann, begun=False)
    table = join(slug=game.slug, user=ben)
    assert (table.my_seat, table.free_seats, table.status, table.version) == (1, 2, "open", 2)
    assert Sitting.objects.filter(seat=1).values_list("entry", "why", "user").get() == (2, "joined", ben.pk)


def test_a_seat_that_was_left_is_filled_first(ann: User, ben: User, cat: User, dan: User) -> None:
    game = make_game(ann, ben, cat, begun=False)
    leave(slug=game.slug, user=ben)
    assert join(slug=game.slug, user=dan).my_seat == 1


def test_who_left_may_come_back(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    leave(slug=game.slug, user=ben)
    assert join(slug=game.slug, user=ben).my_seat == 1
    assert [sitting.why for sitting in Sitting.objects.filter(seat=1)] == ["joined", "left", "joined"]


def test_the_game_begins_with_the_last_seat(ann: User, ben: User, cat: User) -> None:
    game = make_game(ann, ben, begun=False, players=3)
    table = join(slug=game.slug, user=cat)
    assert (table.status, table.hand_number, table.my_seat, table.version) == ("active", 1, 2, 3)
    assert table.hand is not None
    assert table.to_play == (table.hand.view.dealer + 1) % 3
    assert all(seat.holder == Holder.PERSON for seat in table.seats)


def test_a_table_behind_a_link_takes_who_has_the_link(ann: User, ben: User) -> None:
    game = make_game(ann, begun=False, access="link")
    assert join(slug=game.slug, user=ben, invite=game.invite).my_seat == 1


@pytest.mark.parametrize("invite", ["", "wrong", "é" * 22, "\0"])
def test_without_the_right_link_there_is_no_such_table(ann: User, ben: User, invite: str) -> None:
    game = make_game(ann, begun=False, access="link")
    with pytest.raises(NoSuchGame):
        join(slug=game.slug, user=ben, invite=invite)
    assert game.seats.filter(user=ben).count() == 0


def test_a_link_of_another_table_opens_nothing(ann: User, ben: User) -> None:
    game, other = make_game(ann, begun=False, access="link"), make_game(ann, begun=False, access="link")
    with pytest.raises(NoSuchGame):
        join(slug=game.slug, user=ben, invite=other.invite)


def test_a_public_table_asks_for_no_link_and_minds_no_wrong_one(ann: User, ben: User) -> None:
    game = make_game(ann, begun=False)
    assert join(slug=game.slug, user=ben, invite="wrong").my_seat == 1


def test_nobody_joins_twice(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    for user in (ann, ben):
        with pytest.raises(AlreadySeated):
            join(slug=game.slug, user=user)
    game.refresh_from_db()
    assert game.version == 2


def test_nobody_joins_a_game_that_has_begun(ann: User, ben: User, cat: User, dan: User) -> None:
    game = make_game(ann, ben, cat)
    with pytest.raises(AlreadyBegun):
        join(slug=game.slug, user=dan)


def test_nobody_joins_a_table_that_was_closed(ann: User, ben: User) -> None:
    game = make_game(ann, begun=False)
    leave(slug=game.slug, user=ann)
    with pytest.raises(TableClosed):
        join(slug=game.slug, user=ben)


def test_a_visitor_is_asked_to_sign_up_first(ann: User, guest: User) -> None:
    game = make_game(ann, begun=False)
    with pytest.raises(AccountNeeded):
        join(slug=game.slug, user=guest)


def test_a_visitor_is_not_told_of_a_table_behind_a_link(ann: User, guest: User) -> None:
    game = make_game(ann, begun=False, access="link")
    with pytest.raises(NoSuchGame):
        join(slug=game.slug, user=guest)


def test_a_game_that_never_was_is_no_such_game(ann: User) -> None:
    with pytest.raises(NoSuchGame):
        join(slug="0000000000", user=ann)


def test_each_sees_the_others_by_name(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    table = see_table(slug=game.slug, user=ben)
    assert [(seat.name, seat.is_me, seat.is_host) for seat in table.seats[:2]] == [
        ("Ann", False, True),
        ("Ben", True, False),
    ]
    assert [seat.name for seat in table.seats[2:]] == ["", ""]
