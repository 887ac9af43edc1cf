"""Documents of a game that was played, downloaded as players would, in the hands of the programs that check them."""

from __future__ import annotations

import copy
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Game
from tests.builders import make_game, make_user, move_on

from .builders import PROGRAM

Json = dict[str, Any]
pytestmark = pytest.mark.django_db


class Outcome(NamedTuple):
    status: int
    said: str
    complained: str


@pytest.fixture
def game() -> Game:
    game = make_game(*(make_user(name) for name in ("Ann", "Ben", "Cat", "Dan")), target=None, hands=3)
    move_on(game, 70)  # the third hand is being played
    return game


@pytest.fixture
def documents(game: Game) -> tuple[Json, Json]:
    return fetched(f"/api/v1/games/{game.slug}/deals"), fetched(f"/api/v1/games/{game.slug}/log")


def fetched(path: str) -> Json:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.json()


class Folder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, content: Any) -> str:
        file = self.path / name
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(file)

    def run(self, deals: Any, log: Any = None, *words: str) -> Outcome:
        """Run the program of one file as its users do: alone, out of its own folder."""
        files = [self.write("deals.json", deals), *([] if log is None else [self.write("log.json", log)])]
        done = subprocess.run(
            [sys.executable, "-I", str(PROGRAM), *files, *words],
            cwd=self.path, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        return Outcome(done.returncode, done.stdout, done.stderr)

    def command(self, *contents: Any) -> Outcome:
        """Run ``manage.py verify-deal``."""
        out, err = io.StringIO(), io.StringIO()
        files = [self.write(f"{number}.json", content) for number, content in enumerate(contents)]
        try:
            call_command("verify-deal", *files, stdout=out, stderr=err)
        except SystemExit as end:
            return Outcome(int(end.code or 0), out.getvalue(), err.getvalue())
        return Outcome(0, out.getvalue(), err.getvalue())


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_pages_and_api_give_the_same_documents(game: Game, documents: tuple[Json, Json]) -> None:
    for name, document in zip(("deals", "log"), documents, strict=True):
        answer = Client().get(f"/games/{game.slug}/{name}.json")
        assert answer.json() == document
        assert answer.headers["Content-Disposition"] == f'attachment; filename="polignac-{game.slug}-{name}.json"'


def test_both_programs_find_them_as_promised(game: Game, documents: tuple[Json, Json], folder: Folder) -> None:
    deals, log = documents
    sentence = f"Checked: 2 hands of game {game.slug}, and a log of {game.entries} entries. All as promised.\n"
    assert folder.run(deals, log, "--head", game.head) == (0, sentence, "")
    assert folder.run(deals) == (0, f"Checked: 2 hands of game {game.slug}. All as promised.\n", "")
    status, said, complained = folder.command(deals)
    assert (status, complained) == (0, "")
    assert said.endswith(f"2 deals of game {game.slug}, all as promised.\n")


def test_before_the_first_hand_is_over_there_is_nothing_to_find_fault_with(folder: Folder) -> None:
    game = make_game(make_user("Eve"), begun=False)
    deals, log = (fetched(f"/api/v1/games/{game.slug}/{name}") for name in ("deals", "log"))
    assert folder.run(deals, log).said.startswith(f"Checked: 0 hands of game {game.slug}, and a log of 2 entries.")
    assert folder.command(deals).status == 0


# Deals that are not as promised


def exchange_two_cards(deals: Json) -> None:
    held = [text.split() for text in deals["deals"][1]["held"]]
    held[0][0], held[1][0] = held[1][0], held[0][0]
    deals["deals"][1]["held"] = [" ".join(cards) for cards in held]


def change(*path: Any, to: Any) -> Callable[[Json], None]:
    def spoil(document: Json) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        new = to(place[path[-1]]) if callable(to) else to
        assert place[path[-1]] != new
        place[path[-1]] = new

    return spoil


SPOILT_DEALS: dict[str, tuple[Callable[[Json], None], str]] = {
    "another seed": (change("deals", 0, "seed", to="0" * 64), "hand 1: the seed is not the one committed to"),
    "another seed, of the chain": (
        lambda deals: change("deals", 0, "seed", to=deals["deals"][1]["seed"])(deals),
        "hand 1: the seed is not the one committed to",
    ),
    "another commitment": (change("commitment", to="0" * 64), "hand 2: the seed is not the one committed to"),
    "two cards exchanged": (exchange_two_cards, "hand 2: the seed deals other cards"),
    "a card too few": (change("deals", 0, "held", 0, to=lambda text: text[3:]), "hand 1: the seed deals other cards"),
    "a seat too few": (change("deals", 0, "held", to=lambda held: held[:3]), "hand 1: the seed deals other cards"),
    "a seat too many": (change("deals", 0, "held", to=lambda held: [*held, ""]), "hand 1: the seed deals other cards"),
    "another first dealer": (change("deals", 0, "dealer", to=lambda seat: (seat + 1) % 4), "hand 1: "),
    "another dealer": (change("deals", 1, "dealer", to=lambda seat: (seat + 1) % 4), "hand 2: "),
    "another nonce": (change("nonces", 2, "nonce", to="0" * 31 + "1"), "hand 1: the seed deals other cards"),
    "two nonces exchanged": (change("nonces", to=lambda all_: all_[::-1]), "hand 1: the seed deals other cards"),
    "another game": (change("game", to="AbCdEfGhIj"), "hand 1: the seed deals other cards"),
    "fewer players": (change("players", to=3), "hand 1: the seed deals other cards"),
    "another algorithm": (change("algorithm", to="polignac-deal/2"), "polignac-deal/2"),
    "the first hand left out": (change("deals", to=lambda deals: deals[1:]), "hand 2 stands where hand 1 should"),
    "a hand doubled": (change("deals", to=lambda deals: deals + deals[1:]), "hand 2 stands where hand 3 should"),
    "the hands in another order": (change("deals", to=lambda deals: deals[::-1]), "hand 2 stands where hand 1 should"),
    "a hand of another number": (change("deals", 1, "hand", to=10**15), "stands where hand 2 should"),
}


@pytest.mark.parametrize("what", SPOILT_DEALS)
def test_both_programs_say_what_of_the_deals_is_not_as_promised(
    documents: tuple[Json, Json], folder: Folder, what: str
) -> None:
    spoil, words = SPOILT_DEALS[what]
    deals = copy.deepcopy(documents[0])
    spoil(deals)
    for outcome in (folder.run(deals), folder.command(deals)):
        assert outcome.status == 1
        assert outcome.said == ""
        assert words in outcome.complained


# Logs that are not as promised


def entry(number: int, **changes: Any) -> Callable[[Json], None]:
    """Change the text of an entry, and leave its digest."""

    def spoil(log: Json) -> None:
        fields = json.loads(log["entries"][number]["entry"])
        assert all(fields[name] != value for name, value in changes.items())
        text = json.dumps(fields | changes, sort_keys=True, separators=(",", ":"))
        log["entries"][number]["entry"] = text

    return spoil


def swap(log: Json) -> None:
    rows = log["entries"]
    rows[7], rows[8] = rows[8], rows[7]


NOT_ITS_BYTES = "its digest is not that of its bytes after the entry before"
SPOILT_LOGS: dict[str, tuple[Callable[[Json], None], str]] = {
    "a card": (entry(8, card="KS?"), f"entry 8: {NOT_ITS_BYTES}"),
    "an instant": (entry(3, at="2027-01-01T00:00:00.000000Z"), f"entry 3: {NOT_ITS_BYTES}"),
    "a nonce": (entry(2, nonce="0" * 32), "the nonces in the log are not those of the deals"),
    "the commitment": (entry(0, commitment="0" * 64), "the log commits to something else than the deals"),
    "the game": (entry(0, game="AbCdEfGhIj"), "the log commits to something else than the deals"),
    "a seed": (entry(38, seed="0" * 64), "the seeds revealed in the log are not those of the deals"),
    "a dealer": (entry(5, dealer=9), "the dealers in the log are not those of the deals"),
    "a digest": (change("entries", 9, "digest", to="0" * 64), f"entry 9: {NOT_ITS_BYTES}"),
    "the head": (change("head", to="0" * 64), "the head is not the digest of the last entry"),
    "an entry left out": (change("entries", to=lambda rows: rows[:9] + rows[10:]), "entry 9 calls itself 10"),
    "the last entry left out": (change("entries", to=lambda rows: rows[:-1]), "the head is not the digest"),
    "the reveals left out": (
        lambda log: change("entries", to=[row for row in log["entries"] if '"reveal"' not in row["entry"]])(log),
        "the seeds revealed in the log are not those of the deals",
    ),
    "an entry doubled": (change("entries", to=lambda rows: rows[:9] + rows[8:]), "entry 9 calls itself 8"),
    "two entries exchanged": (swap, "entry 7 calls itself 8: one is missing, doubled or exchanged"),
    "no entries": (change("entries", to=[]), "the head is not the digest of the last entry"),
}


@pytest.mark.parametrize("what", SPOILT_LOGS)
def test_the_program_says_what_of_the_log_is_not_as_promised(
    documents: tuple[Json, Json], folder: Folder, what: str
) -> None:
    spoil, words = SPOILT_LOGS[what]
    deals, log = copy.deepcopy(documents)
    spoil(log)
    outcome = folder.run(deals, log)
    assert (outcome.status, outcome.said) == (1, "")
    assert words in outcome.complained


def test_a_digest_that_was_kept_and_is_not_in_the_log_is_missed(documents: tuple[Json, Json], folder: Folder) -> None:
    deals, log = documents
    for kept in [row["digest"] for row in log["entries"]][::25]:
        assert folder.run(deals, log, "--head", kept).status == 0
    outcome = folder.run(deals, log, "--head", "0" * 64)
    assert outcome.status == 1
    assert "the digest you kept is not in this log" in outcome.complained


# What cannot be read


UNREADABLE: dict[str, Any] = {
    "nothing": b"",
    "words": b"not json",
    "bytes": b"\xff\xfe",
    "deep": b"[" * 100_000,
    "a number": 7,
    "a list": [],
    "no deals": {},
    "deals that are none": {"deals": 7},
}
SPOILT_FORMS: dict[str, Callable[[Json], None]] = {
    "a seed that is no number": change("deals", 0, "seed", to="zz"),
    "a seed that is a number": change("deals", 0, "seed", to=7),
    "no players": change("players", to=0),
    "a thousand players": change("players", to=1000),
    "players in words": change("players", to="four"),
    "no nonces": change("nonces", to=None),
    "a nonce that is a number": change("nonces", 0, to=7),
    "cards that are none": change("deals", 0, "held", to=7),
    "a nonce no bytes can be made of": change("nonces", 0, "nonce", to="é"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_is_no_document_cannot_be_read(folder: Folder, what: str) -> None:
    assert_unreadable(folder, UNREADABLE[what])


@pytest.mark.parametrize("what", SPOILT_FORMS)
def test_a_document_of_another_form_cannot_be_read(documents: tuple[Json, Json], folder: Folder, what: str) -> None:
    deals = copy.deepcopy(documents[0])
    SPOILT_FORMS[what](deals)
    assert_unreadable(folder, deals)


def assert_unreadable(folder: Folder, content: Any) -> None:
    """Say so in one line, without a traceback: with status 2, and 1 by the command, which also reads other files."""
    alone = folder.run(content)
    assert (alone.status, alone.said, alone.complained.count("\n")) == (2, "", 1)
    assert alone.complained.startswith("cannot be read")
    command = folder.command(content)
    assert (command.status, command.said) == (1, "")
    assert "cannot be read as deals" in command.complained


def test_a_file_that_is_not_there_cannot_be_read(folder: Folder, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", str(PROGRAM), str(tmp_path / "nowhere.json")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    err = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("verify-deal", str(tmp_path / "nowhere.json"), stderr=err)
    assert "No such file" in err.getvalue()


def test_a_log_that_cannot_be_read_is_said_to_be_such(documents: tuple[Json, Json], folder: Folder) -> None:
    for log in (b"not json", {}, {"entries": 7, "head": ""}, {"entries": [{"entry": "é", "digest": ""}], "head": ""}):
        outcome = folder.run(documents[0], log)
        assert (outcome.status, outcome.said) == (2, "")
        assert outcome.complained.startswith("cannot be read")


def test_the_command_checks_every_file_and_fails_if_one_is_bad(documents: tuple[Json, Json], folder: Folder) -> None:
    status, said, complained = folder.command(documents[0], b"not json", documents[0])
    assert status == 1
    assert said.count("all as promised.") == 2
    assert complained.count("\n") == 1
