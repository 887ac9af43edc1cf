"""``manage.py verify`` compares every game with its log."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, Hand, Move, Seat, Sitting
from games.services import absence, seating
from games.triggers import drop_triggers, install_triggers
from games.verify import verify_game
from tests.accounts.people import make_user
from tests.builders import make_game
from tests.notices.tables import make_users, miss_turn, play_to_end, play_turn, play_until, player_to_play

from .tampering import change_the_log, verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = make_game(*make_users("Ana", "Ben", "Cat"), target=None, hands=2)
    play_until(game, lambda game: game.hand_number == 2 and game.ply == 4)
    return game


def test_without_games_there_is_nothing_to_disagree():
    assert verify() == (0, "0 games, 0 moves: all agree with the log.\n")


def test_games_in_every_state_agree_with_their_logs():
    ana, ben, cat, dan = make_users("Ana", "Ben", "Cat", "Dan")
    make_game(ana, begun=False)  # open
    closed = make_game(ben, begun=False)
    seating.leave(slug=closed.slug, user=ben)
    seating.leave(slug=make_game(ana, ben, begun=False).slug, user=ana)  # Ben is host now
    robots = make_game(cat, begun=False, bots=2)
    seating.remove_bot(slug=robots.slug, user=cat, seat=3)
    with_general = make_game(ana, ben, cat, general=True, target=None, hands=1)
    play_to_end(with_general)
    play_until(make_game(dan, bots=3), lambda game: game.hand_number == 2)
    resigned = make_game(ana, ben, cat)
    absence.resign(slug=resigned.slug, user=player_to_play(resigned))
    play_turn(resigned)
    status, output = verify()
    assert output == "7 games, " + output.partition(", ")[2]
    assert output.endswith("all agree with the log.\n")
    assert status == 0


def test_missed_turns_a_stand_in_and_coming_back_agree_with_the_log(game):
    user = player_to_play(game)
    miss_turn(game)
    assert verify()[0] == 0
    play_until(game, lambda game: player_to_play(game) == user)
    miss_turn(game)
    assert game.seats.get(user=user).holder == "stand_in"
    assert verify()[0] == 0
    absence.take_back(slug=game.slug, user=user)
    assert verify()[0] == 0
    play_to_end(game)
    assert verify()[0] == 0


def test_only_the_games_named_are_verified(game):
    other = make_game(make_user("Dan"), begun=False)
    Game.objects.filter(pk=game.pk).update(ply=0)
    assert verify(other.slug) == (0, "1 game, 0 moves: all agree with the log.\n")
    assert verify(other.slug, game.slug)[0] == 1


def test_a_game_that_does_not_exist_is_named():
    with pytest.raises(CommandError, match="There is no game k3Qf9x"):
        call_command("verify", "k3Qf9x")


WRONG_COPIES: list[tuple[str, dict[str, Any], str]] = [
    ("hand_number", {"hand_number": 3}, "hand_number is 3, but 2 by the log"),
    ("ply", {"ply": 5}, "ply is 5, but 4 by the log"),
    ("points", {"points": [[9, 0, 0]]}, "points is [[9, 0, 0]], but "),
    ("winners", {"winners": [0]}, "winners is [0], but [] by the log"),
    ("missed", {"missed": [0, 1, 0]}, "missed is [0, 1, 0], but [0, 0, 0] by the log"),
    (
        "status",
        {"status": "closed", "to_play": None, "turn_began": None, "deadline": None},
        "status is closed, but active by the log",
    ),
]


@pytest.mark.parametrize(("name", "wrong", "sentence"), WRONG_COPIES, ids=[name for name, *_ in WRONG_COPIES])
def test_a_wrong_copy_is_named_and_repaired(game, name, wrong, sentence):
    before = {field: getattr(game, field) for field in wrong}
    Game.objects.filter(pk=game.pk).update(**wrong)
    status, output = verify()
    assert status == 1
    assert f"{game.slug}: {sentence}" in output
    assert output.endswith("1 disagree.\n")
    status, output = verify("--repair")
    assert "(repaired)" in output
    assert status == 0
    game.refresh_from_db()
    assert {field: getattr(game, field) for field in wrong} == before
    assert verify()[0] == 0


def test_a_wrong_turn_or_deadline_is_repaired(game):
    turn, deadline = game.to_play, game.deadline
    Game.objects.filter(pk=game.pk).update(to_play=(turn + 1) % 3, deadline=deadline - timedelta(hours=1))
    status, output = verify()
    assert status == 1
    assert f"to_play is {(turn + 1) % 3}, but {turn} by the log" in output
    assert "deadline is " in output
    version = game.version
    verify("--repair")
    game.refresh_from_db()
    assert (game.to_play, game.deadline, game.version) == (turn, deadline, version + 1)


@pytest.mark.parametrize("late", [timedelta(days=1), timedelta(days=9)])
def test_a_deadline_that_rest_hours_may_have_moved_is_taken_and_one_later_than_any_may_is_not(game, late):
    deadline = game.deadline
    Game.objects.filter(pk=game.pk).update(deadline=deadline + late)
    if late < timedelta(days=4):  # two rest days with the nights about them
        assert verify()[0] == 0
    else:
        assert "deadline is " in verify()[1]
        verify("--repair")
        game.refresh_from_db()
        assert game.deadline == deadline


def test_a_wrong_end_is_repaired(game):
    play_to_end(game)
    winners, finished, ranks = game.winners, game.finished, list(game.seats.values_list("rank", flat=True))
    Game.objects.filter(pk=game.pk).update(winners=[], finished=finished + timedelta(days=1))
    Seat.objects.filter(game=game).update(rank=1)
    assert verify()[0] == 1
    assert verify("--repair")[0] == 0
    game.refresh_from_db()
    assert (game.winners, game.finished) == (winners, finished)
    assert list(game.seats.values_list("rank", flat=True)) == ranks


def test_two_who_sit_in_each_others_seats_are_put_right(game):
    first, second = game.seats.get(number=0), game.seats.get(number=1)
    users = first.user, second.user
    Seat.objects.filter(pk=first.pk).update(user=None, holder="bot")
    Seat.objects.filter(pk=second.pk).update(user=users[0])
    Seat.objects.filter(pk=first.pk).update(user=users[1], holder="person")
    status, output = verify()
    assert status == 1
    assert "seat 0: user is Ben, but Ana by the log" in output
    assert verify("--repair")[0] == 0
    assert [seat.user for seat in game.seats.all()][:2] == list(users)


def test_a_seat_whose_holder_is_wrong_is_repaired(game):
    Seat.objects.filter(game=game, number=2).update(holder="stand_in")
    assert "seat 2: holder is stand_in, but person by the log" in verify()[1]
    verify("--repair")
    assert game.seats.get(number=2).holder == "person"


def first_hand(game: Game) -> Hand:
    return Hand.objects.get(game=game, number=1)


def break_an_illegal_card(game: Game) -> None:
    change_the_log(Move, {"id": first_hand(game).moves.get(ply=0).pk}, card="7S")  # in a pack without black sevens


def break_a_seat(game: Game) -> None:
    move = first_hand(game).moves.get(ply=3)
    change_the_log(Move, {"id": move.pk}, seat=(move.seat + 1) % 3)


def break_by_dropping_a_move(game: Game) -> None:
    change_the_log(Move, {"id": first_hand(game).moves.get(ply=10).pk})


def break_the_dealer(game: Game) -> None:
    hand = Hand.objects.get(game=game, number=2)
    dealer = (hand.dealer + 1) % 3
    change_the_log(Hand, {"id": hand.pk}, dealer=dealer)


def break_the_pack(game: Game) -> None:
    hand = first_hand(game)
    cards = hand.pack.split()
    change_the_log(Hand, {"id": hand.pk}, pack=" ".join([cards[1], *cards[1:]]))


def break_the_cause(game: Game) -> None:
    change_the_log(Move, {"id": first_hand(game).moves.get(ply=5).pk}, by="bot")


def break_the_sittings(game: Game) -> None:
    change_the_log(Sitting, {"id": Sitting.objects.get(game=game, entry=2).pk})


@pytest.mark.parametrize(
    "break_log",
    [
        break_an_illegal_card,
        break_a_seat,
        break_by_dropping_a_move,
        break_the_dealer,
        break_the_pack,
        break_the_cause,
        break_the_sittings,
    ],
)
def test_a_log_that_was_tampered_with_is_found_and_never_repaired(game, break_log):
    break_log(game)
    before = Game.objects.filter(pk=game.pk).values().get()
    for words in ((), ("--repair",)):
        status, output = verify(*words)
        assert status == 1
        assert f"{game.slug}: the log is broken, the game is closed: " in output
    after = dict(Game.objects.filter(pk=game.pk).values().get())
    assert after.pop("broken") is not None
    assert after == {name: value for name, value in before.items() if name != "broken"} | {
        "version": before["version"] + 1
    }


def test_one_broken_game_does_not_hide_another(game):
    other = make_game(*make_users("Dan", "Eve", "Fay"))
    break_by_dropping_a_move(game)
    Game.objects.filter(pk=other.pk).update(ply=7)
    output = verify("--repair")[1]
    assert f"{game.slug}: the log is broken, the game is closed: " in output
    assert f"{other.slug}: ply is 7, but 0 by the log (repaired)" in output
    assert output.endswith("1 disagree.\n")


def test_missing_triggers_are_named():
    drop_triggers(connection)
    status, output = verify()
    install_triggers(connection)
    assert status == 1
    assert "games_move_no_update" in output
    assert "manage.py migrate" in output


def test_progress_is_shown_on_a_terminal_only(game):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    call_command("verify", stdout=io.StringIO(), stderr=terminal)
    assert "1 of 1 games" in terminal.getvalue()
    silent = io.StringIO()
    call_command("verify", stdout=io.StringIO(), stderr=silent)
    assert silent.getvalue() == ""


def test_the_work_for_a_game_is_a_few_queries_however_long_it_is(game, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        verify_game(game.pk)
    play_to_end(game)
    with django_assert_max_num_queries(12):
        verify_game(game.pk)
