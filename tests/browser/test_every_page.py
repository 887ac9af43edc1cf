"""What every page must hold, in every state there is: fit for a phone, for a screen reader, in light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.builders import make_game, make_user
from tests.servers import chromium
from tests.sights import KINDS, at, make_sights

from .tabs import PHONE, TABLET, WIDE, Tabs, overflow


def violations(page, where):
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{where}: {v['id']} ({v['help']}) at {[node['target'] for node in v['nodes']][:3]}" for v in found]


@pytest.mark.once
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_accessible_and_fits_a_phone(tabs, kind):
    complaints = []
    for sight in make_sights(kind):
        page = tabs.open(sight.user, phone=True)
        page.goto(sight.path)
        for size, width in (("phone", PHONE), ("tablet", TABLET), ("wide", WIDE)):
            page.set_viewport_size(width)
            if overflow(page):
                complaints.append(f"{sight.name}, {size}: {overflow(page)} pixels too wide")
            for colours in ("light", "dark"):
                if (sight.chief and size != "tablet") or (size, colours) in (("phone", "light"), ("wide", "dark")):
                    page.emulate_media(color_scheme=colours)
                    complaints += violations(page, f"{sight.name}, {size}, {colours}")
        page.context.close()
    assert complaints == []


@pytest.mark.once
def test_the_longest_names_and_addresses_fit_a_phone(tabs):
    people = [make_user(letter * 20, email=f"{letter * 60}@{letter * 60}.example") for letter in "WM"]
    game = make_game(*people, players=6)
    page = tabs.open(people[0], phone=True)
    for path in ("/games", at(game), at(game, "/score-sheet"), at(game, "/deals"), f"/players/{'M' * 20}"):
        page.goto(path)
        assert overflow(page) == 0, path


@pytest.mark.once
def test_text_twice_as_large_fits_a_phone(browser, live_site):
    options = [*chromium.OPTIONS, "--blink-settings=defaultFontSize=32"]
    large = browser.browser_type.launch(executable_path=chromium.find(), args=options)
    complaints, tabs = [], Tabs(large, live_site)
    for sight in make_sights("tables", "finished", "account"):
        if sight.chief:
            page = tabs.open(sight.user, phone=True)
            page.goto(sight.path)
            assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 32
            if overflow(page):
                complaints.append(f"{sight.name}: {overflow(page)} pixels too wide")
            page.context.close()
    large.close()
    assert complaints == tabs.complaints == []


@pytest.mark.once
def test_what_is_printed_at_night_is_black_on_white(tabs):
    page = tabs.open()
    page.emulate_media(color_scheme="dark", media="print")
    page.goto("/rules")
    style = "getComputedStyle(document.documentElement)"
    assert page.evaluate(f"[{style}.colorScheme, {style}.getPropertyValue('--card')]") == ["light", "#fffdf7"]
    expect(page.locator("main .button")).to_be_hidden()


def test_the_look_at_a_page_does_find_faults(tabs):
    page = tabs.open(phone=True)
    page.set_content("<main><p><input><img src='data:,'></p><div><pre>" + "too wide " * 99 + "</pre></div></main>")
    assert overflow(page) > 100
    assert len(violations(page, "a bad page")) >= 3


def test_the_watch_over_a_browser_does_notice(tabs):
    page = tabs.open()
    page.goto("/rules")
    faults = """() => {
        console.error("a fault");
        const style = document.createElement("style");
        style.textContent = "body { color: red }";
        document.head.append(style);
        fetch("http://elsewhere.example/").catch(() => {});
        setTimeout(() => { throw new Error("thrown"); });
        setTimeout(() => fetch("/games/AAAAAAAAAA/play", { method: "POST" }), 10);
    }"""
    with page.expect_response("**/AAAAAAAAAA/play"):
        page.evaluate(faults)
    said = " ".join(tabs.complaints)
    tabs.complaints.clear()
    for fault in ("a fault", "style-src", "403: POST", "connect-src", "thrown"):
        assert fault in said
