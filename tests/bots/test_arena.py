"""The arena is fair, repeatable, and says how sure it is."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.bots.arena import Figure, duel_games, duel_hands
from games.bots.levels import player_of
from games.engine.rules import Rules


def arena(*words: str) -> str:
    out = StringIO()
    call_command("arena", *words, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_bot_against_its_equals_gets_exactly_its_share_of_the_points(players):
    result = duel_hands(Rules(players=players), player_of("h0"), player_of("h0"), deals=3, seed=1)
    assert result.figure.mean == pytest.approx(5 / players)
    assert result.figure.error == pytest.approx(0)


def test_a_bot_against_its_equals_wins_exactly_its_share_of_games():
    result = duel_games(Rules(players=3, target=5), player_of("h1"), player_of("h1"), games=6, seed=1)
    assert result.figure.mean == pytest.approx(1 / 3)
    assert result.figure.number == 2


def test_the_same_seed_gives_the_same_figures_and_another_does_not():
    def figure(seed: int) -> Figure:
        return duel_hands(Rules(), player_of("random"), player_of("h0"), deals=4, seed=seed).figure

    assert figure(1) == figure(1) != figure(2)


def test_the_standard_error_is_that_of_the_mean_over_deals():
    found = Figure.of([1.0, 2.0, 3.0])
    assert found.mean == 2.0
    assert found.error == pytest.approx(0.57735, abs=1e-5)


def test_the_yardsticks_come_in_the_order_of_their_strength():
    rules = Rules()

    def points(one: str) -> float:
        return duel_hands(rules, player_of(one), player_of("h0"), deals=50, seed=2).figure.mean

    assert points("random") > points("beginner") > 1.25 > points("h1") > points("club")


def test_the_stand_in_beats_three_h0_without_peeking():
    figure = duel_hands(Rules(), player_of("stand_in"), player_of("h0"), deals=6, seed=3).figure
    assert 0.80 - 3 * figure.error < figure.mean < 1.25


def test_the_command_prints_points_a_hand_with_the_error_and_the_times():
    text = arena("club", "h0", "--deals", "3")
    assert text.startswith("club against 3 x h0: ")
    assert "points a hand (3 deals, each from every seat)" in text
    assert "ms" in text


def test_the_command_prints_one_line_of_json_that_a_program_can_read():
    answer = json.loads(arena("club", "h1", "--games", "4", "--players", "3", "--target", "5", "--general", "--json"))
    assert 0 <= answer["games_won"] <= 1
    assert answer["players"] == 3
    assert set(answer["milliseconds"]) == {"mean", "p99", "longest"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "7"], "three to six"),
        (["--deals", "1"], "two deals at least"),
        (["--games", "4"], "two sets of deals"),
        (["--target", "0"], "at least 1"),
    ],
)
def test_the_command_says_what_is_wrong_with_its_options(words, sentence):
    with pytest.raises(CommandError, match=sentence):
        arena("h0", "h1", *words)
