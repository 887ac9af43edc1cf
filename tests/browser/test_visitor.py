"""A visitor comes, plays a whole game against bots, signs up, and keeps it: by mouse, with a real worker."""

from __future__ import annotations

from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Move

from .playing import play, wait_for_turn_or_end


def test_a_visitor_plays_a_whole_game_signs_up_and_reads_the_score_sheet_and_the_replay(tabs, worker):
    worker.start()
    page = tabs.open()
    page.goto("/")
    page.get_by_role("button", name="Play now against three bots").click()
    expect(page.locator("#table")).to_be_visible()
    Game.objects.update(target=None, hands_to_play=1)  # one hand is enough for us
    while wait_for_turn_or_end(page):
        play(page)
    game = Game.objects.get()
    assert (game.status, Move.objects.count()) == ("finished", 32)

    page.get_by_role("link", name="Sign up").last.click()
    page.get_by_label("Name").fill("Dora")
    page.get_by_label("Email").fill("dora@example.org")
    page.get_by_label("Password").fill("four jacks in one hand")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Dora", exact=True).first).to_be_visible()
    assert User.objects.get() == User.objects.get(username="Dora", is_guest=False)

    page.goto("/games")
    page.locator(".game-item-title").click()
    expect(page.locator("#finale-title")).to_be_visible()
    totals = [int(cell) for cell in page.locator(".sheet tfoot tr:first-child td").all_inner_texts()]
    assert totals == game.points[0]  # the visitor sat in seat 0
    assert sum(totals) == 5

    page.get_by_role("link", name="see this hand again").click()
    for step in range(1, 33):
        page.wait_for_load_state()  # the keys are the script's
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(f"Hand 1, step {step} of 32")).to_be_visible()
    expect(page.locator(".open-hand-cards .is-played")).to_have_count(32)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#finale-title")).to_be_visible()
