"""Notices in a browser: turning them on, and what the service worker does with what a push service hands it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.api.test_notices import BROWSER
from tests.builders import make_user

from .test_offline import wait_until

pytestmark = pytest.mark.once
# No push service can be reached from a test: what it would say to the browser is put in its place.
SUBSCRIBED = """
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
    PushManager.prototype.subscribe = async (asked) => {
      const said = %s;
      return { toJSON: () => said, endpoint: said.endpoint };
    };
"""
SHOWN = (
    "navigator.serviceWorker.ready.then((it) => it.getNotifications())"
    ".then((all) => all.map((one) => [one.tag, one.body]))"
)


@pytest.fixture
def page(tabs, live_site) -> Page:
    page: Page = tabs.open(make_user("Ann"), service_workers="allow")
    page.context.grant_permissions(["notifications"])
    page.add_init_script(SUBSCRIBED % json.dumps(BROWSER))
    page.goto("/notices")
    wait_until(page, "navigator.serviceWorker.controller !== null")
    return page


def test_a_player_turns_notices_on_and_off_again(page):
    page.get_by_role("button", name="Turn on in this browser").click()
    expect(page.get_by_text("Notices are shown in this browser from now on.")).to_be_visible()
    page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Nothing is shown in that browser any more.")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_visible()


def test_a_later_notice_of_a_game_takes_the_place_of_the_earlier_one(page, live_site):
    session = page.context.new_cdp_session(page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(page, "navigator.serviceWorker.ready.then(Boolean)")

    def push(data: str) -> None:
        asked = {"origin": live_site, "registrationId": registrations[-1], "data": data}
        session.send("ServiceWorker.deliverPushMessage", asked)

    for tag, body in (("AAAAAAAAAA", "Your turn"), ("BBBBBBBBBB", "Another"), ("AAAAAAAAAA", "Play by 18:40")):
        push(json.dumps({"title": "Polignac", "body": body, "tag": tag, "url": f"{live_site}/games/{tag}"}))
    expected = json.dumps(sorted([["AAAAAAAAAA", "Play by 18:40"], ["BBBBBBBBBB", "Another"]]))
    wait_until(page, f"{SHOWN}.then((all) => JSON.stringify(all.sort()) === JSON.stringify({expected}))")
    push("no JSON")
    wait_until(page, f"{SHOWN}.then((all) => all.length === 3)")
