"""How somebody plays in a browser with JavaScript, and what the table says back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.models import Game
from games.services.overdue import play_game

YOUR_TURN = re.compile("^Your turn")


def sentence(page: Page) -> str:
    return page.locator("#sentence").inner_text()


def cards(page: Page):
    """Return the cards that may be played now."""
    return page.locator("[data-held] [data-card]")


def play(page: Page, card: str = "") -> str:
    """Choose *card*, or the first that may be played, and confirm; return it once the table has taken it."""
    choice = page.locator(f"#card-{card}[data-card]") if card else cards(page).first
    card = choice.get_attribute("value") or ""
    choice.click()
    page.locator("#play-chosen").click()
    expect(page.locator(f"#card-{card}")).to_have_count(0)
    return card


def let_bots_play(game: Game) -> None:
    """Do what the worker does."""
    play_game(game.pk)


def wait_for_turn_or_end(page: Page) -> bool:
    """Return whether the game goes on, as soon as it is the reader's turn or over."""
    expect(page.locator("#sentence", has_text=YOUR_TURN).or_(page.locator("#finale-title"))).to_be_visible()
    return page.locator("#finale-title").count() == 0
