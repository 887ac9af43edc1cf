"""``manage.py verify`` shares many games between processes, shows how far it is, and reopens closed games."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.utils import timezone

from games.management.commands import verify as command
from games.models import Game, Move
from games.services.broken import close_game
from games.services.overdue import play_due_games
from tests.builders import DAY, make_game, make_user, move_on, move_once

from .tampering import change_the_log, unguarded, verify


@pytest.fixture
def games(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    monkeypatch.setattr(command, "WORTH_A_PROCESS", 2)
    users = [make_user(name) for name in ("Ann", "Ben", "Cat")]
    games = [make_game(*users) for _ in range(6)]
    for game in games:
        move_on(game, 4)
    return games


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_two_processes_verify_all_games_and_say_how_fast(games: list[Game]) -> None:
    status, said = verify("--processes=2")
    first, second = said.splitlines()
    assert (status, first) == (0, "6 games, 24 moves: all agree with the log.")
    assert " seconds by 2 processes: " in second
    assert second.endswith(" moves a second.")


def test_what_one_of_them_finds_is_said_and_closes_that_game_alone(games: list[Game]) -> None:
    with unguarded():
        change_the_log(Move, {"hand_id": games[3].hands.get().pk, "ply": 2}, by="bot")
    status, said = verify("--processes=2")
    assert status == 1
    assert f"{games[3].slug}: the log is broken, the game is closed" in said
    assert list(Game.objects.exclude(broken=None)) == [games[3]]


def test_a_process_uses_no_connection_that_another_opened(games: list[Game]) -> None:
    opened = connections[DEFAULT_DB_ALIAS]
    try:
        command._begin()
        assert connections[DEFAULT_DB_ALIAS] is not opened
        assert Game.objects.count() == len(games)
        connections[DEFAULT_DB_ALIAS].close()
    finally:
        connections[DEFAULT_DB_ALIAS] = opened


def test_copies_are_repaired_by_two_processes_as_well(games: list[Game]) -> None:
    Game.objects.filter(pk=games[1].pk).update(ply=9)
    assert verify("--processes=2", "--repair")[0] == 0
    assert verify("--processes=2")[0] == 0


def test_a_terminal_shows_a_bar_and_the_rate(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "SHOW_EVERY", -1)
    terminal = Terminal()
    call_command("verify", "--processes=1", stdout=io.StringIO(), stderr=terminal)
    assert "[##########....................] 2 of 6 games" in terminal.getvalue()
    assert "moves a second" in terminal.getvalue()


def test_a_game_closed_by_mistake_is_opened_again_with_the_time_it_was_closed(games: list[Game]) -> None:
    game = games[0]
    close_game(game.slug, ["a mistake"])
    game.refresh_from_db()
    before = game.deadline
    assert before is not None
    with time_machine.travel(timezone.now() + 3 * DAY, tick=False):
        status, said = verify("--reopen", game.slug)
        assert (status, f"{game.slug}: open again" in said) == (0, True)
        game.refresh_from_db()
        assert game.broken is None
        assert game.deadline is not None
        assert abs(game.deadline - before - 3 * DAY) < timedelta(minutes=1)
        assert play_due_games() == len(games) - 1  # this one's player has time left
        move_once(game)
        assert verify(game.slug)[0] == 0
        assert f"{game.slug}: was not closed" in verify("--reopen", game.slug)[1]


def test_a_game_that_is_broken_stays_closed(games: list[Game]) -> None:
    with unguarded():
        change_the_log(Move, {"hand_id": games[3].hands.get().pk, "ply": 2}, by="bot")
    assert verify()[0] == 1
    status, said = verify("--reopen", games[3].slug)
    assert (status, "open again" in said) == (1, False)
    games[3].refresh_from_db()
    assert games[3].broken is not None


def test_to_open_games_they_must_be_named(games: list[Game]) -> None:
    with pytest.raises(CommandError):
        verify("--reopen")
