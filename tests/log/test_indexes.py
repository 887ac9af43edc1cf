"""The queries that run all the time find their rows by the index made for them, however many games there are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from games.models import Game, Hand, Notice, Reveal, Review, Seat
from games.models.review import unreviewed
from tests.builders import make_user

NOW = timezone.now()
MANY = 4000


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def some_years(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Have the tests of this file, each of which undoes what it writes, begin with what some years have left."""
    with django_db_blocker.unblock(), transaction.atomic():
        make_many_games()
        make_many_hands()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        yield
        transaction.set_rollback(True)


def make_many_games() -> None:
    """Most games are over, few are being played, fewer still are due or waiting for players."""
    host = make_user()
    Game.objects.bulk_create(a_game(host, number) for number in range(MANY))
    games = list(Game.objects.values_list("pk", flat=True))
    players = [make_user() for _ in range(20)]
    Seat.objects.bulk_create(
        Seat(game_id=pk, number=number, holder="person", user=players[(pk + number) % 20])
        for pk in games
        for number in range(2)
    )
    Notice.objects.bulk_create(
        Notice(
            game_id=pk, user=host, kind="your_turn", done=NOW if pk % 50 else None, outcome="sent" if pk % 50 else ""
        )
        for pk in games
    )


def make_many_hands() -> None:
    """Each game has had a hand, an hour after the one before; all but the last few and some others are reviewed."""
    games = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    log = [{"game_id": pk, "entry": 1, "digest": "0" * 64} for pk in games]
    Hand.objects.bulk_create(Hand(number=1, dealer=0, pack="", **entry) for entry in log)
    Reveal.objects.bulk_create(
        Reveal(hand_number=1, seed="0" * 64, created=NOW - timedelta(hours=place), **entry)
        for place, entry in enumerate(log)
    )
    hands = list(Hand.objects.order_by("pk").values_list("pk", flat=True))[10:]
    Review.objects.bulk_create(
        Review(hand_id=pk, done=NOW, method="test", figures={}) if pk % 50 else Review(hand_id=pk) for pk in hands
    )


def a_game(host: Any, number: int) -> Game:
    if number % 40 == 0:
        return Game(host=host)
    if number % 10 == 0:
        deadline = NOW + timedelta(minutes=number % 1000 - 50)
        return Game(host=host, status="active", to_play=0, turn_began=NOW, deadline=deadline)
    return Game(host=host, status="finished", finished=NOW)


def plan(query: QuerySet[Any]) -> str:
    return query.explain()


def assert_uses(index: str, query: QuerySet[Any]) -> None:
    found = plan(query)
    assert index in found, found
    assert not reads_everything(found), found


def reads_everything(found: str) -> bool:
    return "Seq Scan" in found or any("SCAN" in line and "INDEX" not in line for line in found.splitlines())


def test_the_sweep_finds_what_is_due_by_its_index() -> None:
    due = Game.objects.due(NOW)
    assert 0 < due.count() < MANY / 20
    assert_uses("games_game_due", due)
    assert_uses("games_game_due", due.values_list("pk", flat=True))


def test_games_whose_log_is_broken_are_found_by_their_index() -> None:
    assert_uses("games_game_broken", Game.objects.with_broken_log())


def test_the_bot_finds_one_game_by_its_key() -> None:
    assert not reads_everything(plan(Game.objects.due(NOW).filter(pk=Game.objects.first().pk)))  # type: ignore[union-attr]


def test_the_lobby_is_read_by_its_index() -> None:
    lobby = Game.objects.in_lobby()
    assert lobby.count() == MANY / 40
    assert_uses("games_game_open", lobby)
    assert_uses("games_game_open", lobby[:20])


def test_a_players_games_are_found_by_their_seats() -> None:
    user = make_user()
    Seat.objects.create(game=Game.objects.earliest("pk"), number=3, holder="person", user=user)
    assert_uses("games_seat_of_user", Game.objects.played_by(user))
    assert_uses("games_seat_of_user", Seat.objects.to_play_for(user))
    assert "games_seat_of_user" in plan(Game.objects.awaiting(user)) or "games_seat" in plan(
        Game.objects.awaiting(user)
    )


def test_unsent_notices_are_found_by_their_index() -> None:
    # PostgreSQL may take the other index of unsent notices as well, with as few as there are here.
    assert_uses("games_notice_", Notice.objects.unsent(timezone.now()))


def test_reviews_that_wait_are_found_by_their_index() -> None:
    assert_uses("games_review_waiting", Review.objects.waiting(timezone.now()))


def test_hands_that_have_ended_lately_and_are_not_reviewed_are_found_by_the_index() -> None:
    lately = unreviewed(NOW - timedelta(days=2))
    assert lately.count() == 10
    assert_uses("games_reveal_created", lately)


def test_no_foreign_key_has_an_index_that_another_begins_with() -> None:
    """Every index of a table is written with each of its rows."""
    twice = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.concrete_fields
        if getattr(field, "db_index", False) and field.name in _first_fields(model)
    ]
    assert twice == []


def _first_fields(model: type[Model]) -> set[str]:
    """Return the fields that a constraint or an index of all rows of *model* begins with."""
    declared: list[Any] = [*model._meta.constraints, *model._meta.indexes]
    return {each.fields[0] for each in declared if getattr(each, "fields", ()) and each.condition is None}
