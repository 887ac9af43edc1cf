"""What is told besides turns: who joins, that a game begins, that a hand is over, that a bot holds a seat."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, Notice
from games.notices.delivery import deliver_notices
from games.services import absence, looking, seating, telling
from tests.builders import make_game

from .tables import (
    A_MOMENT,
    make_users,
    miss_turn,
    now_at,
    play_to_end,
    play_to_turn_of,
    play_until,
    whose_turn,
)

pytestmark = pytest.mark.django_db
TWO_MINUTES = timedelta(minutes=2)


def told(mailoutbox: list[EmailMessage], user: Any) -> list[str]:
    return [str(message.subject) for message in mailoutbox if message.to == [user.email]]


def waiting_table(host: Any) -> Game:
    return make_game(host, begun=False, players=3)


def of_kind(kind: str) -> dict[str, str]:
    return dict(Notice.objects.filter(kind=kind).values_list("user__username", "outcome"))


# Somebody joins


def test_the_host_is_told_who_has_joined(mailoutbox):
    ana, ben = make_users("Ana", "Ben")
    game = waiting_table(ana)
    seating.join(slug=game.slug, user=ben)
    deliver_notices(Notice.objects.get(kind="joined").due)
    assert told(mailoutbox, ana) == ["Ben has joined your table"]
    assert "Seated so far: Ana and Ben\n1 seat is free." in mailoutbox[0].body
    assert told(mailoutbox, ben) == []


def test_who_joins_leaves_and_joins_again_is_told_of_each_time_while_there():
    ana, ben = make_users("Ana", "Ben")
    game = waiting_table(ana)
    for _ in range(2):
        seating.join(slug=game.slug, user=ben)
        seating.leave(slug=game.slug, user=ben)
    assert Notice.objects.filter(kind="joined").count() == 2
    assert deliver_notices(Notice.objects.latest("due").due) == {"stale": 2}


def test_who_has_looked_at_the_table_since_is_not_told_who_joined():
    ana, ben = make_users("Ana", "Ben")
    game = waiting_table(ana)
    seating.join(slug=game.slug, user=ben)
    looking.see_table(slug=game.slug, user=ana)
    assert deliver_notices(Notice.objects.get().due + TWO_MINUTES) == {"stale": 1}


def test_a_host_who_opens_a_table_is_not_told_of_themselves():
    waiting_table(make_users("Ana")[0])
    assert not Notice.objects.exists()


# The game begins


def test_all_but_who_has_filled_the_table_are_told_that_the_game_has_begun(mailoutbox):
    ana, ben, cat = make_users("Ana", "Ben", "Cat")
    game = waiting_table(ana)
    for user in (ben, cat):
        seating.join(slug=game.slug, user=user)
    assert set(of_kind("started")) == {"Ana", "Ben"}
    deliver_notices(now_at(game))
    first = whose_turn(game)
    for user in (ana, ben):
        (subject,) = told(mailoutbox, user)
        assert subject.startswith("Your turn: " if user == first else "The game has begun — with ")
    assert of_kind("joined") == {"Ana": "stale"}


@pytest.mark.parametrize("deed", ["start", "fill with bots"])
def test_the_host_who_begins_the_game_knows(deed):
    ana, ben = make_users("Ana", "Ben")
    game = waiting_table(ana)
    seating.join(slug=game.slug, user=ben)
    (seating.start if deed == "start" else seating.add_bot)(slug=game.slug, user=ana)
    assert set(of_kind("started")) == {"Ben"}


def test_who_has_played_already_is_not_told_that_the_game_has_begun():
    ana, ben, cat = make_users("Ana", "Ben", "Cat")
    game = waiting_table(ana)
    for user in (ben, cat):
        seating.join(slug=game.slug, user=user)
    play_until(game, lambda game: game.ply == 3)
    deliver_notices(now_at(game) + TWO_MINUTES)
    assert set(of_kind("started").values()) == {"stale"}


# A hand is over


def test_a_hand_that_is_over_is_told_to_who_wants_that(mailoutbox):
    game = make_game(*make_users("Ana", "Ben", "Cat"), target=None, hands=2)
    play_until(game, lambda game: game.hand_number == 2)
    first, second = (notice.user for notice in Notice.objects.filter(kind="hand_over"))
    telling.change_settings(first, {"kinds": {"hand_over": True, "your_turn": False}})
    telling.change_settings(second, {"kinds": {"your_turn": False}})
    deliver_notices(now_at(game) + TWO_MINUTES)
    assert of_kind("hand_over") == {first.username: "sent", second.username: "unwanted"}
    assert told(mailoutbox, second) == []
    (subject,) = told(mailoutbox, first)
    assert subject.startswith("Hand 1 is over — with ")


def test_who_has_played_the_last_card_has_seen_the_hand_end_and_the_last_hand_is_the_end_of_the_game():
    game = make_game(*make_users("Ana", "Ben", "Cat"), target=None, hands=2)
    play_until(game, lambda game: (game.hand_number, game.ply) == (1, 29))
    last = whose_turn(game)
    play_to_end(game)
    assert set(of_kind("hand_over")) == {"Ana", "Ben", "Cat"} - {last.username}
    assert set(Notice.objects.filter(kind="hand_over").values_list("hand_number", "ply")) == {(1, 30)}


def test_who_has_looked_since_is_not_told_that_the_hand_is_over():
    game = make_game(*make_users("Ana", "Ben", "Cat"), target=None, hands=2)
    play_until(game, lambda game: game.hand_number == 2)
    notice = Notice.objects.filter(kind="hand_over").earliest("pk")
    telling.change_settings(notice.user, {"kinds": {"hand_over": True}})
    with time_machine.travel(now_at(game) + A_MOMENT, tick=False):
        looking.see_table(slug=game.slug, user=notice.user)
    deliver_notices(now_at(game) + 2 * TWO_MINUTES)
    notice.refresh_from_db()
    assert notice.outcome == "stale"


# A bot holds the seat


def let_the_bot_take_the_seat(game: Game) -> Any:
    user = whose_turn(game)
    miss_turn(game)
    play_to_turn_of(game, user)
    miss_turn(game)
    return user


def test_the_turn_that_hands_the_seat_to_a_bot_is_told_once_with_the_way_back(mailoutbox):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    user = let_the_bot_take_the_seat(game)
    deliver_notices(now_at(game) + TWO_MINUTES)
    subjects = told(mailoutbox, user)
    assert subjects[-1].startswith("The bot holds your seat until you come back — with ")
    assert of_kind("bot_played") == {user.username: "stale"}  # the later one says it all
    assert of_kind("seat_held") == {user.username: "sent"}


def test_who_has_taken_the_seat_back_is_not_told_that_a_bot_holds_it():
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    user = let_the_bot_take_the_seat(game)
    absence.take_back(slug=game.slug, user=user)
    deliver_notices(now_at(game) + TWO_MINUTES)
    assert of_kind("seat_held") == {user.username: "stale"}
