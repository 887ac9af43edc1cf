"""Reviews are made once for each hand that is over, and for no other."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games import log
from games.bots import figures
from games.bots.review import METHOD, HandReview, review_hand
from games.engine.hand import HandState, Move
from games.models import Game, Hand, Review, Seat
from games.models.review import MOST_TRIES
from games.services import absence, reviewing
from games.services.errors import ReviewFailed
from games.services.overdue import play_game
from games.services.reviewing import LEASE, LOOKS_BACK, find_review, review_hands
from tests.builders import DAY, make_game, make_user, move_on

FEW = 3  # worlds: what the figures are is another folder's matter


@pytest.fixture(autouse=True)
def quick_reviews():
    def quickly(start: HandState, moves: list[Move], covered: Collection[int] = ()) -> HandReview:
        return review_hand(start, moves, worlds=FEW, covered=covered)

    with mock.patch.object(reviewing, "review_hand", side_effect=quickly) as review:
        yield review


def play_hands(hands: int) -> Game:
    game = make_game(*(make_user() for _ in range(3)), target=None, hands=9)
    move_on(game, until_hand=hands + 1)
    return game


def hand_of(game: Game, number: int) -> log.LoggedHand:
    return log.read_game(game)[number - 1]


def test_a_hand_that_has_ended_is_reviewed_once(db):
    game = play_hands(2)
    assert review_hands() == 2
    assert review_hands() == 0
    reviews = Review.objects.order_by("hand__number")
    assert [review.hand.number for review in reviews] == [1, 2]
    assert {review.method for review in reviews} == {METHOD}
    found = find_review(hand_of(game, 1).pk)
    assert found is not None
    assert [play.move for play in found.plays] == [move.move for move in hand_of(game, 1).moves]
    assert [play.seat for play in found.plays] == [move.seat for move in hand_of(game, 1).moves]


def test_what_is_stored_reads_back_as_it_was(db):
    hand = hand_of(play_hands(1), 1)
    review_hands()
    assert find_review(hand.pk) == review_hand(hand.start, [move.move for move in hand.moves], worlds=FEW)


def test_a_hand_that_is_being_played_is_never_reviewed(db, quick_reviews):
    game = play_hands(1)
    move_on(game, 5)
    Review.objects.ask_for([hand_of(game, 2).pk])
    assert review_hands() == 1
    assert not Review.objects.get(hand__number=2).done
    assert quick_reviews.call_count == 1


def test_who_dies_over_a_review_leaves_it_to_the_next(db):
    play_hands(1)
    reviewing.ask_for_ended(timezone.now())
    now = timezone.now()
    assert Review.objects.claim(now, LEASE) is not None
    assert Review.objects.claim(now, LEASE) is None
    assert review_hands(now=now) == 0
    with time_machine.travel(now + LEASE, tick=False):
        assert review_hands() == 1


def test_one_that_fails_stops_no_other_and_is_given_up_in_the_end(db, quick_reviews, caplog):
    play_hands(2)
    quickly = quick_reviews.side_effect
    quick_reviews.side_effect = [ZeroDivisionError, *[mock.DEFAULT] * 9]
    quick_reviews.return_value = quickly(*_hand(Game.objects.get()))
    assert review_hands() == 1
    assert "could not be reviewed" in caplog.text
    now = timezone.now()
    quick_reviews.side_effect = ZeroDivisionError
    for _ in range(9):
        now += LEASE
        review_hands(now=now)
    assert quick_reviews.call_count == 2 + 4


def test_who_looks_learns_that_a_review_has_failed_but_not_while_the_last_try_goes_on(db):
    hand = hand_of(play_hands(1), 1).pk
    review = Review.objects.create(hand_id=hand, tries=MOST_TRIES, due=timezone.now() + LEASE)
    assert find_review(hand) is None
    with time_machine.travel(review.due, tick=False), pytest.raises(ReviewFailed):
        find_review(hand)
    Review.objects.update(tries=MOST_TRIES - 1, due=timezone.now())
    assert find_review(hand) is None


def _hand(game: Game) -> tuple[HandState, list[Move]]:
    hand = hand_of(game, 1)
    return hand.start, [move.move for move in hand.moves]


def test_a_hand_of_long_ago_is_reviewed_when_somebody_looks(db):
    game = play_hands(1)
    with time_machine.travel(timezone.now() + LOOKS_BACK + timedelta(hours=1), tick=False):
        assert review_hands() == 0
        with mock.patch.object(reviewing, "hint") as hint:
            assert find_review(hand_of(game, 1).pk) is None
        hint.assert_called_once_with("games.tasks.review_hands", hand_of(game, 1).pk)
        assert review_hands(hand_of(game, 1).pk) == 1
        assert review_hands(hand_of(game, 1).pk) == 0
        assert find_review(hand_of(game, 1).pk) is not None


def test_the_database_takes_one_review_of_a_hand_and_none_half_done(db):
    hand = Hand.objects.get(pk=hand_of(play_hands(1), 1).pk)
    Review.objects.create(hand=hand)
    fields: dict[str, Any]
    for fields in ({}, {"done": timezone.now()}, {"figures": {}}, {"method": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Review.objects.create(hand=hand, **fields)
    other = Hand.objects.create(game=hand.game, number=99, dealer=0, pack="", entry=999, digest="0" * 64)
    for fields in ({"done": timezone.now()}, {"figures": {}}, {"method": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Review.objects.create(hand=other, **fields)


def test_what_a_bot_played_in_a_players_place_is_no_part_of_their_accuracy(db):
    game = play_hands(0)
    resigned = who_plays(game)
    absence.resign(slug=game.slug, user=resigned.user)
    play_game(game.pk)
    late = who_plays(game)
    play_game(game.pk, now=timezone.now() + 2 * DAY)
    while Game.objects.get(pk=game.pk).hand_number < 2:
        play_game(game.pk)
        if Game.objects.get(pk=game.pk).hand_number < 2:
            move_on(game, 1)
    assert review_hands() == 1
    hand, review = hand_of(game, 1), find_review(hand_of(game, 1).pk)
    covered = {move.ply for move in hand.moves if move.seat == resigned.number or move.by == "timeout"}
    assert {move.seat for move in hand.moves if move.ply in covered} == {resigned.number, late.number}
    assert review is not None
    assert review.accuracy[resigned.number] is None
    plays = review.plays
    assert review == review_hand(hand.start, [play.move for play in plays], worlds=FEW, covered=covered)


def who_plays(game: Game) -> Seat:
    game.refresh_from_db()
    assert game.to_play is not None
    return game.seats.get(number=game.to_play)


def test_what_is_no_review_is_not_read_as_one():
    with pytest.raises((LookupError, TypeError, ValueError)):
        figures.read({"worlds": 300})


def test_visitors_games_are_reviewed_as_well(db, guest: User):
    game = make_game(guest, bots=3, access="link")
    while Game.objects.get(pk=game.pk).hand_number < 2:
        play_game(game.pk)
        if Game.objects.get(pk=game.pk).hand_number < 2:
            move_on(game, 1)
    assert review_hands() == 1
