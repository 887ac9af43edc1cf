"""Whole games over HTTP, by clients that know docs/api.md and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .plain import Refused, Site, play_to_the_end

DOCS = Path(__file__).resolve().parents[2] / "docs" / "api.md"
PASSWORD = "a pack of thirty-two cards"


def check_end(table):
    """Hold the end of a game to 10 points against the rules."""
    assert table["status"] == "finished"
    assert max(table["totals"]) >= 10
    assert [sum(points) for points in table["points"]] == [5] * len(table["points"])
    lowest = min(table["totals"])
    assert table["winners"] == [seat for seat, total in enumerate(table["totals"]) if total == lowest]


@pytest.fixture
def working(worker):
    """A worker that plays the bots' turns."""
    return worker.start(beat=True)


def test_a_visitor_plays_a_whole_game_against_three_bots(live_site, working):
    site = Site(live_site)
    site.come_as_a_visitor()
    slug = site.ask("POST", "/games", {"access": "link", "bots": 3})["slug"]
    table = play_to_the_end(slug, [site])
    check_end(table)
    record = site.ask("GET", f"/games/{slug}/record")
    assert (record["format"], record["totals"]) == ("polignac-record/1", table["totals"])
    assert {move["by"] for move in table["hand"]["moves"]} == {"player", "bot"}


def test_three_who_sign_up_invite_one_another_and_play_a_whole_game(live_site, transactional_db):
    anna, ben, cat = sites = [Site(live_site) for _ in range(3)]
    for site, name in zip(sites, ["Anna", "Ben", "Cat"], strict=True):
        site.sign_up(name, f"{name.lower()}@example.org", PASSWORD)
    opened = anna.ask("POST", "/games", {"players": 3, "access": "link", "general": True, "short_hands": True})
    slug = opened["slug"]
    with pytest.raises(Refused, match="no_such_game"):
        ben.ask("GET", f"/games/{slug}")
    assert ben.ask("GET", f"/invitations/{opened['invite']}")["host"] == "Anna"
    for site in (ben, cat):
        table = site.ask("POST", f"/games/{slug}/join", {"invite": opened["invite"]})
    assert table["status"] == "active"
    check_end(play_to_the_end(slug, sites))
    assert [row["slug"] for row in cat.ask("GET", "/games?mine=true&status=finished")["results"]] == [slug]


def test_the_client_in_the_documentation_plays_a_whole_game(live_site, working, tmp_path):
    (program,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    (tmp_path / "client.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-I", tmp_path / "client.py", live_site],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    points = [int(found) for line in lines for found in re.findall(r": (\d+) points", line)]
    assert (len(points), sum(points) % 5) == (4, 0)


def test_the_documentation_names_every_code_of_a_refusal():
    from games.api.errors import STATUSES

    text = DOCS.read_text()
    assert [error.code for error in STATUSES if f"`{error.code}`" not in text] == []
