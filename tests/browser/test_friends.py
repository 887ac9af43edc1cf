"""Two who sign up, one inviting the other by link: from the mail that confirms the address to the first card."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.builders import make_game, make_guest, make_user
from tests.sights import at, whose_turn

PASSWORD = "four jacks in one hand"


def sign_up(page, name):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.locator(".menu-name")).to_have_text(name)


def test_one_signs_up_confirms_the_address_opens_a_table_and_the_friend_joins_by_the_link(tabs, smtp_server, worker):
    worker.start()
    ann = tabs.open(timezone_id="Asia/Tokyo", permissions=["clipboard-read", "clipboard-write"])
    ann.goto("/account/signup/")
    sign_up(ann, "Ann")
    assert User.objects.get(username="Ann").time_zone == "Asia/Tokyo"

    (letter,) = smtp_server.wait_for(1)
    link = re.search(r"https?://\S+/account/confirm-email/\S+", letter.get_body(("plain",)).get_content())
    assert link
    ann.goto(link.group())
    ann.get_by_role("main").get_by_role("button").click()
    expect(ann.get_by_text("not confirmed yet")).to_have_count(0)
    assert User.objects.get(username="Ann").email_confirmed

    ann.goto("/games/new")
    ann.get_by_text("3", exact=True).first.click()
    ann.get_by_label("Bots", exact=True).select_option("1")
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_role("button", name="Copy").click()
    expect(ann.get_by_text("Copied")).to_be_visible()
    copied = ann.evaluate("navigator.clipboard.readText()")
    assert copied == ann.locator("#invite-url").input_value()

    friend = tabs.open()
    friend.goto(copied)
    friend.get_by_role("button", name="Take a seat").click()
    sign_up(friend, "Ben")
    expect(friend.get_by_text("Ann invites you")).to_be_visible()
    friend.get_by_role("button", name="Take a seat").click()
    for page in (ann, friend):
        expect(page.locator("#sentence")).to_be_visible()
    assert Game.objects.get().status == "active"


def test_a_deadline_is_in_the_readers_time_zone(tabs, live_site):
    game = make_game(*(make_user(name) for name in ("Ann", "Ben", "Cat")))
    reader = whose_turn(game)
    reader.time_zone = "Asia/Tokyo"
    reader.save()
    onlooker, player = tabs.open(make_guest(), timezone_id="America/New_York"), tabs.open(reader, timezone_id="UTC")
    hours = []
    for page in (onlooker, player):
        page.goto(at(game))
        hours.append(page.locator(".say-due time").inner_text()[-5:])
    new_york, tokyo = (int(hour[:2]) * 60 + int(hour[3:]) for hour in hours)
    assert (tokyo - new_york) % (24 * 60) in (13 * 60, 14 * 60)  # as summer has it
