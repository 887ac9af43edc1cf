"""Coming back to a seat that a bot has held."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.clock import GRACE
from games.models import Game, Notice, Sitting
from games.notices.delivery import spread_notices
from games.services.absence import resign, take_back
from games.services.errors import HasResigned, NoSuchGame, NotBeingPlayed, NotSeated, SeatNotCovered
from games.services.overdue import play_due_games, play_game
from games.services.play import play
from tests.builders import DAY, dealing, first_move, make_game, move_on, state_of


def after_the_deadline(game: Game) -> datetime:
    game.refresh_from_db()
    assert game.deadline is not None
    return game.deadline + GRACE


@pytest.fixture
def covered(ann, ben, cat, dan):
    """Ann has missed two turns: a bot holds her seat and is to lead the third trick."""
    with dealing():
        game = make_game(ann, ben, cat, dan)
        for _ in range(2):
            play_game(game.pk, now=after_the_deadline(game))
            move_on(game, 3)
        assert (game.ply, game.to_play) == (8, 0)
        yield game


def test_at_ones_own_turn_it_begins_anew(covered: Game, ann: User) -> None:
    now = timezone.now() + 10 * DAY
    with time_machine.travel(now, tick=False):
        table = take_back(slug=covered.slug, user=ann)
    assert (table.is_my_turn, table.turn_began, table.deadline) == (True, now, now + DAY)
    assert play_due_games(now=now + timedelta(hours=1)) == 0
    assert play(slug=covered.slug, user=ann, ply=8, move=first_move(state_of(covered))).to_play == 1


def test_who_comes_back_at_their_turn_is_told_of_it_as_of_any_other(covered: Game, ann: User) -> None:
    table = take_back(slug=covered.slug, user=ann)
    spread_notices(table.turn_began)
    kinds = Notice.objects.filter(user=ann, hand_number=1, ply=8).values_list("kind", flat=True)
    assert {"your_turn", "deadline_near"} <= set(kinds)


def test_in_the_middle_of_a_trick_the_turn_and_its_deadline_stay(covered: Game, ann: User) -> None:
    play_game(covered.pk)
    before = Game.objects.values("to_play", "turn_began", "deadline").get()
    table = take_back(slug=covered.slug, user=ann)
    assert (table.to_play, table.me and table.me.holder) == (1, "person")
    assert Game.objects.values("to_play", "turn_began", "deadline").get() == before
    move_on(covered, 4)
    assert covered.ply == 13


def test_the_missed_turns_are_forgotten(covered: Game, ann: User) -> None:
    take_back(slug=covered.slug, user=ann)
    play_game(covered.pk, now=after_the_deadline(covered))
    covered.refresh_from_db()
    assert covered.missed == [1, 0, 0, 0]
    assert covered.seats.get(number=0).holder == "person"


def test_it_is_logged(covered: Game, ann: User) -> None:
    take_back(slug=covered.slug, user=ann)
    entries = Sitting.objects.filter(seat=0).values_list("why", "holder", "user", "hand_number", "ply")
    assert list(entries) == [
        ("joined", "person", ann.pk, 0, 0),
        ("timed_out", "stand_in", ann.pk, 1, 5),
        ("returned", "person", ann.pk, 1, 8),
    ]


def test_the_version_goes_up(covered: Game, ann: User) -> None:
    covered.refresh_from_db()
    assert take_back(slug=covered.slug, user=ann).version == covered.version + 1


def test_a_seat_that_is_held_cannot_be_taken_back(covered: Game, ann: User, ben: User) -> None:
    with pytest.raises(SeatNotCovered):
        take_back(slug=covered.slug, user=ben)
    take_back(slug=covered.slug, user=ann)
    with pytest.raises(SeatNotCovered):
        take_back(slug=covered.slug, user=ann)


def test_a_seat_that_was_given_up_cannot_be_taken_back(covered: Game, ann: User) -> None:
    resign(slug=covered.slug, user=ann)
    with pytest.raises(HasResigned):
        take_back(slug=covered.slug, user=ann)


def test_only_a_game_being_played_has_seats_to_come_back_to(ann: User, ben: User, cat: User, dan: User) -> None:
    with pytest.raises(NotBeingPlayed):
        take_back(slug=make_game(ann, begun=False).slug, user=ann)
    with dealing():
        game = make_game(ann, ben, cat, dan, target=5)
        move_on(game)
    with pytest.raises(NotBeingPlayed):
        take_back(slug=game.slug, user=ann)


def test_only_who_has_sat_there_comes_back(covered: Game, ann: User, eve: User) -> None:
    with pytest.raises(NotSeated):
        take_back(slug=covered.slug, user=eve)
    with pytest.raises(NoSuchGame):
        take_back(slug=make_game(ann, access="link").slug, user=eve)
