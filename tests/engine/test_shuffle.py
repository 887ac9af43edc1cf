"""The shuffle against known answers, worked out here from the standard library alone."""

import hashlib
import hmac
from collections import Counter
from itertools import islice, permutations, product

import pytest

from games.engine.cards import ALL_CARDS, text_of
from games.engine.rules import PLAYERS, Rules
from games.engine.shuffle import deal, draw, shuffled, words

SEED = bytes(range(32))
LABEL = b"game 1, hand 1"
FIRST_WORDS = [3162369607, 520772527, 3965906112]
KNOWN_PACK = "JD TC 8C QD QH AC AS 9D 9H JC 8H 7D TS 7H KH 7S 9C AD TD QS 9S KD TH JH 8S JS 8D QC KC AH 7C KS"


def words_by_hand(seed: bytes, label: bytes, count: int) -> list[int]:
    """The stream as its description says, by another way through the standard library."""
    stream = b"".join(
        hmac.new(seed, label + bytes(7) + bytes([block]), hashlib.sha256).digest() for block in range(count // 8 + 1)
    )
    return [
        sum(byte << shift for byte, shift in zip(stream[at : at + 4], (24, 16, 8, 0), strict=True))
        for at in range(0, count * 4, 4)
    ]


def shuffled_by_hand(pack: list, numbers: list[int]) -> list:
    """Fisher-Yates from the last place down; *numbers* are used up from the front."""
    pack = list(pack)
    for size in range(len(pack), 1, -1):
        number = numbers.pop(0)
        while number >= 2**32 // size * size:
            number = numbers.pop(0)
        pack[size - 1], pack[number % size] = pack[number % size], pack[size - 1]
    return pack


def test_the_stream_is_hmac_sha256_over_the_label_and_a_counter():
    assert list(islice(words(SEED, LABEL), 40)) == words_by_hand(SEED, LABEL, 40)


def test_the_first_words_of_a_known_seed_are_known():
    assert list(islice(words(SEED, LABEL), 3)) == FIRST_WORDS


@pytest.mark.parametrize("players", PLAYERS)
def test_the_order_is_the_one_worked_out_by_hand(players):
    pack = Rules(players=players).pack
    for label in (LABEL, b"", b"another"):
        expected = tuple(shuffled_by_hand(list(pack), words_by_hand(SEED, label, 200)))
        assert shuffled(pack, words(SEED, label)) == expected


def test_a_known_seed_gives_a_known_order():
    assert text_of(shuffled(ALL_CARDS, words(SEED, LABEL))) == KNOWN_PACK


def test_another_seed_or_another_label_gives_another_order():
    seeds, labels = (SEED, bytes(32)), (b"1", b"2")
    assert len({shuffled(ALL_CARDS, words(seed, label)) for seed, label in product(seeds, labels)}) == 4


def test_words_in_the_uneven_rest_at_the_top_do_not_count():
    assert draw(iter([2**32 - 1, 2**32 - 1, 7]), 3) == 1  # 2**32 = 3 * 1431655765 + 1: the last word is left over
    assert draw(iter([2**32 - 2, 7]), 3) == 2
    assert draw(iter([2**32 - 1, 7]), 4) == 3  # nothing is left over
    assert draw(iter([2**32 - 4, 9]), 6) == 3  # 4 are left over
    assert draw(iter([2**32 - 5, 9]), 6) == 5


@pytest.mark.parametrize("below", [1, 2, 3, 5, 6, 30, 31, 32])
def test_the_words_that_count_give_every_number_equally_often(below):
    counted = 2**32 - 2**32 % below
    assert counted % below == 0
    assert draw(iter([counted - 1, 0]), below) == below - 1
    if counted < 2**32:
        assert draw(iter([counted, 0]), below) == 0


def test_every_order_of_three_cards_comes_of_exactly_one_pair_of_draws():
    orders = Counter(shuffled(ALL_CARDS[:3], iter(pair)) for pair in product(range(3), range(2)))
    assert orders == Counter(permutations(ALL_CARDS[:3]))


def test_every_order_of_four_cards_comes_of_exactly_one_triple_of_draws():
    orders = Counter(shuffled(ALL_CARDS[:4], iter(draws)) for draws in product(range(4), range(3), range(2)))
    assert orders == Counter(permutations(ALL_CARDS[:4]))


def test_a_pack_is_dealt_in_blocks_to_seat_0_first():
    assert [text_of(held) for held in deal(ALL_CARDS, 4)] == [text_of(ALL_CARDS[at : at + 8]) for at in (0, 8, 16, 24)]


def test_a_pack_that_cannot_be_dealt_evenly_is_refused():
    with pytest.raises(ValueError, match="32 cards cannot be dealt evenly to 5 seats"):
        deal(ALL_CARDS, 5)
