"""Every fault of a record by its code (docs/records.md), alone and beside others."""

import json
from copy import deepcopy

import pytest

from games.engine import record
from tests.engine.builders import (
    ALL_BY_SEAT_0,
    SUITS_APART,
    SURE_GENERAL,
    all_taken_by,
    full_record,
    hand_record,
    record_of,
)


def fault_of(data):
    """The code, hand and card of the first fault of a record."""
    return fault_of_text(json.dumps(data))


def fault_of_text(text):
    with pytest.raises(record.RecordError) as caught:
        record.loads(text)
    assert str(caught.value)  # a sentence beside the code
    assert caught.value.as_json() == {
        "error": {"code": caught.value.code, "hand": caught.value.hand, "card": caught.value.card}
    }
    return caught.value.code, caught.value.hand, caught.value.card


def changed(data, *path_and_value):
    """A copy of *data* with one value in it changed: the keys that lead to it, then the value."""
    *path, last, value = path_and_value
    data = deepcopy(data)
    part = data
    for key in path:
        part = part[key]
    part[last] = value
    return data


def without(data, *path):
    data = deepcopy(data)
    part = data
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return data


def each(field, *values):
    return [(field, value) for value in values]


def with_play(number, place, word, *, count=3):
    """full_record with card *place* of hand *number* (both from 1) written as *word*."""
    data = full_record(count)
    words = data["hands"][number - 1]["plays"].split()
    words[place - 1] = word
    return changed(data, "hands", number - 1, "plays", " ".join(words))


@pytest.mark.parametrize(
    "text",
    ["", "{", "polignac", "{'format': 1}", '{"a": 1,}', "[1] 2", "[" * 100_000, '{"a":' * 100_000, "NaN", '{"a": NaN}',
     '{"a": Infinity}', "[-Infinity]", b"\xff\xfe\xfd", b'{"format": "\xe9"}', b"\x00", b"\x80" * 40],
    ids=lambda text: repr(text[:12]),
)  # fmt: skip
def test_what_is_not_json_is_said_to_be_none(text):
    assert fault_of_text(text) == ("not_json", None, None)


@pytest.mark.parametrize("data", [None, True, 1, 2.5, "polignac-record/1", [], [{}], {}])
def test_json_that_is_no_record_is_of_a_bad_format(data):
    assert fault_of(data) == ("bad_format", None, None)


@pytest.mark.parametrize("value", [None, 1, "", "polignac-record/2", "Polignac-Record/1", ["polignac-record/1"], {}])
def test_another_format_is_refused(value):
    assert fault_of(full_record() | {"format": value}) == ("bad_format", None, None)


@pytest.mark.parametrize("field", ["format", "rules", "players", "hands"])
def test_a_record_needs_each_of_its_fields(field):
    assert fault_of(without(full_record(), field)) == ("bad_format", None, None)


@pytest.mark.parametrize("field", ["players", "ace_high", "target", "hands", "general", "short_hands"])
def test_the_rules_need_each_of_their_fields(field):
    assert fault_of(without(full_record(), "rules", field)) == ("bad_format", None, None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *each("players", None, 2, 7, -4, 4.0, "4", True, [4], {}, 10**400, 1e999),
        *each("target", None, 0, -1, 10.0, "10", True, [10]),
        *each("hands", 1, 0, "1", False, 1.5),  # beside the target of 10
        *each("ace_high", None, 0, 1, "true", []),
        *each("general", None, 0, 1, "true", []),
        *each("short_hands", None, 0, 1, "true", []),
    ],
)
def test_a_rule_of_the_wrong_kind_or_that_no_game_has_is_of_a_bad_format(field, value):
    text = json.dumps(changed(full_record(), "rules", field, value)).replace("Infinity", "1e999")
    assert fault_of_text(text) == ("bad_format", None, None)


@pytest.mark.parametrize("value", [None, "rules", [], 4])
def test_rules_that_are_no_object_are_of_a_bad_format(value):
    assert fault_of(full_record() | {"rules": value}) == ("bad_format", None, None)


@pytest.mark.parametrize(
    "value",
    [None, "Ann", [], ["Ann", "Ben", "Cat"], ["Ann"] * 5, ["Ann", "Ben", "Cat", 4], ["Ann", None, "Cat", "Dan"], {}],
)
def test_a_record_needs_a_name_for_each_seat(value):
    assert fault_of(full_record() | {"players": value}) == ("bad_format", None, None)


@pytest.mark.parametrize("value", [None, "", 3, {}, {"0": {}}])
def test_hands_that_are_no_list_are_of_a_bad_format(value):
    assert fault_of(full_record() | {"hands": value}) == ("bad_format", None, None)


@pytest.mark.parametrize("value", [None, "", 3, [], True])
def test_a_hand_that_is_no_object_is_of_a_bad_format(value):
    assert fault_of(changed(full_record(), "hands", 1, value)) == ("bad_format", 2, None)


@pytest.mark.parametrize("field", ["dealer", "held", "plays"])
def test_a_hand_needs_each_of_its_fields(field):
    assert fault_of(without(full_record(), "hands", 1, field)) == ("bad_format", 2, None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *each("dealer", None, "0", 0.0, False, [0]),
        *each("held", None, " ".join(SUITS_APART), 4, [*SUITS_APART[:3], None], [["7S"]] * 4, {}),
        *each("plays", None, ALL_BY_SEAT_0.split(), 7, {}),
        *each("declarations", None, "pass", [None], [1], {}),
        *each("points", "5", 5, ["0", 5, 0, 0], [0, 5.0, 0, 0], [0, True, 0, 0], [[0]], {}),
    ],
)
def test_a_field_of_a_hand_of_the_wrong_kind_is_of_a_bad_format(field, value):
    assert fault_of(changed(full_record(), "hands", 1, field, value)) == ("bad_format", 2, None)


@pytest.mark.parametrize("field", ["totals", "winners"])
@pytest.mark.parametrize("value", [None, 5, "5", {}, [5.0], ["5"], [None], [True]])
def test_totals_or_winners_of_the_wrong_kind_are_of_a_bad_format(field, value):
    assert fault_of(full_record() | {field: value}) == ("bad_format", None, None)


def test_with_the_general_in_the_rules_every_hand_needs_declarations():
    assert fault_of(record_of(hand_record("7S"), general=True)) == ("bad_format", 1, None)


@pytest.mark.parametrize(
    "held",
    [
        [],
        SUITS_APART[:3],
        [*SUITS_APART, ""],
        [SUITS_APART[0] + " 7H", SUITS_APART[1][3:], *SUITS_APART[2:]],
        [SUITS_APART[0].replace("7S", "7H"), *SUITS_APART[1:]],
        [SUITS_APART[0].replace("7S", "6S"), *SUITS_APART[1:]],
        [SUITS_APART[0].replace("7S", "7s"), *SUITS_APART[1:]],
        [SUITS_APART[0].replace(" ", ","), *SUITS_APART[1:]],
    ],
    ids=["no hands", "three hands", "five hands", "uneven", "a card twice", "no card", "not spelt so", "commas"],
)
def test_hands_held_that_are_not_the_pack_evenly_dealt_are_a_bad_deal(held):
    assert fault_of(changed(full_record(), "hands", 1, "held", held)) == ("bad_deal", 2, None)


@pytest.mark.parametrize("dealer", [-1, 4, 10**30])
def test_a_dealer_who_is_not_at_the_table_is_a_bad_dealer(dealer):
    assert fault_of(changed(full_record(), "hands", 0, "dealer", dealer)) == ("bad_dealer", 1, None)


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_a_dealer_who_is_not_on_the_left_of_the_last_is_a_bad_dealer(dealer):
    assert fault_of(changed(full_record(), "hands", 1, "dealer", dealer)) == ("bad_dealer", 2, None)


def general_record(declarations, plays="", **more):
    return record_of(hand_record(plays, held=SURE_GENERAL, declarations=declarations, **more), general=True)


def test_declarations_where_there_can_be_none_are_a_bad_declaration():
    data = changed(full_record(), "hands", 1, "declarations", ["pass"])
    assert fault_of(data) == ("bad_declaration", 2, None)


@pytest.mark.parametrize("word", ["", "Pass", "GENERAL", "capot", "7S", "pass ", "\ud800"])
def test_an_unknown_word_is_a_bad_declaration(word):
    assert fault_of(general_record(["pass", word])) == ("bad_declaration", 1, None)


@pytest.mark.parametrize("words", [["general", "pass"], ["pass", "general", "general"], ["pass"] * 5])
def test_a_declaration_too_many_is_a_bad_declaration(words):
    assert fault_of(general_record(words)) == ("bad_declaration", 1, None)


@pytest.mark.parametrize("words", [[], ["pass"], ["pass"] * 3])
def test_cards_before_the_declarations_are_complete_are_a_bad_declaration(words):
    assert fault_of(general_record(words, "7S")) == ("bad_declaration", 1, None)


@pytest.mark.parametrize("word", ["7", "SJ", "js", "10S", "7S,", "ZZ", "6S", "J♠", "\ud800"])
def test_a_word_that_is_no_card_is_not_a_card(word):
    assert fault_of(with_play(2, 6, word)) == ("not_a_card", 2, 6)


def test_a_card_another_seat_holds_is_not_held():
    assert fault_of(with_play(2, 6, "7S")) == ("not_held", 2, 6)


def test_a_card_already_played_is_not_held():
    assert fault_of(with_play(3, 9, "7D")) == ("not_held", 3, 9)


def test_a_card_outside_the_pack_is_not_held():
    held = ["8S 9S TS AS JS QS KS 7H 8H 9H", "TH AH JH QH KH 7D 8D 9D TD AD", "JD QD KD 8C 9C TC AC JC QC KC"]
    assert fault_of(record_of(hand_record("8S 7S", held=held, dealer=2), players=3)) == ("not_held", 1, 2)


def test_a_card_that_does_not_follow_though_it_could_must_follow():
    held = ["7S 8S 9S TS 7H 8H 9H TH", "AS JS QS KS AH JH QH KH", *SUITS_APART[2:]]
    assert fault_of(record_of(hand_record("7S AH", held=held))) == ("must_follow", 1, 2)
    assert fault_of(record_of(hand_record("7S AS 7D 7C JS 8D 8C 7H", held=held))) == ("must_follow", 1, 8)


@pytest.mark.parametrize("word", ["7S", "KC"])
def test_a_card_after_the_end_of_the_hand_is_over_it(word):
    assert fault_of(changed(full_record(), "hands", 1, "plays", f"{all_taken_by(1)} {word}")) == ("hand_over", 2, 33)


def test_a_card_after_the_last_jack_of_a_short_hand_is_over_it():
    assert fault_of(record_of(hand_record("JS JH JD JC 7S"), short_hands=True)) == ("hand_over", 1, 5)


@pytest.mark.parametrize("plays", ["", "7H", all_taken_by(1)[:-3]])
def test_a_hand_after_one_that_is_not_complete_is_refused(plays):
    data = without(changed(full_record(), "hands", 1, "plays", plays), "hands", 1, "points")
    assert fault_of(data) == ("hand_unfinished", 3, None)


@pytest.mark.parametrize("length", [{"target": 10}, {"target": None, "hands": 5}])
def test_a_hand_after_the_end_of_the_game_is_refused(length):
    assert fault_of(full_record(6, **length)) == ("game_over", 6, None)


@pytest.mark.parametrize(
    "points", [None, [], [0, 5, 0], [0, 5, 0, 0, 0], [5, 0, 0, 0], [0, 6, 0, -1], [0, 10**30, 0, 0]]
)
def test_points_that_are_not_what_the_rules_give_are_refused(points):
    assert fault_of(changed(full_record(), "hands", 1, "points", points)) == ("bad_points", 2, None)


def test_points_of_a_hand_that_is_not_complete_are_refused():
    assert fault_of(record_of(hand_record("JS JH JD JC", points=[5, 0, 0, 0]))) == ("bad_points", 1, None)


@pytest.mark.parametrize("totals", [[], [5, 5, 5], [5, 5, 5, 5], [5, 5, 0, 5], [5, 5, 5, 0, 0]])
def test_totals_that_are_not_what_the_rules_give_are_refused(totals):
    assert fault_of(full_record() | {"totals": totals}) == ("bad_totals", None, None)


@pytest.mark.parametrize("winners", [[], [1], [1, 3], [0, 1, 2, 3], [3, 2, 1], [1, 2, 3, 3], [9]])
def test_winners_that_are_not_what_the_rules_give_are_refused(winners):
    data = full_record(1, target=5)
    assert record.read(data | {"winners": [1, 2, 3]}).is_over
    assert fault_of(data | {"winners": winners}) == ("bad_winners", None, None)


def test_an_unfinished_game_has_no_winners():
    assert fault_of(full_record() | {"winners": [3]}) == ("bad_winners", None, None)


# Faults in reading order: each may be put into the same record, and the first of those put in is the one told.
FAULTS_IN_ORDER = [
    ("bad_format", None, None, lambda data: data["rules"].update(general=1)),
    ("bad_format", None, None, lambda data: data.update(players=["Ann"])),
    ("bad_dealer", 1, None, lambda data: data["hands"][0].update(dealer=4)),
    ("bad_deal", 1, None, lambda data: data["hands"][0]["held"].pop()),
    ("bad_declaration", 1, None, lambda data: data["hands"][0].update(declarations=["general"])),
    ("not_a_card", 1, 1, lambda data: data["hands"][0].update(plays="X" + data["hands"][0]["plays"])),
    ("not_held", 1, 2, lambda data: data["hands"][0].update(plays=data["hands"][0]["plays"].replace("7H", "7S", 1))),
    ("hand_over", 1, 33, lambda data: data["hands"][0].update(plays=data["hands"][0]["plays"] + " KS")),
    ("bad_points", 1, None, lambda data: data["hands"][0].update(points=[0, 5, 0, 0])),
    ("bad_format", 2, None, lambda data: data["hands"][1].pop("dealer")),
    ("not_held", 2, 4, lambda data: data["hands"][1].update(plays=data["hands"][1]["plays"].replace("7S", "7D", 1))),
    ("bad_points", 2, None, lambda data: data["hands"][1].update(points=[])),
    ("hand_unfinished", 4, None, lambda data: data["hands"].insert(2, hand_record("7D", dealer=1))),
    ("bad_totals", None, None, lambda data: data.update(totals=[0, 0, 0, 0])),
    ("bad_winners", None, None, lambda data: data.update(winners=[0])),
]


@pytest.mark.parametrize("first", range(len(FAULTS_IN_ORDER)))
@pytest.mark.parametrize("other", range(len(FAULTS_IN_ORDER)))
def test_of_two_faults_the_first_in_reading_order_is_told(first, other):
    data = full_record()
    for number in sorted({first, other}, reverse=True):
        FAULTS_IN_ORDER[number][3](data)
    assert fault_of(data) == FAULTS_IN_ORDER[min(first, other)][:3]


def test_a_fault_says_in_words_where_it_is_and_what_to_do():
    with pytest.raises(record.RecordError, match=r"^Hand 2, card 6: You do not hold 7S\.$"):
        record.read(with_play(2, 6, "7S"))
    with pytest.raises(record.RecordError, match=r"^Hand 2: the points are \[0, 5, 0, 0\], not \[5, 0, 0, 0\]\.$"):
        record.read(changed(full_record(), "hands", 1, "points", [5, 0, 0, 0]))
    with pytest.raises(record.RecordError, match=r"^The totals are \[5, 5, 5, 0\], not \[\]\.$"):
        record.read(full_record() | {"totals": []})
    with pytest.raises(record.RecordError, match=r'^The field "format" must be "polignac-record/1"\.$'):
        record.read({})
