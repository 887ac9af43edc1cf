"""How much time is left, as a page has it before its script goes on with it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.words import time_left_in_words


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ({"days": 2, "hours": 4, "minutes": 10}, "2 days 4 hr left"),
        ({"days": 1, "minutes": 10}, "1 day 10 min left"),
        ({"hours": 23, "minutes": 59, "seconds": 59}, "23 hr 59 min left"),
        ({"seconds": 59}, "< 1 min left"),
        ({"seconds": 0}, "time is up"),
        ({"days": -1}, "time is up"),
    ],
)
def test_the_time_left_is_told_in_its_two_largest_units(left, words):
    assert time_left_in_words(timedelta(**left)) == words
