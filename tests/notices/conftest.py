from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.builders import bots_choosing, first_move


@pytest.fixture(autouse=True)
def quick_bots() -> Iterator[None]:
    """Bots play the first card they may: how well they play is another folder's matter."""
    with bots_choosing(first_move):
        yield
