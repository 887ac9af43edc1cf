"""Turns that are due: a bot's at once, a person's when its time has run out."""

import logging
from collections import deque
from datetime import datetime, timedelta
from unittest import mock

import pytest
from django.utils import timezone

from accounts.models import User
from games import bots
from games.clock import GRACE
from games.engine.cards import Card
from games.engine.hand import Move as EngineMove
from games.engine.view import SeatView
from games.models import Game, Hand, Move, Notice, Sitting
from games.services import overdue
from games.services.absence import resign
from games.services.overdue import play_due_games, play_game
from games.services.play import play
from tests.builders import DAY, bots_choosing, dealing, first_move, make_game, move_on, move_once

SECOND = timedelta(seconds=1)


@pytest.fixture
def game(ann, ben, cat, dan):
    """Ann holds all spades, and leads in hand 1 and takes every trick of it."""
    with dealing():
        yield make_game(ann, ben, cat, dan)


def deadline(game: Game) -> datetime:
    game.refresh_from_db()
    assert game.deadline is not None
    return game.deadline


def miss_a_turn(game: Game) -> int:
    return play_due_games(now=deadline(game) + GRACE)


def test_before_the_deadline_and_in_the_grace_after_it_nothing_happens(game: Game) -> None:
    assert play_due_games() == 0
    assert play_due_games(now=deadline(game) + GRACE - timedelta(microseconds=1)) == 0
    assert play_game(game.pk, now=deadline(game) - SECOND) == 0
    assert not Move.objects.exists()


def test_after_the_grace_the_bot_plays_one_move_for_the_player(game: Game) -> None:
    now = deadline(game) + GRACE
    assert play_due_games(now=now) == 1
    assert Move.objects.values_list("ply", "seat", "by", "created").get() == (0, 0, "timeout", now)
    game.refresh_from_db()
    assert (game.to_play, game.turn_began, game.deadline, game.version) == (1, now, now + DAY, 5)


def test_the_next_player_has_their_whole_time(game: Game) -> None:
    miss_a_turn(game)
    assert play_due_games(now=deadline(game) - SECOND) == 0


def test_who_missed_a_turn_is_told(game: Game, ann: User) -> None:
    miss_a_turn(game)
    assert Notice.objects.filter(kind="bot_played").values_list("user", "hand_number", "ply").get() == (ann.pk, 1, 1)


def test_after_one_missed_turn_the_seat_is_still_the_players(game: Game, ann: User) -> None:
    miss_a_turn(game)
    move_on(game, 3)
    assert (game.missed, game.seats.get(number=0).holder) == ([1, 0, 0, 0], "person")
    play(slug=game.slug, user=ann, ply=4, move=Card.parse("8S"))


def test_after_two_missed_turns_in_a_row_a_bot_holds_the_seat(game: Game, ann: User) -> None:
    for _ in range(2):
        miss_a_turn(game)
        move_on(game, 3)
    seat = game.seats.get(number=0)
    assert (game.missed, seat.holder, seat.user) == ([2, 0, 0, 0], "stand_in", ann)
    entry = Sitting.objects.values_list("seat", "holder", "user", "why", "hand_number", "ply").last()
    assert entry == (0, "stand_in", ann.pk, "timed_out", 1, 5)


def test_the_bot_that_holds_a_seat_plays_at_once_and_in_its_own_name(game: Game) -> None:
    for _ in range(2):
        miss_a_turn(game)
        move_on(game, 3)
    assert game.to_play == 0
    assert play_due_games() == 1
    assert Move.objects.last().by == "bot"  # type: ignore[union-attr]
    game.refresh_from_db()
    assert game.missed == [2, 0, 0, 0]


def test_the_player_of_a_seat_that_a_bot_holds_is_not_told_of_turns(game: Game, ann: User) -> None:
    for _ in range(2):
        miss_a_turn(game)
        move_on(game, 3)
    assert game.to_play == 0
    assert not Notice.objects.filter(user=ann, ply=8).exists()


def test_a_move_in_between_begins_the_count_anew(game: Game) -> None:
    miss_a_turn(game)
    move_on(game, 4)  # the others, and Ann herself
    assert game.missed == [0, 0, 0, 0]
    move_on(game, 3)
    miss_a_turn(game)
    game.refresh_from_db()
    assert (game.missed, game.seats.get(number=0).holder) == ([1, 0, 0, 0], "person")


def test_each_seats_missed_turns_are_counted_apart(game: Game) -> None:
    for _ in range(5):
        miss_a_turn(game)
    game.refresh_from_db()
    assert game.missed == [2, 1, 1, 1]
    assert [seat.holder for seat in game.seats.all()] == ["stand_in", "person", "person", "person"]


def test_missed_turns_count_on_into_the_next_hand(game: Game) -> None:
    move_on(game, 31)
    miss_a_turn(game)  # Dan's last card
    assert game.seats.get(number=3).holder == "person"
    move_on(game, 2)
    game.refresh_from_db()
    assert (game.hand_number, game.ply, game.to_play) == (2, 2, 3)
    miss_a_turn(game)
    assert game.seats.get(number=3).holder == "stand_in"


def test_a_game_that_everybody_has_left_goes_on_to_its_end(game: Game) -> None:
    for _ in range(8):
        miss_a_turn(game)
    assert {seat.holder for seat in game.seats.all()} == {"stand_in"}
    play_due_games(now=timezone.now() + 30 * DAY)
    game.refresh_from_db()
    assert game.status == "finished"
    assert game.winners == [1, 2, 3]  # who comes back too late has not given up: they may have won


def test_a_bots_seat_plays_at_once(ann: User) -> None:
    with dealing(dealer=0):
        game = make_game(ann)
        assert play_due_games() == 3
    game.refresh_from_db()
    assert (game.ply, game.to_play) == (3, 0)
    assert set(Move.objects.values_list("by", flat=True)) == {"bot"}


def test_a_game_of_bots_alone_is_played_out(ann: User) -> None:
    game = make_game(ann, bots=2, target=None, hands=3)
    resign(slug=game.slug, user=ann)
    assert play_game(game.pk) == 90
    game.refresh_from_db()
    assert (game.status, Hand.objects.count()) == ("finished", 3)


def test_a_long_game_of_bots_lets_others_have_their_turn(ann: User) -> None:
    game = make_game(ann, bots=2, target=None, hands=24)
    resign(slug=game.slug, user=ann)
    with mock.patch.object(overdue, "MOST_MOVES_AT_ONCE", 10):
        assert play_due_games() == 10
        assert play_due_games() == 10
    game.refresh_from_db()
    assert game.status == "active"


def test_the_real_bots_play_a_hand_by_the_rules_and_declare(ann: User) -> None:
    game = make_game(ann, bots=2, target=None, hands=1, general=True)
    resign(slug=game.slug, user=ann)
    with mock.patch.object(overdue, "choose_move", bots.choose_move):
        play_game(game.pk)
    game.refresh_from_db()
    assert game.status == "finished"
    assert Move.objects.filter(declaration__isnull=False).exists()


def test_the_bot_sees_what_the_seat_sees(game: Game) -> None:
    views = []

    def choose(view, **rest):
        views.append((view, rest["totals"]))
        return view.legal[0]

    move_on(game, 32)
    with mock.patch.object(overdue, "choose_move", choose):
        miss_a_turn(game)
    [(view, totals)] = views
    assert (view.seat, view.dealt, totals) == (1, None, (5, 0, 0, 0))
    assert {card.suit for card in view.held} == {"H"}


def test_a_player_who_is_quicker_than_the_thinking_bot_keeps_their_move(game: Game, ann: User) -> None:
    def choose(view, **_):
        move_once(game, Card.parse("KS"))  # while the bot thinks
        return Card.parse("7S")

    with mock.patch.object(overdue, "choose_move", choose):
        assert play_game(game.pk, now=deadline(game) + GRACE) == 0
    assert Move.objects.values_list("card", "by").get() == ("KS", "player")
    game.refresh_from_db()
    assert game.missed == [0, 0, 0, 0]


def test_a_player_who_resigns_while_the_bot_thinks_has_not_missed_the_turn(game: Game, ann: User) -> None:
    def choose(view, **_):
        resign(slug=game.slug, user=ann)
        return Card.parse("7S")

    with mock.patch.object(overdue, "choose_move", choose):
        made = overdue._play_due_turn(game.pk, deadline(game) + GRACE)
    assert made
    assert Move.objects.get().by == "bot"
    game.refresh_from_db()
    assert game.missed == [0, 0, 0, 0]


def test_a_game_in_which_the_bot_fails_does_not_stop_the_others(ann, ben, caplog: pytest.LogCaptureFixture) -> None:
    with dealing(dealer=0):
        broken, sound = make_game(ann), make_game(ben)
    moves = iter([RuntimeError("the bot has lost its wits"), *map(Card.parse, ("7H", "7D", "7C"))])
    with mock.patch.object(overdue, "choose_move", side_effect=moves), caplog.at_level(logging.ERROR):
        assert play_due_games() == 3
    assert Move.objects.filter(hand__game=sound).count() == 3
    assert f"game {broken.slug}" in caplog.text


def test_games_that_are_not_being_played_are_never_due(ann, ben, cat, dan) -> None:
    make_game(ann, begun=False)
    with dealing():
        move_on(make_game(ann, ben, cat, dan, target=5))
    assert play_due_games(now=timezone.now() + 1000 * DAY) == 0


def test_there_is_nothing_to_do_in_a_game_that_does_not_exist(db: None) -> None:
    assert play_game(10**9) == 0


@pytest.mark.parametrize("thinking", [0.0, 0.03, 0.099])
def test_a_bots_reply_takes_as_long_whether_it_has_a_choice_or_not(ann, thinking: float) -> None:
    """Who watches the clock learns nothing of the bot's cards."""
    with dealing(dealer=0):
        game = make_game(ann, bots=3)
    clock, waited = mock.Mock(return_value=100.0), list[float]()

    def choose(view: SeatView) -> EngineMove:
        clock.return_value += thinking
        return first_move(view)

    with (
        mock.patch.object(overdue, "monotonic", clock),
        mock.patch.object(overdue, "sleep", waited.append),
        mock.patch.dict(overdue._thoughts, club=deque(maxlen=50)),
        bots_choosing(choose),
    ):
        assert play_game(game.pk) == 3
    assert [thinking + pause for pause in waited] == pytest.approx([overdue.REPLY_TIME["club"]] * 3)


def test_where_processors_are_busy_a_bot_without_a_choice_is_no_quicker_than_others_have_been(ann) -> None:
    with dealing(dealer=0):
        game = make_game(ann, bots=3)
    clock, replies = mock.Mock(return_value=100.0), list[float]()
    thoughts = iter([0.01, 0.25, 0.01])
    longest = overdue.REPLY_TIME["club"] * overdue.LONGEST_REPLY

    def choose(view: SeatView) -> EngineMove:
        clock.return_value += next(thoughts)
        return first_move(view)

    with (
        mock.patch.object(overdue, "monotonic", clock),
        mock.patch.object(overdue, "sleep", lambda pause: replies.append(pause)),
        mock.patch.dict(overdue._thoughts, club=deque(maxlen=50)),
        bots_choosing(choose),
    ):
        assert play_game(game.pk) == 3
        assert replies == pytest.approx([overdue.REPLY_TIME["club"] - 0.01, 0.25 - 0.01])  # the second did not wait
        overdue._thoughts["club"].append(60)  # it was stopped for a minute: nobody else has to wait for that
        assert overdue._reply_time("club") == pytest.approx(longest)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_no_choice_of_a_bot_may_take_longer_than_its_reply(level: str) -> None:
    assert bots.BUDGET[level] < overdue.REPLY_TIME[level] <= 0.3


def test_a_bot_is_told_how_many_hands_have_been_played(ann: User) -> None:
    """By the general, totals do not say it; a game over a number of hands is played by it."""
    game = make_game(ann, bots=3, target=None, hands=3)
    told: list[tuple[bool, int]] = []  # whether anybody had points before the hand, and how many hands were played

    def choose(view: SeatView, *, totals: tuple[int, ...], hands_played: int, **_: object) -> object:
        told.append((any(totals), hands_played))
        return first_move(view)

    with mock.patch.object(overdue, "choose_move", choose):
        while not any(had_points for had_points, _ in told):
            play_game(game.pk)
            if not any(had_points for had_points, _ in told):
                move_on(game, 1)
    assert set(told) == {(False, 0), (True, 1)}
