"""A hand that is over plays by itself, until it is told to stop."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.builders import make_game, make_user, move_on
from tests.sights import at


@pytest.mark.once
def test_a_hand_plays_by_itself_until_it_is_stopped(tabs, live_site):
    game = make_game(*(make_user(name) for name in ("Ann", "Ben", "Cat")), target=None, hands=2)
    move_on(game)
    page = tabs.open(phone=True)
    page.clock.install()
    page.goto(at(game, "/hands/1/28"))
    page.get_by_role("button", name="Play").click()
    for rest in ("/hands/1/29", "/hands/1/30", "/hands/2"):
        page.clock.run_for(1700)
        expect(page).to_have_url(f"{live_site}{at(game, rest)}#play")
        expect(page.get_by_role("button", name="Stop")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.run_for(5000)
    expect(page).to_have_url(re.compile(r"/hands/2$"))
