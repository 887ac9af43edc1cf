from __future__ import annotations

import pytest

from games.models import Game
from tests.builders import dealing, make_game, make_user, move_on


@pytest.fixture
def game(db: None) -> Game:
    """Four persons in their second hand, three cards in; each holds one suit in every hand."""
    with dealing():
        game = make_game(*(make_user(name) for name in ("Ann", "Ben", "Cat", "Dan")))
        move_on(game, 35)
    return game
