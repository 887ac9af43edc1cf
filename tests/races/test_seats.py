"""Seats that two want at once; beginning, leaving and resigning at once."""

from __future__ import annotations

from functools import partial

from accounts.models import User
from games.engine.rules import Rules
from games.models import Game, Hand, Notice, Sitting
from games.services.absence import resign, take_back
from games.services.errors import (
    AlreadyBegun,
    AlreadySeated,
    HasResigned,
    NotBeingPlayed,
    NotTheHost,
    SeatNotCovered,
)
from games.services.overdue import play_game
from games.services.play import play
from games.services.seating import add_bot, invite, join, leave, open_table, start
from tests.builders import DAY, dealing, first_move, make_game, make_user, move_on, state_of
from tests.services.consistency import check_game

from .race import race, refusals

ROUNDS = 8


def test_two_join_the_last_seat_and_one_sits(users: list[User]) -> None:
    for _ in range(ROUNDS):
        game = make_game(*users[:2], begun=False, players=3)
        results = race(*[partial(join, slug=game.slug, user=user) for user in users[2:]])
        [refusal] = refusals(results)
        assert refusal is AlreadyBegun  # the one who sat down was the last
        assert Hand.objects.filter(game=game).count() == 1
        check_game(game.pk)


def test_many_join_at_once_and_each_has_a_seat_of_their_own(users: list[User]) -> None:
    game = make_game(users[0], begun=False, players=6)
    guests = [make_user() for _ in range(8)]
    results = race(*[partial(join, slug=game.slug, user=user) for user in guests])
    assert refusals(results) == [AlreadyBegun] * 3
    seated = list(game.seats.values_list("user", flat=True))
    assert len(set(seated)) == 6
    assert Hand.objects.count() == 1
    check_game(game.pk)


def test_who_joins_twice_at_once_sits_once(users: list[User]) -> None:
    game = make_game(users[0], begun=False)
    results = race(*[partial(join, slug=game.slug, user=users[1])] * 4)
    assert refusals(results) == [AlreadySeated] * 3
    assert game.seats.filter(user=users[1]).count() == 1
    check_game(game.pk)


def test_two_starts_begin_one_game(users: list[User]) -> None:
    game = make_game(*users[:2], begun=False)
    results = race(*[partial(start, slug=game.slug, user=users[0])] * 4)
    assert refusals(results) == [AlreadyBegun] * 3
    assert (Hand.objects.count(), Sitting.objects.filter(why="filled").count()) == (1, 2)
    check_game(game.pk)


def test_starting_against_joining_seats_the_newcomer_or_a_bot(users: list[User]) -> None:
    for _ in range(ROUNDS):
        game = make_game(*users[:2], begun=False, players=3)
        started, joined = race(
            partial(start, slug=game.slug, user=users[0]), partial(join, slug=game.slug, user=users[2])
        )
        assert len(refusals([started, joined])) == 1
        holder = game.seats.get(number=2).holder
        assert holder == ("person" if refusals([started]) else "bot")
        check_game(game.pk)


def test_starting_against_leaving_keeps_the_player_or_seats_a_bot(users: list[User]) -> None:
    for _ in range(ROUNDS):
        game = make_game(*users[:2], begun=False)
        started, left = race(
            partial(start, slug=game.slug, user=users[0]), partial(leave, slug=game.slug, user=users[1])
        )
        assert refusals([started]) == []
        assert game.seats.get(number=1).holder == ("person" if refusals([left]) == [AlreadyBegun] else "bot")
        check_game(game.pk)


def test_the_host_starting_against_the_host_leaving(users: list[User]) -> None:
    for _ in range(ROUNDS):
        game = make_game(*users[:2], begun=False)
        started, left = race(
            partial(start, slug=game.slug, user=users[0]), partial(leave, slug=game.slug, user=users[0])
        )
        assert refusals([started, left]) in ([NotTheHost], [AlreadyBegun])
        game.refresh_from_db()
        assert game.host == (users[1] if refusals([started]) else users[0])
        check_game(game.pk)


def test_all_leave_at_once_and_the_table_is_closed(users: list[User]) -> None:
    game = make_game(*users[:3], begun=False)
    results = race(*[partial(leave, slug=game.slug, user=user) for user in users[:3]])
    assert refusals(results) == []
    game.refresh_from_db()
    assert game.status == "closed"
    check_game(game.pk)


def test_bots_added_at_once_take_one_seat_each(users: list[User]) -> None:
    game = make_game(users[0], begun=False)
    results = race(*[partial(add_bot, slug=game.slug, user=users[0])] * 5)
    assert refusals(results) == [AlreadyBegun] * 2
    assert Sitting.objects.filter(why="filled").count() == 3
    check_game(game.pk)


def test_the_same_invitation_at_once_is_one_notice(users: list[User]) -> None:
    game = make_game(*users[:2], begun=False)
    results = race(*[partial(invite, slug=game.slug, user=user, name="Dan") for user in users[:2] * 2])
    assert refusals(results) == []
    assert Notice.objects.filter(kind="invitation").count() == 1


def test_two_resignations_of_one_player_are_one(users: list[User]) -> None:
    game = make_game(*users)
    results = race(*[partial(resign, slug=game.slug, user=users[0])] * 3)
    assert refusals(results) == [HasResigned] * 2
    assert Sitting.objects.filter(why="resigned").count() == 1
    check_game(game.pk)


def test_all_resign_at_once(users: list[User]) -> None:
    game = make_game(*users)
    results = race(*[partial(resign, slug=game.slug, user=user) for user in users])
    assert refusals(results) == []
    assert Sitting.objects.filter(why="resigned").count() == 4
    check_game(game.pk)


def test_resigning_against_playing(users: list[User]) -> None:
    """The card counts if it came first; otherwise it is refused and the bot plays."""
    for _ in range(ROUNDS):
        with dealing():
            game = make_game(*users)
        card = first_move(state_of(game))
        resigned, played = race(
            partial(resign, slug=game.slug, user=users[0]),
            partial(play, slug=game.slug, user=users[0], ply=0, move=card),
        )
        assert refusals([resigned]) == []
        assert refusals([played]) in ([], [HasResigned])
        check_game(game.pk)


def test_resigning_against_the_last_card_of_the_game(users: list[User]) -> None:
    with dealing():
        for _ in range(ROUNDS):
            game = make_game(*users, target=5)
            move_on(game, 31)
            resigned, played = race(
                partial(resign, slug=game.slug, user=users[1]),
                partial(play, slug=game.slug, user=users[3], ply=31, move=first_move(state_of(game))),
            )
            assert refusals([resigned]) in ([], [NotBeingPlayed])
            assert refusals([played]) == []
            game.refresh_from_db()
            assert game.winners == ([1, 2, 3] if refusals([resigned]) else [2, 3])
            check_game(game.pk)


def test_coming_back_against_the_bot_that_plays(users: list[User]) -> None:
    """Ann is back and it is her turn, or the bot was quicker and it is the next player's: never both, never neither."""
    with dealing():
        for _ in range(ROUNDS):
            game = covered(users)
            back, played = race(partial(take_back, slug=game.slug, user=users[0]), partial(play_game, game.pk))
            assert refusals([back]) == []
            game.refresh_from_db()
            assert (game.to_play, game.ply) == ((0, 8) if played == 0 else (1, 9))
            assert game.seats.get(number=0).holder == "person"
            check_game(game.pk)


def covered(users: list[User]) -> Game:
    """A game in which a bot holds Ann's seat and is to play."""
    game = make_game(*users)
    for _ in range(2):
        game.refresh_from_db()
        assert play_game(game.pk, now=game.due_at) == 1
        move_on(game, 3)
    return game


def test_coming_back_twice_at_once(users: list[User]) -> None:
    with dealing():
        game = covered(users)
    results = race(*[partial(take_back, slug=game.slug, user=users[0])] * 2)
    assert refusals(results) == [SeatNotCovered]
    check_game(game.pk)


def test_coming_back_against_resigning(users: list[User]) -> None:
    with dealing():
        game = covered(users)
    back, resigned = race(
        partial(take_back, slug=game.slug, user=users[0]), partial(resign, slug=game.slug, user=users[0])
    )
    assert refusals([resigned]) == []
    assert refusals([back]) in ([], [HasResigned])
    assert game.seats.get(number=0).holder == "resigned"
    check_game(game.pk)


def test_tables_opened_at_once_are_all_there(users: list[User]) -> None:
    results = race(*[partial(open_table, host=user, rules=Rules(), move_time=DAY) for user in users * 2])
    assert refusals(results) == []
    assert Game.objects.count() == 8
