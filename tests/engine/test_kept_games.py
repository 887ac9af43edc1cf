"""Whole games kept in tests/records are replayed to the answers that were stored with them, for ever."""

from __future__ import annotations

import copy
import itertools
from collections import Counter

import pytest

from games.engine.rules import PLAYERS, TARGETS, VERSION
from tests.engine.kept_games import OPTIONS, answer_by_engine, answer_by_oracle, folder, kept_games

GAMES = list(kept_games())


def test_five_hundred_games_are_kept_for_the_present_version_of_the_rules():
    assert len(GAMES) >= 500, f"Keep games for version {VERSION}: python -m tests.engine.kept_games."
    assert sum(path.stat().st_size for path in folder().iterdir()) < 3_000_000


def test_every_set_of_options_is_among_them_for_every_number_of_players():
    kept = [game["record"]["rules"] for game in GAMES]
    found = Counter((rules["players"], *(rules[name] for name in OPTIONS)) for rules in kept)
    assert set(found) == set(itertools.product(PLAYERS, *[(False, True)] * len(OPTIONS)))
    assert min(found.values()) >= 10
    assert {(rules["players"], rules["target"]) for rules in kept} == set(itertools.product(PLAYERS, (*TARGETS, None)))
    assert {rules["hands"] for rules in kept} >= {1, 2, 3, 24}


def test_resignations_time_outs_and_generals_are_among_them():
    records = [game["record"] for game in GAMES]
    assert sum(bool(record.get("resigned")) for record in records) >= 50
    why = Counter(why for record in records for *_place, why in record["sittings"])
    assert min(why[word] for word in ("resigned", "timed_out", "returned")) >= 100
    by = Counter(letter for record in records for hand in record["hands"] for letter in hand["by"])
    assert min(by[letter] for letter in "pbt") >= 1000
    made = sum(
        sorted(hand["points"]) == [0] + [5] * (record["rules"]["players"] - 1)
        for record in records
        for hand in record["hands"]
        if "general" in hand.get("declarations", [])
    )
    assert made >= 50


@pytest.mark.parametrize("players", PLAYERS)
def test_every_game_kept_is_replayed_to_its_answer(players):
    for game in GAMES:
        if game["record"]["rules"]["players"] == players:
            assert answer_by_engine(game["record"]) == game["answer"]


def test_the_naive_rules_still_agree_with_some_of_them():
    for game in GAMES[::10]:
        assert answer_by_oracle(game["record"]) == game["answer"]


def test_one_card_exchanged_in_a_game_kept_is_noticed():
    noticed = 0
    for game in GAMES[:50]:
        other = copy.deepcopy(game["record"])
        words = other["hands"][0]["plays"].split()
        words[-1], words[-2] = words[-2], words[-1]
        other["hands"][0]["plays"] = " ".join(words)
        with pytest.raises(ValueError, match="Hand 1"):
            answer_by_engine(other)
        noticed += 1
    assert noticed == 50
