"""Whatever a record says, it gets an answer or a fault of the list, and nothing else happens."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import record
from tests.engine import oracle
from tests.engine.builders import full_record, shared_names, shared_record
from tests.engine.strategies import chances

CODES = {
    "not_json", "bad_format", "bad_deal", "bad_dealer", "bad_declaration", "not_a_card", "not_held", "must_follow",
    "hand_over", "hand_unfinished", "game_over", "bad_points", "bad_totals", "bad_winners",
}  # fmt: skip
OFTEN = settings(max_examples=5 * settings().max_examples)  # one example is quick

GOOD = [shared_record(name) for name in shared_names("game") if len(json.dumps(shared_record(name))) < 2500]
GOOD += [full_record(1), full_record(3, general=False), oracle.random_game(Random(5)).record()]

WORDS = ["", "pass", "general", "JS", "7S", "6S", "js", "10S", " ", "\u2003", "\x00", "\ud800", "é" * 50]
NUMBERS = [0, -1, 1, 2, 3, 4, 5, 31, 2**31, 2**64, -(10**300), 10**4000, 0.0, 1.5, -0.0, float("nan"), float("inf")]
values = st.recursive(
    st.none() | st.booleans() | st.sampled_from([*NUMBERS, *WORDS]) | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


def is_a_fault(error: record.RecordError) -> bool:
    counts_from_1 = all(number is None or number >= 1 for number in (error.hand, error.card))
    has_a_hand_if_a_card = error.card is None or error.hand is not None
    return error.code in CODES and bool(str(error)) and counts_from_1 and has_a_hand_if_a_card


def is_an_answer_or_a_fault(text: str | bytes) -> bool:
    """Read a record. Only `RecordError` may come of it, and only as the list of faults has it."""
    try:
        game = record.loads(text)
    except record.RecordError as error:
        return is_a_fault(error)
    answer = json.loads(json.dumps(record.answer(game)))
    return set(answer) == {"finished", "hands", "totals", "ranks", "winners", "to_play"}


def places_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in *data* where a value stands, as the keys that lead to it."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else []
    return [place for key in keys for place in [(*path, key), *places_in(data[key], (*path, key))]]


def mutated(data: Any, chance: Random, value: Any) -> Any:
    """Change one place of *data*: put *value* there, leave it out, double it, swap it, or change one of its words."""
    data = json.loads(json.dumps(data))
    *path, last = chance.choice(places_in(data))
    part = data
    for key in path:
        part = part[key]
    what = chance.choice(["put", "put", "leave out", "double", "swap", "word", "word", "word"])
    if what == "leave out":
        del part[last]
    elif what == "double" and isinstance(part, list):
        part.insert(last, part[last])
    elif what == "swap":
        other = chance.choice(list(part) if isinstance(part, dict) else range(len(part)))
        part[last], part[other] = part[other], part[last]
    elif what == "word" and isinstance(part[last], str) and part[last]:
        words = part[last].split(" ")
        words[chance.randrange(len(words))] = value if isinstance(value, str) else chance.choice(oracle.pack(4))
        part[last] = " ".join(words)
    else:
        part[last] = value
    return data


@OFTEN
@given(good=st.sampled_from(GOOD), chance=chances(), new=st.lists(values, min_size=1, max_size=3))
def test_a_good_record_changed_here_and_there_is_answered_or_refused(good: Any, chance: Random, new: list[Any]):
    data = good
    for value in new:
        data = mutated(data, chance, value) if data else data
    assert is_an_answer_or_a_fault(json.dumps(data))


@OFTEN
@given(good=st.sampled_from(GOOD), at=st.floats(0, 1), byte=st.integers(0, 255), cut=st.booleans())
def test_a_file_with_a_byte_changed_or_cut_off_is_answered_or_refused(good: Any, at: float, byte: int, cut: bool):
    text = json.dumps(good).encode()
    place = int(at * len(text))
    assert is_an_answer_or_a_fault(text[:place] + bytes([byte]) + (b"" if cut else text[place + 1 :]))


@OFTEN
@given(data=values)
def test_any_json_is_answered_or_refused(data: Any):
    assert is_an_answer_or_a_fault(json.dumps(data))


@OFTEN
@given(data=st.binary(max_size=300) | st.text(max_size=300))
def test_any_bytes_and_any_text_are_answered_or_refused(data: str | bytes):
    assert is_an_answer_or_a_fault(data)


def test_nesting_of_any_depth_is_refused_wherever_it_stands():
    for depth in (10, 900, 1000, 5000, 200_000):
        for field in ("rules", "players", "hands", "totals"):
            text = json.dumps(full_record() | {field: "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
            assert is_an_answer_or_a_fault(text)
            assert is_an_answer_or_a_fault(text.replace("[[", '{"a":[').replace("]]", "]}"))


def test_numbers_of_any_length_are_refused_wherever_they_stand():
    for digits in (20, 400, 4299, 4301, 100_000):
        for field in ("players", "target", "hands"):
            data = full_record()
            data["rules"][field] = "HERE"
            assert is_an_answer_or_a_fault(json.dumps(data).replace('"HERE"', "9" * digits))
        data = full_record() | {"totals": ["HERE", 0, 0, 0]}
        assert is_an_answer_or_a_fault(json.dumps(data).replace('"HERE"', "-" + "9" * digits))


def test_a_game_to_a_target_of_4000_digits_is_answered():
    assert record.answer(record.read(full_record(2, target=10**4000)))["finished"] is False
