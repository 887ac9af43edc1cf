"""Playing a card as one likes: by one tap, with a moment to take it back, by the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.engine.cards import Card
from games.models import Move
from games.services.play import play as play_card
from tests.builders import dealing, make_game, make_user
from tests.pages.tables import THREE
from tests.sights import at

pytestmark = pytest.mark.once


@pytest.fixture
def people(live_site):
    return [make_user(name) for name in ("Ann", "Ben", "Cat")]


@pytest.fixture
def three(people):
    """A table for three where Ann leads; Ben, after the seven of hearts, must follow with his only heart."""
    with dealing(*THREE, dealer=2):
        yield make_game(*people)


def prefer(user, **choices):
    for name, value in choices.items():
        setattr(user, name, value)
    user.save()


def played():
    return [move.card for move in Move.objects.all()]


def test_one_tap_plays_a_card_for_who_wants_that(tabs, people, three):
    prefer(people[0], one_tap=True)
    page = tabs.open(people[0], phone=True)
    page.goto(at(three))
    page.locator("#card-9H").tap()
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert played() == ["9H"]


def test_a_card_can_be_taken_back_for_three_seconds(tabs, people, three):
    prefer(people[0], one_tap=True, take_back=True)
    page = tabs.open(people[0])
    page.clock.install()
    page.goto(at(three))
    page.locator("#card-9H").click()
    expect(page.locator("#play-chosen")).to_contain_text("(3)")
    expect(page.locator("[data-reason-line]")).to_contain_text("nine of hearts will be played")
    page.clock.run_for(1100)
    expect(page.locator("#play-chosen")).to_contain_text("(2)")
    page.get_by_role("button", name="Put back").click()
    page.clock.run_for(5000)
    expect(page.locator("[data-play-bar]")).to_be_hidden()
    assert played() == []
    page.locator("#card-7H").click()
    page.clock.run_for(3100)
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert played() == ["7H"]


def test_who_does_not_want_to_wait_confirms_once_more(tabs, people, three):
    prefer(people[0], take_back=True)
    page = tabs.open(people[0])
    page.goto(at(three))
    page.locator("#card-9H").click()
    assert "(3)" not in page.locator("#play-chosen").inner_text()
    page.locator("#play-chosen").click()
    expect(page.locator("#play-chosen")).to_contain_text("(3)")
    page.locator("#play-chosen").click()
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert played() == ["9H"]


def test_a_rank_and_a_suit_go_to_a_card_and_enter_plays_it(tabs, people, three):
    page = tabs.open(people[0])
    page.goto(at(three))
    page.locator("#card-7H").focus()
    page.keyboard.type("ks")
    expect(page.locator("#card-KS")).to_be_focused()
    page.keyboard.type("10h")
    expect(page.locator("#card-TH")).to_be_focused()
    expect(page.locator("#play-chosen")).to_contain_text("ten of hearts")
    page.keyboard.press("Enter")
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert played() == ["TH"]


def test_arrows_home_and_end_walk_and_enter_twice_plays(tabs, people, three):
    page = tabs.open(people[0])
    page.goto(at(three))
    page.locator("#card-QS").focus()
    page.keyboard.press("End")
    expect(page.locator(".held-card").last.locator("button")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".held-help")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#play-chosen")).to_be_visible()
    assert played() == []
    page.keyboard.press("Enter")
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert len(played()) == 1


def test_a_card_that_may_not_be_played_says_why_as_soon_as_the_keyboard_reaches_it(tabs, people, three):
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    page = tabs.open(people[1])
    page.goto(at(three))
    page.locator("#card-8H").focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-reason-line]")).to_have_text("Follow suit: you hold hearts.")


def test_cards_have_the_letters_and_colours_the_reader_has_chosen(tabs, people, three):
    page = tabs.open(people[0])
    page.goto(at(three))
    king, diamond = page.locator("#card-KS .card use"), page.locator("#card-8D .card")
    assert "/en.svg" in king.get_attribute("href")
    assert diamond.evaluate("card => getComputedStyle(card).getPropertyValue('--suit-d')") == ""
    prefer(people[0], card_letters="fr", four_colours=True)
    page.reload()
    assert "/fr.svg" in king.get_attribute("href")
    page.locator("#card-KS").click()
    expect(page.locator("#play-chosen")).to_contain_text("R")
    assert diamond.evaluate("card => getComputedStyle(card).getPropertyValue('--suit-d')") != ""


def test_a_card_glides_to_the_table_and_a_trick_to_its_taker(tabs, people, three):
    page = tabs.open(people[2], reduced_motion="no-preference")
    for number, card in enumerate(("7H", "8H")):
        play_card(slug=three.slug, user=people[number], ply=number, move=Card.parse(card))
    page.goto(at(three))
    page.evaluate(
        """() => {
            window.moved = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...all) {
                window.moved.push(this.className);
                return animate.apply(this, all);
            };
        }"""
    )
    for card in ("KH", "8C"):
        page.locator(f"#card-{card}").click()
        page.locator("#play-chosen").click()
        expect(page.locator(f"#card-{card}")).to_have_count(0)
    # The second begins to move a frame after it has come.
    page.wait_for_function("window.moved.filter(name => name === 'card').length >= 2")
    moved = page.evaluate("window.moved")
    assert moved.count("card") == 2
    assert moved.count("card ghost") == 3
    expect(page.locator(".ghost")).to_have_count(0)


def test_nothing_moves_for_who_prefers_that(tabs, people, three):
    page = tabs.open(people[0])
    page.goto(at(three))
    page.evaluate("() => { Element.prototype.animate = () => { throw new Error('moved'); }; }")
    page.locator("#card-9H").click()
    page.locator("#play-chosen").click()
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
