"""Beginning with the seats as they are."""

import pytest

from accounts.models import User
from games.models import Hand, Notice, Sitting
from games.notices.delivery import spread_notices
from games.services.errors import AlreadyBegun, NoSuchGame, NotTheHost
from games.services.seating import leave, start
from tests.builders import DAY, dealing, make_game


def test_bots_take_the_seats_that_are_free(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    table = start(slug=game.slug, user=ann)
    assert [seat.holder for seat in table.seats] == ["person", "person", "bot", "bot"]
    assert [(s.seat, s.why) for s in Sitting.objects.all()] == [
        (0, "joined"),
        (1, "joined"),
        (2, "filled"),
        (3, "filled"),
    ]


def test_the_first_hand_is_dealt_and_the_dealers_left_is_to_play(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    with dealing(dealer=3):
        table = start(slug=game.slug, user=ann)
    assert (table.status, table.hand_number, table.to_play, table.version) == ("active", 1, 0, 3)
    assert table.hand is not None
    assert (table.hand.number, table.hand.view.ply, table.hand.view.dealer) == (1, 0, 3)
    assert table.deadline is not None
    assert table.turn_began is not None
    assert table.deadline - table.turn_began == DAY
    assert table.points == ()
    assert table.totals == (0, 0, 0, 0)


def test_a_bot_that_leads_has_no_deadline_to_show_and_is_due_at_once(ann: User) -> None:
    game = make_game(ann, begun=False)
    with dealing(dealer=0):
        table = start(slug=game.slug, user=ann)
    game.refresh_from_db()
    assert (table.to_play, table.deadline) == (1, None)
    assert game.deadline == game.turn_began


def test_who_is_to_play_is_told_and_reminded_once_each(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    with dealing(dealer=0):
        start(slug=game.slug, user=ann)
    game.refresh_from_db()
    assert game.turn_began is not None
    spread_notices(game.turn_began)
    notices = Notice.objects.values_list("kind", "user", "due", "hand_number", "ply")
    assert set(notices) == {
        ("started", ben.pk, game.turn_began, 1, 0),
        ("your_turn", ben.pk, game.turn_began, 1, 0),
        ("deadline_near", ben.pk, game.turn_began + 0.25 * DAY, 1, 0),  # when the earliest warning may be
    }


def test_only_the_host_begins(ann: User, ben: User, eve: User) -> None:
    game = make_game(ann, ben, begun=False)
    for user in (ben, eve):
        with pytest.raises(NotTheHost):
            start(slug=game.slug, user=user)
    leave(slug=game.slug, user=ann)
    with pytest.raises(NotTheHost):
        start(slug=game.slug, user=ann)
    assert start(slug=game.slug, user=ben).status == "active"


def test_a_table_behind_a_link_does_not_exist_for_a_stranger(ann: User, eve: User) -> None:
    with pytest.raises(NoSuchGame):
        start(slug=make_game(ann, begun=False, access="link").slug, user=eve)


def test_a_game_begins_once(ann: User) -> None:
    game = make_game(ann)
    with pytest.raises(AlreadyBegun):
        start(slug=game.slug, user=ann)
    assert Hand.objects.count() == 1
