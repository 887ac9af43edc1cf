"""The weights can be made again: `fit` reads what `collect` writes, and the policy plays by what `fit` writes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import pytest

from games.bots.arena import duel_hands
from games.bots.layout import layout_for
from games.bots.levels import player_of
from games.bots.linear import Linear, fitted
from games.bots.thinking import AtSight
from games.bots.training import collect, fit
from games.engine.rules import Rules


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def run_it(main: Callable[[], None], *words: object) -> None:
        monkeypatch.setattr(sys, "argv", ["recipe", *map(str, words)])
        main()

    return run_it


def test_a_few_hundred_decisions_make_a_policy_that_beats_chance(run, tmp_path, capsys, monkeypatch):
    data, made = tmp_path / "a.jsonl", tmp_path / "weights.json"
    run(collect.main, "--decisions", 400, "--worlds", 12, "--policies", "h0", "h1", "--seed", 12)
    data.write_text(capsys.readouterr().out)
    run(fit.main, data, "--into", made)
    assert "held back" in capsys.readouterr().err
    weights = json.loads(made.read_text())["4"]
    assert {kind: len(row) for kind, row in weights.items()} == {kind: len(row) for kind, row in fitted()["4"].items()}
    monkeypatch.setattr("games.bots.thinking.policy_of", lambda *_: Linear(layout_for(False), 4, weights))
    figure = duel_hands(Rules(), AtSight("linear"), player_of("random"), deals=20, seed=1).figure
    assert figure.mean + 3 * figure.error < 1.25


@pytest.mark.parametrize("text", ["", '{"kind": "lead"}\n', "no JSON\n", None])
def test_too_little_to_fit_to_is_said_and_changes_no_weights(run, tmp_path, capsys, text):
    data, made = tmp_path / "a.jsonl", tmp_path / "weights.json"
    if text is not None:
        data.write_text(text)
    with pytest.raises(SystemExit):
        run(fit.main, data, "--into", made)
    assert "not enough to fit" in capsys.readouterr().err
    assert not made.exists()


@pytest.mark.parametrize("words", [("--players", 9), ("--policies", "nobody")])
def test_what_cannot_be_collected_is_refused(run, capsys, words):
    with pytest.raises(SystemExit):
        run(collect.main, *words)
    assert "invalid choice" in capsys.readouterr().err
