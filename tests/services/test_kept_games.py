"""Games kept in tests/records, played again by all that the site does: the same moves, absences and results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.utils import timezone

from games.engine.cards import Card, parse_cards
from games.engine.hand import Move as EngineMove
from games.engine.rules import PLAYERS, Rules, Seat
from games.models import Game, Move, Sitting
from games.services import overdue, turns
from games.services.absence import resign, take_back
from games.services.play import play
from tests.builders import bots_choosing, make_game, make_user
from tests.engine.kept_games import Kept, kept_games

MOST_MOVES = 70
COMINGS_AND_GOINGS = ("resigned", "timed_out", "returned")


def short_lively_games(players: int) -> list[Kept]:
    """The games for so many players with the most comings and goings, of those that are soon played."""
    kept = [game for game in kept_games() if game["record"]["rules"]["players"] == players]
    short = [game for game in kept if sum(len(hand["by"]) for hand in game["record"]["hands"]) <= MOST_MOVES]
    return sorted(short, key=lambda game: -len(game["record"]["sittings"]))[:3]


@contextmanager
def dealing_as_kept(record: Kept) -> Iterator[None]:
    hands = iter(record["hands"])

    def pack_and_lot(rules: Rules, seed: bytes, **_: object) -> tuple[tuple[Card, ...], Seat]:
        hand = next(hands)
        return parse_cards(" ".join(hand["held"])), hand["dealer"]

    with mock.patch.object(turns, "pack_and_lot", pack_and_lot):
        yield


def moves_of(hand: Kept) -> list[EngineMove]:
    return [*hand.get("declarations", []), *parse_cards(hand["plays"])]


def play_again(record: Kept, clock: time_machine.Traveller) -> Game:
    """Seat as many players and have everything happen in its order."""
    users = [make_user() for _ in range(record["rules"]["players"])]
    with dealing_as_kept(record):
        game = make_game(*users, move_time=timedelta(hours=1), **record["rules"])
        for number, hand in enumerate(record["hands"], 1):
            for ply, (move, by) in enumerate(zip(moves_of(hand), hand["by"], strict=True)):
                for *_place, seat, why in [s for s in record["sittings"] if s[:2] == [number, ply]]:
                    if why != "timed_out":  # that follows from the turns missed
                        {"resigned": resign, "returned": take_back}[why](slug=game.slug, user=users[seat])
                game.refresh_from_db()
                assert game.to_play is not None
                if by == "p":
                    play(slug=game.slug, user=users[game.to_play], ply=ply, move=move)
                else:
                    clock.move_to(max(due_at(game), timezone.now()))
                    let_bot_make(game, move)
    game.refresh_from_db()
    return game


def due_at(game: Game) -> datetime:
    assert game.due_at is not None
    return game.due_at


def let_bot_make(game: Game, move: EngineMove) -> None:
    with bots_choosing(lambda _: move), mock.patch.object(overdue, "MOST_MOVES_AT_ONCE", 1):
        assert overdue.play_game(game.pk) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_kept_comes_to_its_end_again_by_the_same_moves(players: int) -> None:
    for kept in short_lively_games(players):
        record, answer = kept["record"], kept["answer"]
        assert record["sittings"]
        with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as clock:
            game = play_again(record, clock)
        assert game.status == "finished"
        assert game.points == [hand["points"] for hand in answer["hands"]]
        assert game.winners == answer["winners"]
        assert [seat.rank for seat in game.seats.order_by("number")] == answer["ranks"]
        assert causes(game) == [hand["by"] for hand in record["hands"]]
        assert comings_and_goings(game) == record["sittings"]


def causes(game: Game) -> list[str]:
    letters = ["" for _ in game.points]
    for number, by in Move.objects.filter(hand__game=game).order_by("entry").values_list("hand__number", "by"):
        letters[number - 1] += by[0]
    return letters


def comings_and_goings(game: Game) -> list[list[Any]]:
    rows = Sitting.objects.filter(game=game, why__in=COMINGS_AND_GOINGS).order_by("entry")
    return [[row.hand_number, row.ply, row.seat, row.why] for row in rows]
