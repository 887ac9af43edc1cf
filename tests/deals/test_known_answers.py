"""The answers were made by the stand-alone program; the engine must give the same."""

import pytest

from games.engine.cards import text_of
from games.engine.deals import pack_and_lot, seed_chain
from games.engine.rules import Rules
from games.engine.shuffle import deal

from .builders import KNOWN_ANSWERS, program


@pytest.mark.parametrize(
    "known", KNOWN_ANSWERS, ids=lambda known: f"{known['players']} players, {known['hands']} hands"
)
def test_the_engine_gives_the_known_answers(known):
    seeds = seed_chain(bytes.fromhex(known["root"]), known["hands"])
    assert seeds[0].hex() == known["commitment"]
    for expected in known["deals"]:
        seed = seeds[expected["hand"]]
        rules = Rules(players=known["players"])
        pack, lot = pack_and_lot(rules, seed, game=known["game"], hand=expected["hand"], nonces=known["nonces"])
        assert seed.hex() == expected["seed"]
        assert [text_of(cards) for cards in deal(pack, known["players"])] == expected["held"]
        assert lot == expected["lot"]


@pytest.mark.parametrize(
    "known", KNOWN_ANSWERS, ids=lambda known: f"{known['players']} players, {known['hands']} hands"
)
def test_the_program_gives_the_known_answers(known):
    for expected in known["deals"]:
        seed = bytes.fromhex(expected["seed"])
        held, lot = program().shuffle_hand(seed, known["game"], expected["hand"], known["nonces"], known["players"])
        assert ([" ".join(cards) for cards in held], lot) == (expected["held"], expected["lot"])


def test_there_are_a_dozen_of_them_for_every_number_of_players():
    assert len(KNOWN_ANSWERS) == 12
    assert {known["players"] for known in KNOWN_ANSWERS} == {3, 4, 5, 6}
