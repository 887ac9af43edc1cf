"""The site as an installed app: what can be read without a network, and what becomes of a card played then."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, expect

from games.engine.cards import Card
from games.models import Move
from games.services.play import play as play_card
from tests.builders import dealing, make_game, make_user
from tests.pages.tables import THREE
from tests.sights import at

from .tabs import PATIENCE

pytestmark = pytest.mark.once


@pytest.fixture
def people(live_site):
    return [make_user(name) for name in ("Ann", "Ben", "Cat")]


@pytest.fixture
def three(people):
    with dealing(*THREE, dealer=2):
        yield make_game(*people)


@pytest.fixture
def page(tabs, people, three):
    """Ann's browser, which has the shell, My games and her table, and then loses its network."""
    page = tabs.open(people[0], service_workers="allow")
    page.goto("/games")
    wait_until(page, "navigator.serviceWorker.controller !== null")
    page.goto("/games")
    page.goto(at(three))
    wait_until(page, f"caches.open('mine').then(mine => mine.match('{at(three)}')).then(Boolean)")
    page.context.set_offline(True)
    yield page
    # htmx and the browser say in the console that there was no network.
    tabs.complaints[:] = [one for one in tabs.complaints if "htmx:" not in one]


def wait_until(page, truth):
    """Wait as `expect` does, for what is not in the page: Playwright's own way is forbidden by our security policy."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(truth):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {truth}")


def play_without_network(page):
    page.locator("#card-9H").click()
    page.locator("#play-chosen").click()
    expect(page.locator("#no-network")).to_contain_text("Sent as soon as it is back: nine of hearts")


def test_my_games_and_a_table_that_was_opened_can_be_read_without_a_network(page, three):
    page.goto("/games")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.locator("#no-network")).to_contain_text("You see what was kept here")
    page.locator(".game-item-title").click()
    expect(page.locator("#sentence")).to_have_text("Your turn: lead to trick 1")
    expect(page.locator(".held-card")).to_have_count(10)
    expect(page.locator(".felt")).to_have_css("display", "grid")  # it has its style sheets


def test_a_page_that_was_never_opened_says_so(page):
    page.goto("/rules")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    assert "Ann" not in page.content()


def test_a_card_played_without_a_network_is_sent_when_it_is_back(page, three):
    play_without_network(page)
    assert not Move.objects.exists()
    page.goto(at(three))
    expect(page.locator("#no-network")).to_contain_text("Sent as soon as it is back: nine of hearts")
    page.context.set_offline(False)
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    expect(page.locator("#no-network")).to_contain_text("it has been sent: nine of hearts")
    assert [move.card for move in Move.objects.all()] == ["9H"]


def test_a_card_that_comes_too_late_is_refused_and_its_player_told(page, people, three, tabs):
    tabs.expected_failures.add(409)
    play_without_network(page)
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    page.context.set_offline(False)
    expect(page.locator("#no-network")).to_contain_text("this was not played: nine of hearts")
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert [move.card for move in Move.objects.all()] == ["7H"]


def test_signing_out_leaves_nothing_behind(page, three):
    play_without_network(page)
    page.evaluate("localStorage.removeItem('polignac.waiting')")
    page.context.set_offline(False)
    page.goto("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate("caches.has('mine')") is False
    page.context.set_offline(True)
    try:
        page.goto(at(three))
    except Error:
        return  # the shell is gone as well
    expect(page.get_by_role("heading", name="No network")).to_be_visible()  # or it is there again already
