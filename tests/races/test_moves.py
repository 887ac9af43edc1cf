"""Moves that meet: clicks, tabs, the bot after a time-out, sweeps. One of them is the next move."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from accounts.models import User
from games.engine.cards import Card
from games.engine.hand import Move as EngineMove
from games.engine.view import SeatView
from games.models import Game, Hand, Move, Notice
from games.services.absence import resign
from games.services.errors import StaleMove
from games.services.overdue import play_due_games, play_game
from games.services.play import play
from games.table import TableView
from tests.builders import bots_choosing, dealing, first_move, make_game, move_on, state_of
from tests.services.consistency import check_game

from .race import PATIENCE, race, refusals

ROUNDS = 20
SPADES = [Card.parse(text) for text in ("7S", "8S", "9S", "TS", "AS", "JS", "QS", "KS")]


@pytest.fixture
def game(users: list[User]) -> Game:
    """Ann holds all spades and is to lead; each of the others holds a suit."""
    with dealing():
        return make_game(*users, target=50)


def ann_plays(game: Game, ann: User, ply: int, card: Card) -> TableView:
    return play(slug=game.slug, user=ann, ply=ply, move=card)


def test_eight_clicks_make_one_move_and_eight_answers(game: Game, users: list[User]) -> None:
    results = race(*[partial(ann_plays, game, users[0], 0, SPADES[0])] * 8)
    assert refusals(results) == []
    assert {table.version for table in results} == {5}
    assert Move.objects.count() == 1
    assert Notice.objects.filter(kind="your_turn", hand_number=1, ply=1).count() == 1
    check_game(game.pk)


def test_eight_tabs_with_eight_cards_make_one_move(game: Game, users: list[User]) -> None:
    results = race(*[partial(ann_plays, game, users[0], 0, card) for card in SPADES])
    assert refusals(results) == [StaleMove] * 7
    [winner] = [card for card, result in zip(SPADES, results, strict=True) if isinstance(result, TableView)]
    assert Move.objects.get().card == winner.text
    check_game(game.pk)


def test_two_tabs_with_different_cards_make_one_move_each_trick(game: Game, users: list[User]) -> None:
    for trick in range(7):
        ply, cards = 4 * trick, state_of(game).legal_cards()
        results = race(*[partial(ann_plays, game, users[0], ply, card) for card in cards[:2]])
        assert refusals(results) == [StaleMove]
        move_on(game, 3)
    assert Move.objects.count() == 28
    check_game(game.pk)


def test_all_four_seats_at_once_move_in_their_order(game: Game, users: list[User]) -> None:
    """Only Ann's move can be the first: the others come too early or, after hers, for another ply."""
    first = [Card.parse(text) for text in ("7S", "7H", "7D", "7C")]
    race(*[partial(play, slug=game.slug, user=user, ply=0, move=card) for user, card in zip(users, first, strict=True)])
    assert Move.objects.values_list("seat", "card").get() == (0, "7S")
    check_game(game.pk)


@pytest.mark.parametrize("tables", [1, pytest.param(50, marks=pytest.mark.soak)])
def test_the_player_against_the_time_out_exactly_one_wins(users: list[User], tables: int) -> None:
    """Turn after turn at its deadline; who wins is open, that one does is not."""
    for _ in range(tables):
        with dealing():
            meet_at_many_deadlines(make_game(*users, target=50), users)


def meet_at_many_deadlines(game: Game, users: list[User]) -> None:
    for number in range(ROUNDS):
        moves = Move.objects.filter(hand__game=game)
        before = moves.count()
        last_card = state_of(game).legal_cards()[-1]
        swept, played = meet_at_the_deadline(game, users)
        move = moves.latest("hand__number", "ply")
        assert moves.count() == before + 1, f"round {number}"
        if move.by == "player":
            assert (swept, refusals([played]), move.card) == (0, [], last_card.text)
        else:
            assert (swept, refusals([played]), move.by) == (1, [StaleMove], "timeout")
            move_on(game, 8)  # so that nobody misses two turns in a row
        check_game(game.pk)


def meet_at_the_deadline(game: Game, users: list[User]) -> list[Any]:
    """Let the bot think to its end, and then have it and the player go for the game at the same moment."""
    game.refresh_from_db()
    at, state = due_at(game), state_of(game)
    assert state.to_play is not None
    user, card = users[state.to_play], state.legal_cards()[-1]
    thought = Barrier(2, timeout=PATIENCE)

    def choose(view: SeatView) -> EngineMove:
        thought.wait()
        return view.legal[0]

    def play_in_time() -> TableView:
        thought.wait()
        return play(slug=game.slug, user=user, ply=state.ply, move=card)

    with bots_choosing(choose):
        return race(partial(play_game, game.pk, now=at), play_in_time)


def due_at(game: Game) -> datetime:
    assert game.due_at is not None
    return game.due_at


def test_two_sweeps_play_an_overdue_turn_once(game: Game) -> None:
    for _ in range(6):
        game.refresh_from_db()
        at, before = due_at(game), Move.objects.count()
        results = race(*[partial(play_due_games, now=at)] * 2)
        assert sum(results) == 1
        assert Move.objects.count() == before + 1
        check_game(game.pk)


def test_four_sweeps_over_many_games_play_each_bots_turn_once(users: list[User]) -> None:
    with dealing(dealer=0):
        games = [make_game(users[0]) for _ in range(5)]
    results = race(*[play_due_games] * 4)
    assert sum(results) == Move.objects.count() == 15
    for game in games:
        check_game(game.pk)


def test_a_game_of_bots_alone_is_played_once_by_two_at_once(users: list[User]) -> None:
    with dealing():
        game = make_game(users[0], target=5)
        resign(slug=game.slug, user=users[0])
    results = race(*[partial(play_game, game.pk)] * 2)
    game.refresh_from_db()
    while game.status == "active":  # each leaves a game that the other moves in; a sweep comes back to it
        results.append(play_game(game.pk))
        game.refresh_from_db()
    assert sum(results) == Move.objects.count()
    check_game(game.pk)


def test_the_next_hand_is_dealt_once(game: Game, users: list[User]) -> None:
    """The last card of the hand is sent eight times at once, by the player and by the sweep."""
    move_on(game, 31)
    at, last = due_at(game), state_of(game).legal_cards()[0]
    results = race(
        *[partial(play, slug=game.slug, user=users[3], ply=31, move=last)] * 6,
        *[partial(play_game, game.pk, now=at)] * 2,
    )
    assert Hand.objects.count() == 2
    assert Move.objects.count() == 32
    assert set(refusals(results)) <= {StaleMove}
    check_game(game.pk)


def test_the_game_ends_once(users: list[User]) -> None:
    with dealing():
        game = make_game(*users, target=5)
    move_on(game, 31)
    last = state_of(game).legal_cards()[0]
    results = race(*[partial(play, slug=game.slug, user=users[3], ply=31, move=last)] * 4)
    assert refusals(results) == []
    assert {table.status for table in results} == {"finished"}
    assert Notice.objects.filter(kind="game_over").count() == 4
    check_game(game.pk)


def test_games_side_by_side_do_not_hinder_each_other(users: list[User]) -> None:
    """Eight tables, eight threads, each playing a whole hand: nothing is refused and nothing is lost."""
    with dealing():
        games = [make_game(*users) for _ in range(8)]
        results = race(*[partial(move_on, game, 32) for game in games])
    assert refusals(results) == []
    for game in games:
        check_game(game.pk)
        assert game.hand_number == 2
    assert first_move(state_of(games[0])) == Card.parse("7H")
