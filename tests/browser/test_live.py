"""Tables that follow the game by its stream, as `make run` and a real site serve it; and what they do without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.engine.cards import Card
from games.services.absence import resign
from games.services.play import play as play_card
from games.services.seating import join
from tests.builders import dealing, make_game, make_user
from tests.pages.tables import THREE
from tests.sights import at

from .playing import play
from .tabs import Tabs

SOON = 2000  # milliseconds


@pytest.fixture
def tabs(browser, web_server):
    tabs = Tabs(browser, web_server.url)
    yield tabs
    tabs.close()
    assert tabs.complaints == []


@pytest.fixture
def people(web_server):
    return [make_user(name) for name in ("Ann", "Ben", "Cat")]


@pytest.fixture
def three(people):
    """A table for three where Ann leads; Ben must follow hearts with his only one."""
    with dealing(*THREE, dealer=2):
        yield make_game(*people)


def opened(page, game):
    """Open the table and wait until it follows the stream."""
    with page.expect_response("**/events/games/*") as stream:
        page.goto(at(game))
    assert stream.value.status == 200
    page.evaluate("window.sameDocument = true")


def test_two_browsers_see_each_others_card_within_two_seconds(tabs, people, three):
    ann, ben = tabs.open(people[0]), tabs.open(people[1])
    opened(ann, three)
    opened(ben, three)
    ann.locator("#card-7H").click()
    ann.locator("#play-chosen").click()
    expect(ben.locator(".felt .trick [href$='#7H']")).to_be_visible(timeout=SOON)
    expect(ben.locator("#sentence")).to_have_text("Your turn: follow hearts")
    ben.locator("#card-8H").click()
    ben.locator("#play-chosen").click()
    expect(ann.locator(".felt .trick [href$='#8H']")).to_be_visible(timeout=SOON)
    assert all(page.evaluate("window.sameDocument") for page in (ann, ben))


def test_a_stranger_who_may_look_on_follows_as_well_and_sees_no_cards_held(tabs, people, three):
    eve = tabs.open(make_user("Eve"))
    opened(eve, three)
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    expect(eve.locator(".felt .trick [href$='#7H']")).to_be_visible(timeout=SOON)
    expect(eve.locator(".held-card")).to_have_count(0)


def test_the_card_chosen_and_the_focus_stay_through_what_others_do(tabs, people, three):
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    ann, ben = tabs.open(people[0]), tabs.open(people[1])
    opened(ann, three)
    opened(ben, three)
    ann.locator("#earlier-summary").press("Enter")
    ben.locator("#card-8H").click()
    resign(slug=three.slug, user=people[2])
    for page in (ann, ben):
        expect(page.locator(".events").first).to_contain_text("Cat resigned", timeout=SOON)
    expect(ann.locator("#earlier-summary")).to_be_focused()
    expect(ann.locator("#earlier")).not_to_have_attribute("open", "")
    expect(ben.locator("#card-8H")).to_be_focused()
    expect(ben.locator("#card-8H")).to_have_attribute("aria-pressed", "true")


def test_who_waits_at_an_open_table_is_brought_to_the_game_at_once(tabs, people):
    game = make_game(*people[:2], begun=False, players=3)
    page = tabs.open(people[0])
    opened(page, game)
    join(slug=game.slug, user=people[2])
    expect(page.locator("#sentence")).to_be_visible(timeout=SOON)


def test_the_page_says_when_it_is_out_of_touch_and_catches_up_afterwards(tabs, people, three, web_server):
    tabs.expected_failures |= {503}
    page = tabs.open(people[1])
    opened(page, three)
    notice = page.locator("#out-of-touch")
    expect(notice).to_be_hidden()
    web_server.stop()
    expect(notice).to_be_visible()
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    web_server.start()
    expect(page.locator(".felt .trick [href$='#7H']")).to_be_visible()
    expect(notice).to_be_hidden()
    assert [one for one in tabs.complaints if "htmx:" not in one] == []  # which says so in the console as well
    tabs.complaints.clear()


def test_without_the_stream_the_page_follows_by_asking(tabs, people, three):
    page = tabs.open(people[1])
    page.route("**/events/**", lambda route: route.abort())
    page.goto(at(three))
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    expect(page.locator(".felt .trick [href$='#7H']")).to_be_visible()


def test_a_whole_trick_goes_round_three_browsers(tabs, people, three):
    pages = [tabs.open(user) for user in people]
    for page in pages:
        opened(page, three)
    for player in (0, 1, 2):
        expect(pages[player].locator("#sentence")).to_contain_text("Your turn", timeout=SOON)
        play(pages[player])
    for page in pages:
        expect(page.locator(".trick.is-past .played")).to_have_count(3)
