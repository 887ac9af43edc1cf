import dataclasses

import pytest

from games.engine.rules import BadRules, Rules


def test_the_base_rules_are_four_players_to_ten_points_without_options():
    rules = Rules()
    assert (rules.players, rules.target, rules.hands) == (4, 10, None)
    assert (rules.ace_high, rules.general, rules.short_hands) == (False, False, False)


@pytest.mark.parametrize(("players", "size"), [(3, 10), (4, 8), (5, 6), (6, 5)])
def test_the_whole_pack_is_dealt_evenly(players, size):
    rules = Rules(players=players)
    assert rules.hand_size == size
    assert len(rules.pack) == players * size


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 7, 32])
def test_there_is_no_game_for_fewer_than_three_or_more_than_six(players):
    with pytest.raises(BadRules, match="three to six players"):
        Rules(players=players)


def test_a_game_has_a_target_or_a_number_of_hands_and_never_both():
    with pytest.raises(BadRules, match="either a target or a number of hands"):
        Rules(target=10, hands=4)
    with pytest.raises(BadRules, match="either a target or a number of hands"):
        Rules(target=None, hands=None)


@pytest.mark.parametrize("length", [{"target": 0}, {"target": -10}, {"target": None, "hands": 0}])
def test_a_game_that_is_over_before_it_begins_is_refused(length):
    with pytest.raises(BadRules, match="at least 1"):
        Rules(**length)


@pytest.mark.parametrize("version", [0, 2])
def test_a_version_of_the_rules_that_does_not_exist_is_refused(version):
    with pytest.raises(BadRules, match=f"no version {version}"):
        Rules(version=version)


def test_the_seat_on_the_left_is_the_next_and_after_the_last_comes_the_first():
    assert [Rules(players=5).left_of(seat) for seat in range(5)] == [1, 2, 3, 4, 0]


def test_options_never_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().target = 20  # type: ignore[misc]


def test_the_same_options_are_the_same_rules():
    assert Rules(players=3, ace_high=True) == Rules(players=3, ace_high=True)
    assert Rules(players=3) != Rules(players=3, ace_high=True)
