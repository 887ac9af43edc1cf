from __future__ import annotations

import random

import pytest

from games.bots import choose_move
from games.engine.view import view_from

from .tables import hand_of


def test_an_unknown_level_is_refused_by_name():
    state = hand_of("", "", "", "", dealer=0)
    with pytest.raises(ValueError, match="'wizard'"):
        choose_move(view_from(state, 1), totals=(0,) * 4, rng=random.Random(1), level="wizard")
