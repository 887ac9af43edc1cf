"""Good records: read, answered, and written."""

import json

from hypothesis import given
from hypothesis import strategies as st

from games.engine import record
from games.engine.game import GameState
from games.engine.rules import Rules
from tests.engine.builders import (
    ALL_BY_SEAT_0,
    SUITS_APART,
    SURE_GENERAL,
    full_record,
    hand_record,
    record_of,
)
from tests.engine.strategies import any_move, chances, dealt_hand, rules, whole_game


def answer_to(data):
    return record.answer(record.loads(json.dumps(data)))


def test_a_record_without_hands_is_a_game_not_begun():
    assert answer_to(record_of()) == {
        "finished": False,
        "hands": [],
        "totals": [0, 0, 0, 0],
        "ranks": [1, 1, 1, 1],
        "winners": [],
        "to_play": None,
    }


def test_a_hand_just_dealt_waits_for_the_dealers_left():
    answer = answer_to(record_of(hand_record(dealer=1)))
    assert (answer["hands"], answer["to_play"]) == ([{"points": None, "tricks": []}], 2)


def test_an_unfinished_hand_gives_its_complete_tricks_and_no_points():
    answer = answer_to(record_of(hand_record("7S JH 7D 7C 8S")))
    assert answer["hands"] == [
        {"points": None, "tricks": [{"leader": 0, "cards": "7S JH 7D 7C", "taker": 0, "points": 1}]}
    ]
    assert (answer["totals"], answer["to_play"]) == ([0, 0, 0, 0], 1)


def test_a_complete_hand_gives_its_points_and_nobody_is_to_play():
    answer = answer_to(record_of(hand_record(ALL_BY_SEAT_0)))
    assert answer["hands"][0]["points"] == answer["totals"] == [5, 0, 0, 0]
    assert len(answer["hands"][0]["tricks"]) == 8
    assert (answer["finished"], answer["to_play"], answer["ranks"]) == (False, None, [4, 1, 1, 1])


def test_a_finished_game_names_its_winners():
    answer = answer_to(record_of(hand_record(ALL_BY_SEAT_0), target=5))
    assert (answer["finished"], answer["winners"]) == (True, [1, 2, 3])


def test_a_general_waits_for_the_next_declaration():
    general = record_of(hand_record(held=SURE_GENERAL, declarations=["pass"]), general=True)
    assert answer_to(general)["to_play"] == 1


def test_all_that_is_optional_is_checked_and_may_be_left_out():
    full = full_record(3)
    lean = record_of(*({**hand, "points": None} for hand in full["hands"]))
    for hand in lean["hands"]:
        del hand["points"]
    assert answer_to(full) == answer_to(lean)


def test_an_unfinished_hand_may_say_that_it_has_no_points_yet():
    assert answer_to(record_of(hand_record("7S", points=None)))["to_play"] == 1


def test_without_the_general_an_empty_list_of_declarations_is_no_fault():
    assert answer_to(record_of(hand_record("7S", declarations=[])))["to_play"] == 1


def test_fields_that_are_not_of_the_format_are_passed_over():
    data = full_record(1) | {"comment": {"deep": [1, 2.5, None]}}
    data["hands"][0]["weather"] = "fair"
    data["rules"]["house"] = True
    assert answer_to(data)["totals"] == [5, 0, 0, 0]


def test_a_record_is_read_from_bytes_with_or_without_a_byte_order_mark():
    text = json.dumps(full_record(1), ensure_ascii=False)
    assert record.loads(text.encode()) == record.loads(text.encode("utf-8-sig")) == record.loads(text)


def test_names_may_be_any_text_and_need_not_differ():
    assert answer_to(record_of() | {"players": ["", "Zoé", "李", "Zoé"]})["finished"] is False


def test_a_record_may_have_a_target_no_table_offers():
    assert answer_to(record_of(target=7))["finished"] is False


def test_a_written_record_has_every_field_of_the_format():
    assert record.write(record.read(full_record(2)), ["Ann", "Ben", "Cat", "Dan"]) == full_record(2)


def test_hands_held_are_written_sorted():
    unsorted = [" ".join(reversed(text.split())) for text in SUITS_APART]
    game = record.read(record_of(hand_record(held=unsorted)))
    assert record.write(game, ["Ann", "Ben", "Cat", "Dan"])["hands"][0]["held"] == list(SUITS_APART)


def test_a_record_of_a_game_somebody_resigned_leaves_the_winners_out():
    game = record.read(record_of(hand_record(ALL_BY_SEAT_0), target=5))
    data = record.write(game, ["Ann", "Ben", "Cat", "Dan"], resigned=[2])
    assert "winners" not in data
    assert data["resigned"] == [2]
    assert record.read(data) == game


@given(options=rules(most_hands=5), chance=chances(), hands=st.integers(0, 4), plies=st.integers(0, 40))
def test_a_record_written_and_read_again_is_the_same_game(options: Rules, chance, hands, plies):
    game = whole_game(options, chance, most_hands=hands)
    if not game.is_over:
        state = dealt_hand(options, chance, dealer=game.next_dealer)
        for _ in range(plies):
            state = state if state.is_over else state.move(any_move(state, chance))
        game = game._replace(hands=(*game.hands, state))
    names = [f"player {seat}" for seat in range(options.players)]
    again = record.loads(json.dumps(record.write(game, names)))
    assert isinstance(again, GameState)
    assert again == game
    assert record.write(again, names) == record.write(game, names)
