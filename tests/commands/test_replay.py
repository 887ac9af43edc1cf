"""``manage.py replay``: lines of JSON for programs, score sheets for people."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command

from tests.engine import oracle
from tests.engine.builders import (
    RECORDS,
    SURE_GENERAL,
    after,
    full_record,
    hand,
    hand_record,
    moves_of,
    playing_lowest,
    record_of,
    shared_answer,
    shared_names,
)

ROOT = Path(__file__).parent.parent.parent


class Outcome(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def replay(*arguments: object) -> Outcome:
    out, err = StringIO(), StringIO()
    status = 0
    try:
        call_command("replay", *map(str, arguments), stdout=out, stderr=err, no_color=True)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    return Outcome(status, out.getvalue(), err.getvalue())


@pytest.fixture
def write(tmp_path):
    """Write a record, or any bytes, into a file and return its path."""

    def write(content, name="game.json") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    return write


@pytest.mark.parametrize("name", shared_names("game") + shared_names("broken"))
def test_every_record_of_the_tests_gives_its_answer(name):
    outcome = replay("--json", RECORDS / f"{name}.json")
    assert outcome.lines == [shared_answer(name)]
    assert outcome.status == (1 if name.startswith("broken") else 0)
    assert bool(outcome.err) == name.startswith("broken")


def test_several_files_give_a_line_each_in_order():
    names = ["game-003", "broken-001", "game-001", "broken-003", "game-009"]
    outcome = replay("--json", *(RECORDS / f"{name}.json" for name in names))
    assert outcome.lines == [shared_answer(name) for name in names]
    assert outcome.status == 1


def test_the_same_file_twice_gives_its_line_twice():
    file = RECORDS / "game-003.json"
    assert replay("--json", file, file).lines == [shared_answer("game-003")] * 2


def test_good_records_end_with_status_0_and_say_nothing_on_the_standard_error():
    outcome = replay("--json", *(RECORDS / f"{name}.json" for name in shared_names("game")))
    assert (outcome.status, outcome.err, len(outcome.lines)) == (0, "", 16)


def test_a_fault_is_told_in_words_on_the_standard_error():
    file = RECORDS / "broken-001.json"
    assert replay("--json", file).err.startswith(f"{file}: Hand 1, card 30: You do not hold ")
    assert replay(file).err == replay("--json", file).err


def test_without_json_a_broken_record_prints_no_score_sheet():
    outcome = replay(RECORDS / "broken-001.json")
    assert (outcome.status, outcome.out) == (1, "")


@pytest.mark.parametrize(
    "content",
    [b"", b"not json", b"\xff\xfe\x00", "Zoé".encode("latin-1"), b"[" * 100_000, b"NaN"],
    ids=["empty", "words", "bytes", "another encoding", "deep", "no number"],
)
def test_a_file_that_is_no_json_is_said_to_be_none(write, content):
    outcome = replay("--json", write(content))
    assert outcome.lines == [{"error": {"code": "not_json", "hand": None, "card": None}}]
    assert outcome.status == 1
    assert "This is not JSON" in outcome.err


def test_a_file_that_is_not_there_is_said_not_to_be(tmp_path):
    outcome = replay("--json", tmp_path / "nowhere.json")
    assert outcome.lines == [{"error": {"code": "not_json", "hand": None, "card": None}}]
    assert outcome.status == 1
    assert outcome.err == f"{tmp_path / 'nowhere.json'}: The file cannot be read: No such file or directory.\n"


def test_a_folder_is_no_file(tmp_path):
    outcome = replay("--json", tmp_path)
    assert (outcome.status, outcome.lines[0]["error"]["code"]) == (1, "not_json")
    assert "Is a directory" in outcome.err


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_their_answers(tmp_path):
    outcome = replay("--json", tmp_path / "nowhere.json", RECORDS / "game-003.json")
    unread, answer = outcome.lines
    assert unread["error"]["code"] == "not_json"
    assert answer == shared_answer("game-003")


def test_without_a_file_there_is_nothing_to_replay():
    with pytest.raises(CommandError, match="FILE"):
        call_command("replay", "--json")


def test_a_score_sheet_shows_the_points_by_hand_the_totals_the_ranks_and_who_is_next(write):
    outcome = replay(write(full_record(2)))
    assert outcome.status == 0
    assert outcome.out == (
        "Polignac for 4, to 10 points\n"
        "\n"
        "Hand       Ann     Ben     Cat     Dan\n"
        "--------------------------------------\n"
        "1            5       0       0       0\n"
        "2            0       5       0       0\n"
        "--------------------------------------\n"
        "Total        5       5       0       0\n"
        "Rank         3       3       1       1\n"
        "\n"
        "The next hand is to be dealt.\n"
    )


def sheet(write, data) -> list[str]:
    return replay(write(data)).out.splitlines()


def test_a_score_sheet_names_the_options_of_the_table(write):
    data = record_of(target=None, hands=3, ace_high=True, general=True, short_hands=True)
    assert sheet(write, data)[0] == "Polignac for 4, over 3 hands, with ace high, the general, short hands"


def test_a_score_sheet_of_a_game_not_begun_says_so(write):
    assert sheet(write, record_of())[-1] == "The next hand is to be dealt."


def last_line_of(file: Path) -> str:
    return replay(file).out.splitlines()[-1]


def test_a_score_sheet_names_the_winner_or_all_who_win_together(write):
    assert last_line_of(RECORDS / "game-005.json") == "Dan wins with 0 points."
    assert last_line_of(RECORDS / "game-003.json") == "Ben and Cat win together with 5 points."
    three = full_record(1, target=5) | {"winners": [1, 2, 3]}
    assert last_line_of(write(three)) == "Ben, Cat and Dan win together with 0 points."


def test_one_point_is_one_point(write):
    games = (oracle.random_game(Random(seed), whole=True) for seed in count())
    game = next(game for game in games if min(game.totals()) == 1 and len(game.winners()) == 1)
    assert last_line_of(write(game.record())).endswith(" wins with 1 point.")


@pytest.mark.parametrize(
    ("plays", "last_line"),
    [("", "Ann is to play, leading."), ("7S", "Ben is to play to 7S."), ("7S JH 7D", "Dan is to play to 7S JH 7D.")],
)
def test_a_score_sheet_of_a_hand_under_way_says_who_is_to_play(write, plays, last_line):
    assert sheet(write, record_of(hand_record(plays)))[-1] == last_line


def test_a_hand_under_way_shows_its_jacks_so_far_and_leaves_them_out_of_the_totals(write):
    lines = sheet(write, record_of(hand_record("JS JH 7D 7C")))
    assert lines[4] == "1            3       0       0       0   so far"
    assert lines[6] == "Total        0       0       0       0"


def test_a_score_sheet_says_who_is_to_declare(write):
    data = record_of(hand_record(declarations=["pass"]), general=True)
    assert sheet(write, data)[-1] == "Ben is to declare the general or pass."


@pytest.mark.parametrize(
    ("said", "mark"), [("pass general", "general made"), ("general", "general failed"), ("pass " * 4, "")]
)
def test_a_score_sheet_marks_a_general_made_or_failed(write, said, mark):
    over = playing_lowest(after(hand(*SURE_GENERAL, general=True), said))
    plays = " ".join(str(move) for move in moves_of(over)[len(said.split()) :])
    data = record_of(hand_record(plays, held=SURE_GENERAL, declarations=said.split()), general=True)
    assert sheet(write, data)[4].endswith("   " + mark if mark else "0")


def test_a_score_sheet_marks_a_general_still_undecided(write):
    data = record_of(hand_record("7S", declarations=["general"]), general=True)
    assert sheet(write, data)[4].endswith("   general declared, so far")


def test_long_names_keep_their_columns(write):
    data = full_record(1) | {"players": ["Ann", "Bartholomew the Elder", "Cat", "Dan"]}
    lines = sheet(write, data)
    assert len(lines[2]) == len(lines[3]) == len(lines[4])


def test_several_score_sheets_are_headed_by_their_files():
    files = [RECORDS / "game-003.json", RECORDS / "game-009.json"]
    lines = replay(*files).out.splitlines()
    assert lines[0] == str(files[0])
    assert lines[lines.index(str(files[1])) - 1] == ""


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command as its users do, in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", "replay", *map(str, arguments)],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


def test_the_command_itself_ends_with_status_1_after_a_fault_and_with_0_without():
    broken, good = RECORDS / "broken-000.json", RECORDS / "game-003.json"
    outcome = run("--json", good, broken)
    assert outcome.returncode == 1
    assert [json.loads(line) for line in outcome.stdout.splitlines()] == [
        shared_answer("game-003"),
        shared_answer("broken-000"),
    ]
    assert outcome.stderr.startswith(f"{broken}: Hand 1, card 12: Follow suit: you hold ")
    assert run("--json", good).returncode == 0


def test_a_name_a_terminal_cannot_show_is_shown_as_far_as_it_can(write):
    data = full_record(1) | {"players": ["A\ud800", "B\x1b[31m", "C\nD", "Zoé"]}
    outcome = run(write(data))
    assert (outcome.returncode, outcome.stderr) == (0, "")
    heading = outcome.stdout.splitlines()[2]
    assert heading.split() == ["Hand", "A?", "B?[31m", "C?D", "Zoé"]
