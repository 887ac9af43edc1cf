"""docs/records.md promises: its example is a good record with that answer, and its list of faults is the whole list."""

import json
import re
from pathlib import Path

from games.engine import record
from tests.engine.test_hostile_records import CODES

DOC = (Path(__file__).parent.parent.parent / "docs" / "records.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", DOC, re.DOTALL)]


def test_the_example_of_a_record_gives_the_answer_beside_it():
    data, shortened, _ = EXAMPLES
    answer = record.answer(record.read(data))
    answer["hands"][0]["tricks"] = answer["hands"][0]["tricks"][:1]
    assert answer == shortened


def test_the_example_of_a_fault_is_one_of_the_list():
    assert EXAMPLES[2]["error"]["code"] in CODES


def test_the_list_of_faults_is_the_whole_list():
    listed = DOC.partition("| code |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in listed.splitlines()[2:]]
    assert {code for cell in cells for code in re.findall(r"`(\w+)`", cell)} == CODES
