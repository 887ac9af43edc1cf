"""Trusted Types: no string becomes markup or a script, but the answer of this site that htmx is about to show."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.services.reviewing import review_hands
from tests.builders import make_game, make_user, move_on
from tests.sights import at

SINKS = {
    "innerHTML": "document.body.innerHTML = FORGED",
    "outerHTML": "document.getElementById('table').outerHTML = FORGED",
    "insertAdjacentHTML": "document.body.insertAdjacentHTML('beforeend', FORGED)",
    "what htmx parses with": "Document.parseHTMLUnsafe(FORGED)",
    "a parser": "new DOMParser().parseFromString(FORGED, 'text/html')",
    "a written page": "document.write(FORGED)",
    "a frame": "document.createElement('iframe').srcdoc = FORGED",
    "a script": "document.createElement('script').src = '/static/games/site.js'",
    "the text of a script": "document.createElement('script').text = 'window.isForged = true'",
    "a worker": "new Worker('/static/games/site.js')",
    "another service worker": "navigator.serviceWorker.register('/static/games/site.js')",
    "a timer": "setTimeout('window.isForged = true')",
    "a policy": "trustedTypes.createPolicy('another', {})",
    "a second policy": "trustedTypes.createPolicy('default', {createHTML: (html) => html})",
}
FORGED = "<body><template class=\"internal-htmx-wrapper\"><p id='forged'>forged</p></template></body>"

FAILURE = "<!doctype html><html lang='en'><title>503</title><body>Too busy.</body></html>"


@pytest.fixture
def people(live_site):
    return [make_user(name) for name in ("Ann", "Ben", "Cat")]


@pytest.mark.once
def test_a_string_is_refused_wherever_it_would_become_markup_or_a_script(tabs, people):
    page = tabs.open(people[0], service_workers="allow")
    page.goto(at(make_game(*people)))
    outcomes = {}
    for name, sink in SINKS.items():
        outcomes[name] = page.evaluate(
            f"""async () => {{
                const FORGED = {FORGED!r};
                try {{ await ({sink}); return "passed"; }} catch (error) {{ return error.name; }}
            }}"""
        )
    assert set(outcomes.values()) == {"TypeError"}, outcomes
    assert page.evaluate("window.isForged") is None
    expect(page.locator("#forged")).to_have_count(0)
    assert len(tabs.complaints) >= len(SINKS)
    tabs.complaints.clear()


def test_who_has_signed_out_elsewhere_and_plays_a_card_is_asked_to_sign_in(tabs, people):
    game = make_game(*people)
    page = tabs.open(people[(game.to_play or 0)])
    page.goto(at(game))
    session = next(one for one in page.context.cookies() if one["name"] == "session")
    page.context.add_cookies([session | {"value": "0" * 32}])
    page.locator("[data-card]").first.click()
    page.locator("#play-chosen").click()
    page.wait_for_url("**/account/login/**")
    expect(page.locator("main form[action='/account/login/']")).to_be_visible()


def test_a_page_of_an_error_in_answer_to_a_script_leads_nowhere(tabs, people):
    game = make_game(*people)
    tabs.expected_failures |= {503}
    page = tabs.open(people[0])
    page.route("**/table?version=*", lambda route: route.fulfill(status=503, content_type="text/html", body=FAILURE))
    page.goto(at(game))
    with page.expect_response("**/table?version=*"):
        page.evaluate("htmx.trigger('[data-poll]', 'ask')")
    expect(page.locator("#out-of-touch")).to_be_visible()
    expect(page).to_have_url(f"{tabs.site}{at(game)}")
    tabs.complaints[:] = [one for one in tabs.complaints if "Response Status Error Code 503" not in one]


def test_a_review_that_is_made_while_one_looks_comes_into_the_page(tabs, people):
    game = make_game(*people, hands=1, target=None)
    move_on(game)
    page = tabs.open(people[0])
    page.clock.install()
    page.goto(at(game, "/hands/1/2"))
    expect(page.locator("[data-review-waiting]")).to_be_visible()
    review_hands()
    page.clock.fast_forward(2500)
    expect(page.locator("#review:not([data-review-waiting])")).to_be_visible()
