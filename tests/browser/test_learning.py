"""The lessons with a script: by keyboard, back and forth, and read out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.learning import LESSONS


@pytest.mark.once
@pytest.mark.usefixtures("db")
def test_all_lessons_by_keyboard_on_a_phone(tabs):
    page = tabs.open(phone=True)
    page.goto("/learn")
    for number, lesson in enumerate(LESSONS, start=1):
        expect(page.locator(".lesson-number")).to_contain_text(f"Lesson {number} of")
        for step in lesson.steps:
            held = page.locator(".held-card").count()
            right = next(card for card in step.right if page.locator(f"#card-{card}[data-card]").count())
            page.locator(".held-cards button").first.focus()
            page.keyboard.type(right.replace("T", "10").lower())
            expect(page.locator("#play-chosen")).to_be_in_viewport(ratio=1)
            page.keyboard.press("Enter")
            expect(page.locator(".held-card")).to_have_count(held - 1)
            expect(page.locator("#announcer")).to_contain_text(page.locator(".coach-said").inner_text())
        if number < len(LESSONS):
            page.locator("#next-lesson").focus()
            page.keyboard.press("Enter")
    page.locator("#first-game-button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seat-level").first).to_have_text("beginner")


@pytest.mark.once
@pytest.mark.usefixtures("db")
def test_the_way_back_leads_to_the_choice_before(tabs):
    page = tabs.open()
    page.goto("/learn/3")
    for card in ("JH", "JS"):
        page.locator(f"#card-{card}").click()
        page.locator("#play-chosen").click()
        expect(page).to_have_url(f"{tabs.site}/learn/3?played=&card={card}")
    expect(page.locator(".coach-said")).to_contain_text("the Polignac goes to Hector")
    page.go_back()
    expect(page.locator(".coach-said")).to_contain_text("a jack that costs two")
    expect(page.locator("header.site-header")).to_have_count(1)
