"""Looking at tables, at hands that are over, at finished games."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games.engine import record
from games.engine.cards import parse_cards
from games.models import Game, Seat
from games.services.absence import resign
from games.services.errors import GameNotOver, HandNotOver, NoSuchGame
from games.services.looking import find_by_invite, look_for, record_of, see_hand, see_sittings, see_table
from games.services.overdue import play_game
from games.services.seating import leave
from tests.builders import dealing, make_game, move_on, state_of
from tests.engine.builders import SUITS_APART

NOBODY = AnonymousUser()


@pytest.fixture
def four(ann, ben, cat, dan):
    """Each holds one suit in every hand; Ann leads in the first."""
    with dealing():
        yield ann, ben, cat, dan


# Tables


def test_a_player_sees_their_own_cards_and_how_many_the_others_hold(four) -> None:
    table = see_table(slug=make_game(*four).slug, user=four[1])
    assert table.hand is not None
    view = table.hand.view
    assert set(view.held) == set(parse_cards(SUITS_APART[1]))
    assert (view.counts, view.dealt, view.legal) == ((8, 8, 8, 8), None, ())


@pytest.mark.parametrize("who", ["eve", "nobody"])
def test_anybody_may_look_on_at_a_public_table_and_sees_no_cards(four, eve: User, who: str) -> None:
    game = make_game(*four)
    move_on(game, 2)
    table = see_table(slug=game.slug, user=eve if who == "eve" else NOBODY)
    assert table.hand is not None
    assert (table.my_seat, table.hand.view.held, table.hand.view.legal, table.invite) == (None, (), (), "")
    assert table.hand.view.trick.cards == state_of(game).cards


@pytest.mark.parametrize("user", ["eve", "nobody"])
def test_a_table_behind_a_link_does_not_exist_for_strangers(four, eve: User, user: str) -> None:
    viewer = eve if user == "eve" else NOBODY
    game = make_game(*four, access="link", target=5)
    for invite in ("", "wrong"):
        with pytest.raises(NoSuchGame):
            see_table(slug=game.slug, user=viewer, invite=invite)
    move_on(game)
    for look in (see_table, record_of):
        with pytest.raises(NoSuchGame):
            look(slug=game.slug, user=viewer)
    with pytest.raises(NoSuchGame):
        see_hand(slug=game.slug, user=viewer, number=1)


def test_the_link_shows_the_table_it_leads_to(ann: User, eve: User) -> None:
    game = make_game(ann, begun=False, access="link")
    for user in (eve, NOBODY):
        table = find_by_invite(invite=game.invite, user=user)
        assert (table.slug, table.my_seat, table.free_seats, table.invite) == (game.slug, None, 3, "")


@pytest.mark.parametrize("invite", ["", "wrong"])
def test_a_wrong_link_leads_nowhere(ann: User, eve: User, invite: str) -> None:
    make_game(ann, begun=False, access="link")
    with pytest.raises(NoSuchGame):
        find_by_invite(invite=invite, user=eve)


def test_the_secret_of_the_link_is_for_those_at_an_open_table(ann: User, ben: User, eve: User) -> None:
    game = make_game(ann, ben, begun=False, players=3)
    assert see_table(slug=game.slug, user=ben).invite == game.invite
    assert see_table(slug=game.slug, user=eve).invite == ""
    assert see_table(slug=make_game(ann).slug, user=ann).invite == ""


def test_who_has_left_a_table_behind_a_link_sees_it_no_more(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False, access="link")
    leave(slug=game.slug, user=ben)
    with pytest.raises(NoSuchGame):
        see_table(slug=game.slug, user=ben)


def test_there_is_no_table_that_never_was(ann: User) -> None:
    with pytest.raises(NoSuchGame):
        see_table(slug="nosuchgame", user=ann)


def test_looking_changes_no_version(four) -> None:
    game = make_game(*four)
    see_table(slug=game.slug, user=four[0])
    game.refresh_from_db()
    assert game.version == 4


def test_it_is_remembered_when_a_player_last_looked_but_not_every_time(four, eve: User) -> None:
    game = make_game(*four)
    start = timezone.now()

    def seen() -> list[timedelta | None]:
        rows = Seat.objects.filter(game=game).order_by("number").values_list("seen", flat=True)
        return [None if when is None else when - start for when in rows]

    for seconds, expected in ((0, 0), (29, 0), (31, 31)):
        with time_machine.travel(start + timedelta(seconds=seconds), tick=False):
            see_table(slug=game.slug, user=four[1])
            see_table(slug=game.slug, user=eve)
        assert seen() == [None, timedelta(seconds=expected), None, None]


def test_a_look_on_somebodys_behalf_is_not_theirs(four) -> None:
    game = make_game(*four)
    table = look_for(pk=game.pk, user=four[1], now=timezone.now())
    assert (table.my_seat, game.seats.get(number=1).seen) == (1, None)
    with pytest.raises(Game.DoesNotExist):
        look_for(pk=10**9, user=four[1], now=timezone.now())


def test_who_sat_where_and_since_when_is_public(four) -> None:
    game = make_game(*four[:2], begun=False, players=3)
    leave(slug=game.slug, user=four[1])
    table = see_table(slug=game.slug, user=NOBODY)
    entries = [(entry.seat, entry.name, entry.why) for entry in see_sittings(table)]
    assert entries == [(0, "Ann", "joined"), (1, "Ben", "joined"), (1, "Ben", "left")]


# Hands


@pytest.fixture
def second_hand(four):
    """A game two cards into its second hand."""
    game = make_game(*four)
    move_on(game, 34)
    return game


def test_a_hand_that_is_over_is_open_to_who_may_see_the_table(second_hand: Game, ann: User, eve: User) -> None:
    for user in (ann, eve, NOBODY):
        seen = see_hand(slug=second_hand.slug, user=user, number=1)
        assert (seen.number, seen.step, len(seen.moves), seen.dealer) == (1, 32, 32, 3)
        assert [set(cards) for cards in seen.open.dealt] == [set(parse_cards(text)) for text in SUITS_APART]
        assert seen.open.held == ((), (), (), ())
        assert seen.open.view.points == (5, 0, 0, 0)


@pytest.mark.parametrize("step", [0, 1, 5, 31, 32])
def test_each_step_of_it_shows_who_held_what_then(second_hand: Game, ann: User, step: int) -> None:
    seen = see_hand(slug=second_hand.slug, user=ann, number=1, step=step)
    assert (seen.step, seen.open.view.ply) == (step, step)
    assert sum(len(cards) for cards in seen.open.held) == 32 - step


@pytest.mark.parametrize("step", [-1, 33, 10**9])
def test_there_are_no_more_steps_than_moves(second_hand: Game, ann: User, step: int) -> None:
    with pytest.raises(NoSuchGame):
        see_hand(slug=second_hand.slug, user=ann, number=1, step=step)


@pytest.mark.parametrize("step", [None, 0, 1])
def test_a_hand_being_played_stays_closed_to_everybody(second_hand: Game, ann: User, eve: User, step) -> None:
    for user in (ann, eve, NOBODY):
        with pytest.raises(HandNotOver):
            see_hand(slug=second_hand.slug, user=user, number=2, step=step)


@pytest.mark.parametrize("number", [0, 3, -1, 10**9])
def test_there_are_no_more_hands_than_were_dealt(second_hand: Game, ann: User, number: int) -> None:
    with pytest.raises(NoSuchGame):
        see_hand(slug=second_hand.slug, user=ann, number=number)


def test_the_last_hand_of_a_finished_game_is_open_as_well(four) -> None:
    game = make_game(*four, target=5)
    move_on(game)
    assert see_hand(slug=game.slug, user=four[0], number=1).open.view.is_over
    table = see_table(slug=game.slug, user=NOBODY)
    assert table.hand is not None
    assert table.hand.view.dealt is not None


# Records


def test_the_record_of_a_finished_game_reads_back_to_the_same_game(four) -> None:
    game = make_game(*four, target=10, general=True)
    move_on(game)
    written = record_of(slug=game.slug, user=NOBODY)
    read = record.read(written)
    assert read.rules == game.rules
    assert [list(points) for points in read.points] == game.points
    assert (written["players"], written["winners"]) == (["Ann", "Ben", "Cat", "Dan"], game.winners)
    assert read.is_over


def test_the_record_says_who_has_resigned(four) -> None:
    game = make_game(*four, target=5)
    resign(slug=game.slug, user=four[1])
    while game.status == "active":
        move_on(game, 1)
        play_game(game.pk)
        move_on(game, 2)
    written = record_of(slug=game.slug, user=four[0])
    assert (written["resigned"], "winners" in written) == ([1], False)
    assert record.read(written).totals == (5, 0, 0, 0)


def test_the_record_of_a_game_with_bots_names_them(four) -> None:
    game = make_game(four[0], bots=3, target=5)
    resign(slug=game.slug, user=four[0])
    play_game(game.pk)
    assert record_of(slug=game.slug, user=NOBODY)["players"] == ["Ann", "Lahire", "Hector", "Lancelot"]


def test_a_game_that_is_not_over_has_no_record(second_hand: Game, ann: User) -> None:
    with pytest.raises(GameNotOver):
        record_of(slug=second_hand.slug, user=ann)
    with pytest.raises(GameNotOver):
        record_of(slug=make_game(ann, begun=False).slug, user=ann)
