"""The number of a day, as a language writes it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import translation

from accounts.templatetags import days

FIRST, ELEVENTH = datetime(2026, 12, 1, 18, 40, tzinfo=UTC), datetime(2026, 12, 11, 18, 40, tzinfo=UTC)


@pytest.fixture
def french(monkeypatch):
    monkeypatch.setattr(days, "pgettext", lambda context, words: r"j\e\r")
    with translation.override("fr"):
        yield


@pytest.mark.parametrize("wanted", ["j F", "DATE_FORMAT"])
def test_the_first_of_a_month_is_le_premier(french, wanted):
    assert days.day(FIRST, wanted).startswith("1er décembre")
    assert days.day(ELEVENTH, wanted).startswith("11 décembre")


def test_a_letter_that_is_no_number_stays(french):
    assert days.day(FIRST, r"\j j") == "j 1er"


def test_in_english_the_first_is_one():
    assert days.day(FIRST, "D j M H:i") == "Tue 1 Dec 18:40"
