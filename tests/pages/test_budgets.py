"""Queries of one page, counted by Django: each statement, BEGIN, SAVEPOINT, RELEASE and COMMIT counts as one.

Session and user are two of them.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Hand, Holder, Seat
from tests.builders import move_on, state_of

from .reader import htmx
from .tables import at, finished, seat, whose_turn

FOR_A_TABLE, FOR_A_LIST, FOR_A_MOVE = 8, 6, 12  # a move: 10, and session and user
BEGINNING_AND_END = 2  # BEGIN, COMMIT: not counted where a hand ends, whose seed is read and revealed


def queries(reader, path, *, status=200, headers=None):
    Seat.objects.update(seen=None)  # a look that is remembered costs a query: count the dearer one
    with CaptureQueriesContext(connection) as captured:
        page = reader.get(path, follow=False, headers=headers)
    assert page.status == status
    return captured


def fill_with_games(*readers):
    """Add a thousand games of them, open, active and finished; many are in the lobby, too."""
    now = timezone.now()
    games = [
        Game(
            host=readers[0].user,
            players=3,
            status=status,
            to_play=0 if status == "active" else None,
            turn_began=now if status == "active" else None,
            deadline=now + timedelta(days=1, seconds=number) if status == "active" else None,
            finished=now if status == "finished" else None,
            hand_number=0 if status == "open" else 1,
            points=[] if status == "open" else [[5, 0, 0]],
            missed=[0] * 3,
        )
        for number, status in enumerate(["open", "active", "finished", "active"] * 250)
    ]
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, holder=Holder.PERSON, user=reader.user)
        if (reader := dict(enumerate(readers)).get(number))
        else Seat(game=game, number=number, holder=Holder.NOBODY if game.status == "open" else Holder.BOT)
        for game in games
        for number in range(3)
    )


@pytest.mark.parametrize("who", ["ann", "eve", "nobody"])
def test_a_table_keeps_its_budget_from_the_first_card_to_the_last_hand(request, ann, ben, cat, who):
    reader = request.getfixturevalue(who)
    game = seat(ann, ben, cat, hands=24, target=None)
    first = queries(reader, at(game))
    move_on(game, 40)
    later = queries(reader, at(game))
    make_last(game)
    last = queries(reader, at(game))
    assert len(first) <= FOR_A_TABLE, first.captured_queries
    assert len(first) == len(later) == len(last), (first.captured_queries, last.captured_queries)


def make_last(game):
    """Give a game in its second hand a past of 24."""
    second = Hand.objects.get(game=game, number=2)
    Hand.objects.bulk_create(
        Hand(game=game, number=number, dealer=second.dealer, pack=second.pack, entry=1000 + number, digest="0" * 64)
        for number in range(3, 25)
    )
    dealer = second.dealer
    Game.objects.filter(pk=game.pk).update(
        hand_number=24, ply=0, points=[[1, 2, 2]] * 23, to_play=(dealer + 1) % 3, version=game.version + 1
    )


def test_a_table_costs_the_same_among_a_thousand_games(ann, ben, cat):
    game = seat(ann, ben, cat)
    alone = queries(ann, at(game))
    fill_with_games(ann, ben)
    among = queries(ann, at(game))
    assert len(alone) == len(among)


def test_asking_whether_anything_has_changed_is_cheaper_than_the_table(ann, ben, cat):
    game = seat(ann, ben, cat)
    unchanged = queries(ann, at(game, f"/table?version={game.version}"), status=204, headers=htmx("table"))
    assert len(unchanged) < len(queries(ann, at(game))) <= FOR_A_TABLE


def test_other_pages_of_a_game_keep_the_budget_of_a_table(ann, ben, cat):
    opened, active, over = seat(ann, begun=False), seat(ann, ben, cat), finished(ann, ben, cat)
    paths = [at(opened), at(active, "/resign"), at(active, "/score-sheet")]
    paths += [at(over, rest) for rest in ("", "/score-sheet", "/hands/1", "/hands/1/3", "/record")]
    for path in paths:
        captured = queries(ann, path)
        assert len(captured) <= FOR_A_TABLE, (path, captured.captured_queries)


@pytest.mark.parametrize("path", ["/games", "/games/finished", "/games/finished?page=2", "/lobby", "/lobby?page=3"])
def test_a_list_keeps_its_budget_whatever_the_number_of_games(ann, ben, cat, path):
    seat(ann, ben, cat)
    finished(ann, ben, cat)
    seat(ben, begun=False)
    few = queries(ann, path)
    fill_with_games(ann, ben)
    many = queries(ann, path)
    assert len(many) <= FOR_A_LIST, many.captured_queries
    assert len(few) <= len(many)
    statements = [query["sql"] for query in many.captured_queries]
    assert not [sql for sql in statements if "games_hand" in sql or "games_move" in sql]


def test_a_profile_costs_the_same_with_one_game_or_a_thousand(ann, ben, cat):
    finished(ann, ben, cat)
    few = queries(ben, "/players/Ann")
    fill_with_games(ann, ben)
    assert len(queries(ben, "/players/Ann")) == len(few)


@pytest.mark.parametrize("path", ["/", "/rules", "/credits"])
def test_a_page_for_everybody_asks_the_database_for_its_reader_alone(ann, nobody, path):
    assert len(queries(nobody, path)) == 0
    assert len(queries(ann, path)) <= 3  # session, user, and how many turns wait


def test_a_move_keeps_the_budget_of_a_move_at_every_card_of_a_game(ann, ben, cat):
    game = seat(ann, ben, cat, hands=1, target=None)
    counts: list[int] = []
    for reader in (ann, ben, cat):
        reader.get("/")  # for the token
    while game.status == "active":
        reader, card = whose_turn(game, ann, ben, cat), str(state_of(game).legal_cards()[0])
        with CaptureQueriesContext(connection) as captured:
            page = reader.post(at(game, "/play"), {"ply": str(game.ply), "card": card}, follow=False)
        assert page.status == 302
        ends_the_hand = len(counts) == 29
        assert len(captured) <= FOR_A_MOVE + BEGINNING_AND_END * ends_the_hand, captured.captured_queries
        counts.append(len(captured))
        game.refresh_from_db()
    assert len(counts) == 30
