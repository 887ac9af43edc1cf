"""How many queries a deed makes: the same for a short game and a long one, with one game in the database or 1,000."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.services.absence import resign, take_back
from games.services.errors import GameError
from games.services.looking import see_hand, see_table
from games.services.overdue import play_game
from games.services.play import play
from tests.builders import dealing, first_move, make_game, make_user, move_on, state_of

MOST_FOR_A_MOVE = 9  # BEGIN and COMMIT counted
MOST_AT_THE_END_OF_A_HAND = MOST_FOR_A_MOVE + 2  # the seeds are read, and that of the hand is revealed


@pytest.fixture
def four(transactional_db: None):
    """Four players; each holds one suit in every hand. No transaction is around the test: BEGIN and COMMIT are seen."""
    with dealing():
        yield [make_user() for _ in range(4)]


def queries_of(deed: Callable[[], object]) -> list[str]:
    with (
        CaptureQueriesContext(
            connection,
        ) as captured,
        suppress(GameError),
    ):
        deed()
    return [query["sql"] for query in captured.captured_queries]


def queries_of_a_move(game: Game) -> list[str]:
    state = state_of(game)
    user = game.seats.get(number=state.to_play or 0).user
    move = first_move(state)
    return queries_of(lambda: play(slug=game.slug, user=user, ply=state.ply, move=move))


def assert_few(queries: list[str], most: int) -> None:
    assert len(queries) <= most, "\n".join(queries)


def test_a_move_takes_nine_queries_at_most_with_begin_and_commit(four: list[User]) -> None:
    queries = queries_of_a_move(make_game(*four))
    assert_few(queries, MOST_FOR_A_MOVE)
    assert queries[0].startswith("BEGIN")
    assert queries[-1] == "COMMIT"


def test_the_move_that_ends_a_hand_takes_two_more(four: list[User]) -> None:
    game = make_game(*four)
    move_on(game, 31)
    assert_few(queries_of_a_move(game), MOST_AT_THE_END_OF_A_HAND)
    game.refresh_from_db()
    assert game.hand_number == 2


def test_so_does_the_move_that_ends_the_game(four: list[User]) -> None:
    game = make_game(*four, target=5)
    move_on(game, 31)
    assert_few(queries_of_a_move(game), MOST_AT_THE_END_OF_A_HAND)
    game.refresh_from_db()
    assert game.status == "finished"


def test_a_move_in_the_tenth_hand_takes_as_many_as_in_the_second(four: list[User]) -> None:
    game = make_game(*four, target=None, hands=10)
    move_on(game, until_hand=2)
    early = len(queries_of_a_move(game))
    move_on(game, until_hand=10)
    move_on(game, 31)
    assert game.hand_number == 10
    looking = len(queries_of(lambda: see_table(slug=game.slug, user=four[0])))
    assert_few(queries_of_a_move(game), MOST_AT_THE_END_OF_A_HAND)
    assert (early, looking) == (len(queries_of_a_move(make_game(*four))), 3 + 1)


def test_with_a_thousand_games_a_move_takes_as_many_as_with_one(four: list[User]) -> None:
    alone = len(queries_of_a_move(make_game(*four)))
    other = make_user()
    Game.objects.bulk_create(Game(host=other) for _ in range(1000))
    assert len(queries_of_a_move(make_game(*four))) == alone


def test_a_move_sent_again_writes_nothing(four: list[User]) -> None:
    game = make_game(*four)
    move = first_move(state_of(game))
    play(slug=game.slug, user=four[0], ply=0, move=move)
    queries = queries_of(lambda: play(slug=game.slug, user=four[0], ply=0, move=move))
    assert_few(queries, 5)
    assert not [query for query in queries if query.startswith(("INSERT", "UPDATE"))]


def test_looking_at_a_table_takes_three_queries_and_noting_the_look_one(four: list[User]) -> None:
    game = make_game(*four)
    for most in (4, 3):
        assert_few(queries_of(lambda: see_table(slug=game.slug, user=four[0])), most)


def test_looking_at_a_hand_takes_as_many_however_long_the_game(four: list[User]) -> None:
    game = make_game(*four, target=None, hands=10)
    counts = []
    for hand in (2, 10):
        move_on(game, until_hand=hand)
        counts.append(len(queries_of(lambda: see_hand(slug=game.slug, user=four[0], number=1))))
    assert counts[0] == counts[1] <= 4


def test_a_time_out_and_the_seat_that_goes_to_a_bot_take_few_queries(four: list[User]) -> None:
    game = make_game(*four)
    counts = []
    for _ in range(2):
        at = timezone.now() + timedelta(days=30)
        counts.append(len(queries_of(lambda at=at: play_game(game.pk, now=at))))  # type: ignore[misc]
        move_on(game, 3)
    # Three to think by, the move, and a last one to see that nothing more is due; then a seat and its entry.
    assert counts[0] <= 3 + MOST_FOR_A_MOVE + 1
    assert counts[1] <= counts[0] + 3


def test_resigning_and_coming_back_take_few_queries(four: list[User]) -> None:
    game = make_game(*four)
    for _ in range(2):
        play_game(game.pk, now=timezone.now() + timedelta(days=30))
        move_on(game, 3)
    assert_few(queries_of(lambda: take_back(slug=game.slug, user=four[0])), MOST_FOR_A_MOVE + 1)
    assert_few(queries_of(lambda: resign(slug=game.slug, user=four[0])), MOST_FOR_A_MOVE + 1)
