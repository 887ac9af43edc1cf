"""`make lint` finds what it is there to find."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from tests import lint
from tests.contracts import StandardLibraryOnly, names_in

CONTRACT = {"name": "pure", "type": "standard_library_only", "modules": ["rules"], "may_import": ["rules"]}


@pytest.mark.parametrize(
    ("imported", "kept"), [("dataclasses", True), ("rules.cards", True), ("django", False), ("rulesets", False)]
)
def test_a_pure_module_may_import_the_standard_library_and_its_like_only(imported: str, kept: bool):
    graph = grimp.ImportGraph()
    graph.add_module("rules")
    graph.add_import(importer="rules.hand", imported=imported)
    contract = StandardLibraryOnly("pure", {"session_options": {}}, CONTRACT)
    assert contract.check(graph, verbose=False).kept is kept


@pytest.mark.parametrize(
    "source",
    [
        "from games.models import Game, Hand",
        "from games.models import (\n    Hand as Dealt,\n)",
        "from games import models\npack = models.Hand.objects.last().pack",
        "def shown(hand: Hand) -> str: ...",
    ],
)
def test_a_name_is_found_however_it_comes_in(source: str):
    assert "Hand" in names_in(source)
    assert "Hand" not in names_in("from games.models import Game  # Hand\nhand = game.hand_number")


def test_a_failing_check_fails_the_whole_and_shows_what_it_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    commands = {
        "good": [sys.executable, "-c", "print('fine')"],
        "bad": [sys.executable, "-c", "print('here'); raise SystemExit(1)"],
    }
    monkeypatch.setattr(lint, "checks", lambda: commands)
    assert lint.main([]) == 1
    said = capsys.readouterr().out
    assert "good: ok" in said
    assert "fine" not in said
    assert "bad: FAILED" in said
    assert "here" in said
    assert said.endswith("Failed: bad.\n")


def test_every_template_of_ours_is_looked_at():
    assert "templates/base.html" in lint.checks()["templates"]
    assert not [word for word in lint.checks()["templates"] if word.startswith((".venv/lib", "var"))]


def test_make_without_a_word_lists_every_target_with_what_it_does():
    root = Path(__file__).resolve().parent.parent.parent
    said = subprocess.run(["make", "--silent"], cwd=root, capture_output=True, text=True, check=True).stdout
    for target in (
        "run",
        "setup",
        "test",
        "lint",
        "format",
        "messages",
        "audit",
        "bench",
        "soak",
        "lock",
        "clean",
        "help",
    ):
        assert f"  make {target} " in said
