from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.builders import bots_choosing, first_move

from .tabs import PATIENCE, Tabs

if TYPE_CHECKING:
    from playwright.sync_api import Browser


expect.set_options(timeout=PATIENCE)


@pytest.fixture(autouse=True)
def quick_bots() -> Iterator[None]:
    """Bots of this process play the first card they may; a worker's are the real ones."""
    with bots_choosing(first_move):
        yield


@pytest.fixture
def tabs(browser: Browser, live_site: str) -> Iterator[Tabs]:
    """Browsers to open; at the end of the test none may have complained of anything."""
    tabs = Tabs(browser, live_site)
    yield tabs
    tabs.close()
    assert tabs.complaints == []
