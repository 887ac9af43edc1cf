from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from tests.builders import bots_choosing, first_move, make_user


@pytest.fixture(autouse=True)
def quick_bots() -> Iterator[None]:
    """Bots play the first card they may: how well they play is another folder's matter."""
    with bots_choosing(first_move):
        yield


@pytest.fixture
def users(transactional_db: None) -> list[User]:
    return [make_user(name) for name in ("Ann", "Ben", "Cat")]
