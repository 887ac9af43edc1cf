"""Queries of one request, counted by Django: each statement, BEGIN, SAVEPOINT, RELEASE and COMMIT counts as one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Hand, Holder, Notice, Seat

from .people import GAMES, move_of, play_on, seat_all, to_play

FOR_A_MOVE, FOR_A_TABLE, FOR_A_LIST = 10, 6, 6
BEGINNING_AND_END = 2  # BEGIN, COMMIT: not counted where a hand ends, whose seed is read and revealed
LISTS = ["", "?mine=true", "?my_turn=true", "?lobby=true", "?status=finished", "?mine=true&limit=100", "?offset=40"]


def queries(caller, method, path, body=None, status=200):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answer = caller.call(method, path, body)
    assert answer.status == status, answer.body
    return len(captured), [query["sql"] for query in captured]


@pytest.fixture
def thousand_games(anna, ben):
    """A thousand games between two players and two bots, some open, some active, some finished."""
    now = timezone.now()
    games = [
        Game(
            host=anna.user,
            status=status,
            to_play=0 if status == "active" else None,
            turn_began=now if status == "active" else None,
            deadline=now + timedelta(days=1, seconds=number) if status == "active" else None,
            finished=now if status == "finished" else None,
            hand_number=0 if status == "open" else 1,
            points=[[5, 0, 0, 0]] * 12 if status != "open" else [],
            missed=[0] * 4,
        )
        for number, status in enumerate(["open", "active", "finished", "active"] * 250)
    ]
    Game.objects.bulk_create(games)
    seats = [
        [
            Seat(game=game, number=0, holder=Holder.PERSON, user=anna.user),
            Seat(game=game, number=1, holder=Holder.PERSON, user=ben.user),
            Seat(game=game, number=2, holder=Holder.BOT),
            Seat(game=game, number=3, holder=Holder.NOBODY if game.status == "open" else Holder.BOT),
        ]
        for game in games
    ]
    Seat.objects.bulk_create(seat for four in seats for seat in four)
    return games


def make_long(slug, hands):
    """Give a game in its first hand a past of so many hands: its present one becomes the last of many."""
    game = Game.objects.get(slug=slug)
    first = Hand.objects.get(game=game)
    Hand.objects.bulk_create(
        Hand(game=game, number=number, dealer=first.dealer, pack=first.pack, entry=1000 + number, digest="0" * 64)
        for number in range(2, hands + 1)
    )
    Game.objects.filter(pk=game.pk).update(
        hand_number=hands, ply=0, points=[[1, 2, 2]] * (hands - 1), hands_to_play=hands, target=None,
        to_play=(first.dealer + 1) % 3,
    )  # fmt: skip


@pytest.mark.parametrize("query", LISTS)
def test_a_list_keeps_its_budget_whatever_the_number_of_games(request, anna, ben, cat, query):
    seat_all(anna, ben, cat)
    few, _ = queries(anna, "GET", GAMES + query)
    request.getfixturevalue("thousand_games")
    many, statements = queries(anna, "GET", GAMES + query)
    assert many <= FOR_A_LIST, statements
    assert few <= many
    assert not [sql for sql in statements if "games_hand" in sql or "games_move" in sql]


@pytest.mark.parametrize("who", ["anna", "stranger", "nobody"])
def test_a_table_keeps_its_budget(request, anna, ben, cat, who):
    caller = request.getfixturevalue(who)
    slug = seat_all(anna, ben, cat)
    first, statements = queries(caller, "GET", f"{GAMES}/{slug}")
    assert first <= FOR_A_TABLE, statements
    play_on(slug, [anna, ben, cat], 40)
    Seat.objects.update(seen=None)
    later, statements = queries(caller, "GET", f"{GAMES}/{slug}")
    assert later == first, statements


def test_a_move_keeps_its_budget_at_every_move_of_a_game(anna, ben, cat):
    callers = [anna, ben, cat]
    slug = seat_all(*callers, target=5)
    counts = []
    while Game.objects.get(slug=slug).status == Game.Status.ACTIVE:
        caller, table = to_play(slug, callers)
        count, statements = queries(caller, "POST", f"{GAMES}/{slug}/moves", move_of(table), status=201)
        ends_a_hand = any("games_reveal" in sql for sql in statements)
        assert count <= FOR_A_MOVE + BEGINNING_AND_END * ends_a_hand, statements
        counts.append(count)
    assert len(counts) >= 30  # a hand at least, its last card and the last card of the game among them
    assert Notice.objects.filter(kind="game_over").count() == 3


def test_a_declaration_keeps_the_budget_of_a_move(anna, ben, cat):
    slug = seat_all(anna, ben, cat, general=True)
    caller, table = to_play(slug, [anna, ben, cat])
    count, statements = queries(caller, "POST", f"{GAMES}/{slug}/moves", move_of(table), status=201)
    assert count <= FOR_A_MOVE, statements


def test_a_move_and_a_table_cost_the_same_in_the_last_hand_of_a_long_game(anna, ben, cat):
    callers = [anna, ben, cat]
    short, long = seat_all(*callers, hands=24, target=None), seat_all(*callers, hands=24, target=None)
    make_long(long, 24)
    counts = {}
    for slug in (short, long):
        caller, table = to_play(slug, callers)
        looked, _ = queries(caller, "GET", f"{GAMES}/{slug}")
        moved, _ = queries(caller, "POST", f"{GAMES}/{slug}/moves", move_of(table), status=201)
        counts[slug] = (looked, moved)
    assert counts[short] == counts[long]


def test_a_move_and_a_table_cost_the_same_among_a_thousand_games(anna, ben, cat, request):
    callers = [anna, ben, cat]
    slug = seat_all(*callers)
    alone = cost_of_a_turn(slug, callers)
    request.getfixturevalue("thousand_games")
    assert cost_of_a_turn(slug, callers) == alone


def cost_of_a_turn(slug, callers):
    caller, table = to_play(slug, callers)
    looked, _ = queries(caller, "GET", f"{GAMES}/{slug}")
    moved, _ = queries(caller, "POST", f"{GAMES}/{slug}/moves", move_of(table), status=201)
    return looked, moved


def test_a_stale_move_with_its_table_keeps_the_budget(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    caller, table = to_play(slug, [anna, ben, cat])
    body = {"ply": 9, "card": table["hand"]["legal"][0]}
    count, statements = queries(caller, "POST", f"{GAMES}/{slug}/moves", body, status=409)
    assert count <= FOR_A_MOVE, statements
