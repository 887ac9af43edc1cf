"""A card dragged to the felt, by mouse and by finger; sounds, for who has asked for them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.models import Move
from tests.builders import dealing, make_game, make_user
from tests.pages.tables import THREE
from tests.sights import at

pytestmark = pytest.mark.once
COUNTS_SOUNDS = """() => {
    window.sounds = 0;
    for (const name of ["createOscillator", "createBufferSource"]) {
        const create = AudioContext.prototype[name];
        AudioContext.prototype[name] = function () { window.sounds += 1; return create.call(this); };
    }
}"""


@pytest.fixture
def ann(live_site):
    return make_user("Ann")


@pytest.fixture
def three(ann):
    """A table for three where Ann leads."""
    with dealing(*THREE, dealer=2):
        yield make_game(ann, make_user("Ben"), make_user("Cat"))


def prefer(user, **choices):
    for name, value in choices.items():
        setattr(user, name, value)
    user.save()


def played():
    return [move.card for move in Move.objects.all()]


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until(page, what):
    """Wait until *what* is true in the page, whose policy allows no function of a string."""
    for _ in range(100):
        if page.evaluate(what):
            return
        page.wait_for_timeout(50)
    raise AssertionError(what)


def drag(page, card, to):
    page.mouse.move(*middle(page.locator(f"#card-{card}")))
    page.mouse.down()
    page.mouse.move(*to, steps=5)
    page.mouse.up()


def finger(page):
    """Return what moves a finger on the screen: ``move("touchStart", x, y)``, without a place for "touchEnd"."""
    screen = page.context.new_cdp_session(page)

    def move(kind, *place):
        points = [{"x": place[0], "y": place[1]}] if place else []
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return move


def test_a_card_let_go_over_the_felt_is_played_and_anywhere_else_goes_back(tabs, ann, three):
    page = tabs.open(ann)
    page.goto(at(three))
    drag(page, "9H", (20, 700))
    expect(page.locator("[data-play-bar]")).to_be_hidden()
    assert page.locator("#card-9H").evaluate("button => button.style.translate") == ""
    drag(page, "9H", middle(page.locator(".felt")))
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert played() == ["9H"]


def test_a_card_that_was_dragged_can_be_taken_back_by_who_wants_that(tabs, ann, three):
    prefer(ann, take_back=True)
    page = tabs.open(ann)
    page.goto(at(three))
    drag(page, "9H", middle(page.locator(".felt")))
    expect(page.locator("#play-chosen")).to_contain_text("(3)")
    page.keyboard.press("Escape")
    expect(page.locator("[data-play-bar]")).to_be_hidden()
    assert page.locator("#card-9H").evaluate("button => button.style.translate") == ""
    assert played() == []


def test_a_finger_that_moves_over_a_card_scrolls_the_page(tabs, ann, three):
    page = tabs.open(ann, phone=True)
    page.goto(at(three))
    page.locator("#card-9H").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    move = finger(page)
    x, y = middle(page.locator("#card-9H"))
    move("touchStart", x, y)
    for step in range(1, 8):
        move("touchMove", x, y - 30 * step)
    move("touchEnd")
    until(page, f"scrollY > {before} + 50")
    assert played() == []


def test_a_finger_that_rests_on_a_card_lifts_it_and_drags_it_to_the_felt(tabs, ann, three):
    page = tabs.open(ann, phone=True)
    page.goto(at(three))
    card = page.locator("#card-9H")
    card.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    move = finger(page)
    (x, y), (to_x, to_y) = middle(card), middle(page.locator(".felt"))
    move("touchStart", x, y)
    expect(card).to_have_class("is-dragged")
    for step in range(1, 6):
        move("touchMove", x + (to_x - x) * step / 5, y + (to_y - y) * step / 5)
    assert page.evaluate("scrollY") == before
    move("touchEnd")
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert played() == ["9H"]


def test_the_table_makes_a_sound_for_who_has_asked_for_it_alone(tabs, ann, three):
    page = tabs.open(ann)
    page.goto(at(three))
    assert page.locator("script[src*=sounds]").count() == 0
    prefer(ann, sounds=True)
    page.goto(at(three))
    page.evaluate(COUNTS_SOUNDS)
    page.locator("#card-9H").click()
    page.wait_for_timeout(200)  # the device has to wake
    assert page.evaluate("window.sounds") == 0
    page.locator("#play-chosen").click()
    until(page, "window.sounds === 1")
