from __future__ import annotations

import random

import pytest

from games.bots import BUDGET, LEVELS, choose_move
from games.engine.view import view_from

from .tables import hand_of


def test_an_unknown_level_is_refused_by_name():
    state = hand_of("", "", "", "", dealer=0)
    with pytest.raises(ValueError, match="'wizard'"):
        choose_move(view_from(state, 1), totals=(0,) * 4, rng=random.Random(1), level="wizard")


def test_no_level_may_think_longer_than_was_promised():
    """What covers a seat keeps nobody waiting for a tenth of a second, and no bot for a second."""
    assert set(BUDGET) == set(LEVELS)
    assert BUDGET["stand_in"] < 0.1
    assert max(BUDGET.values()) < 1.0
