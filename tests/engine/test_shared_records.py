"""The records in tests/records and the answers beside them."""

import pytest

from games.engine import record
from tests.engine.builders import shared_answer, shared_names, shared_record


def test_the_records_are_there():
    assert (len(shared_names("game")), len(shared_names("broken"))) == (16, 16)


@pytest.mark.parametrize("name", shared_names("game"))
def test_a_good_record_gives_its_answer(name):
    assert record.answer(record.read(shared_record(name))) == shared_answer(name)


@pytest.mark.parametrize("name", shared_names("broken"))
def test_a_broken_record_gives_its_fault(name):
    with pytest.raises(record.RecordError) as caught:
        record.read(shared_record(name))
    assert caught.value.as_json() == shared_answer(name)


@pytest.mark.parametrize("name", shared_names("game"))
def test_a_good_record_written_again_is_the_same_game(name):
    data = shared_record(name)
    game = record.read(data)
    assert record.read(record.write(game, data["players"])) == game
