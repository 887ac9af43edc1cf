"""Deals that anybody can check: the chain of seeds, the label, how many hands a game can have."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.deals import is_committed, label, most_hands, pack_and_lot, seed_chain
from games.engine.rules import PLAYERS, TARGETS, Rules

NONCES = ["0" * 31 + str(seat) for seat in range(6)]


@given(root=st.binary(min_size=32, max_size=32), hands=st.integers(1, 60))
def test_every_seed_is_committed_to_for_its_own_hand_and_no_other(root, hands):
    seeds = seed_chain(root, hands)
    assert len(seeds) == hands + 1
    assert seeds[-1] == root
    for hand in range(1, hands + 1):
        assert is_committed(seeds[hand], hand, seeds[0])
        assert not is_committed(seeds[hand], hand - 1, seeds[0])


def test_a_seed_is_the_sha_256_of_the_one_after_it():
    seeds = seed_chain(bytes(32), 2)
    assert seeds[1] == hashlib.sha256(bytes(32)).digest()
    assert seeds[0] == hashlib.sha256(seeds[1]).digest()


def test_the_label_is_the_algorithm_the_game_the_hand_and_the_nonces_a_line_each():
    assert label("k3Qf9xTb2c", 7, ["aa", "bb", "cc"]) == b"polignac-deal/1\nk3Qf9xTb2c\n7\naa,bb,cc\n"


@pytest.mark.parametrize(("players", "hands"), [(3, 6), (4, 8), (5, 10), (6, 11)])
def test_a_game_to_10_points_has_at_most_so_many_hands(players, hands):
    assert most_hands(Rules(players=players)) == hands


def test_a_game_of_a_fixed_number_of_hands_has_as_many():
    assert most_hands(Rules(target=None, hands=24)) == 24


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("players", PLAYERS)
def test_before_the_last_hand_that_can_be_every_total_may_still_be_below_the_target(players, target):
    before_the_last = most_hands(Rules(players=players, target=target)) - 1
    assert before_the_last * 5 <= players * (target - 1) < (before_the_last + 1) * 5


@pytest.mark.parametrize(
    "other",
    [
        {"seed": bytes(31) + b"1"},
        {"game": "AnotherOne"},
        {"hand": 2},
        {"nonces": [*NONCES[:3], "f" * 32]},
        {"nonces": [NONCES[1], NONCES[0], *NONCES[2:4]]},
    ],
    ids=["seed", "game", "hand", "nonce", "order of the nonces"],
)
def test_whatever_goes_into_the_shuffle_changes_the_deal(other):
    what = {"seed": bytes(32), "game": "k3Qf9xTb2c", "hand": 1, "nonces": NONCES[:4]}
    assert deal_of(**what) == deal_of(**what)
    assert deal_of(**what) != deal_of(**what | other)


def test_the_options_of_the_table_do_not_change_the_deal():
    plain, fancy = Rules(), Rules(ace_high=True, general=True, short_hands=True, target=50)
    assert pack_and_lot(plain, bytes(32), game="g", hand=1, nonces=NONCES[:4]) == pack_and_lot(
        fancy, bytes(32), game="g", hand=1, nonces=NONCES[:4]
    )


def deal_of(*, seed, game, hand, nonces):
    return pack_and_lot(Rules(), seed, game=game, hand=hand, nonces=nonces)
