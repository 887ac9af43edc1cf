"""At the table, with JavaScript: choosing and confirming, following what others do, keyboard and touch."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.engine.cards import Card
from games.models import Move
from games.services.absence import resign
from games.services.play import play as play_card
from games.services.seating import join
from tests.builders import dealing, make_game, make_user, move_once, state_of
from tests.pages.tables import THREE
from tests.sights import at, whose_turn

from .playing import cards, let_bots_play, play, sentence, wait_for_turn_or_end
from .tabs import overflow

pytestmark = pytest.mark.once


@pytest.fixture
def people(live_site):
    return [make_user(name) for name in ("Ann", "Ben", "Cat")]


@pytest.fixture
def three(people):
    """A table for three where Ann leads; Ben, after the seven of hearts, must follow with his only heart."""
    with dealing(*THREE, dealer=2):
        yield make_game(*people)


def test_a_card_is_chosen_first_and_played_when_that_is_confirmed(tabs, people, three):
    page = tabs.open(people[0])
    page.goto(at(three))
    bar, button = page.locator("[data-play-bar]"), page.locator("#play-chosen")
    expect(bar).to_be_hidden()
    page.locator("#card-7H").click()
    expect(bar).to_be_visible()
    expect(button).to_contain_text("seven of hearts")
    page.locator("#card-KS").click()
    expect(button).to_contain_text("king of spades")
    expect(page.locator("#card-KS")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#card-7H")).to_have_attribute("aria-pressed", "false")
    assert not Move.objects.exists()
    button.click()
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    assert [move.card for move in Move.objects.all()] == ["KS"]


def test_the_last_minute_is_less_than_one_and_not_none(tabs, people):
    page = tabs.open(people[0])
    page.goto(at(make_game(*people, move_time=timedelta(minutes=1))))
    expect(page.locator(".say-left")).to_have_text("< 1 min left")


def test_a_clock_of_the_device_that_is_wrong_does_not_shorten_the_time_that_is_left(tabs, people):
    page = tabs.open(people[0])
    page.clock.install(time=timezone.now() + timedelta(hours=5))
    page.goto(at(make_game(*people)))
    expect(page.locator(".say-left")).to_have_text("23 hr 59 min left")


@pytest.mark.parametrize("how", ["the button", "a second click", "Escape"])
def test_a_chosen_card_can_be_put_back(tabs, people, three, how):
    page = tabs.open(people[0])
    page.goto(at(three))
    page.locator("#card-7H").click()
    if how == "the button":
        page.get_by_role("button", name="Put back").click()
        expect(page.locator("#card-7H")).to_be_focused()
    elif how == "Escape":
        page.keyboard.press("Escape")
    else:
        page.locator("#card-7H").click()
    expect(page.locator("[data-play-bar]")).to_be_hidden()
    expect(page.locator("#card-7H")).to_have_attribute("aria-pressed", "false")
    assert not Move.objects.exists()


def test_a_card_that_may_not_be_played_says_why(tabs, people, three):
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    page = tabs.open(people[1])
    page.goto(at(three))
    assert cards(page).count() == 1
    page.locator("#card-JS").click(force=True)  # it says of itself that it is disabled
    expect(page.locator("[data-reason-line]")).to_have_text("Follow suit: you hold hearts.")
    expect(page.locator("[data-play-bar]")).to_be_hidden()


def test_two_browsers_at_one_table_see_each_others_cards_without_a_reload(tabs, people, three):
    pages = [tabs.open(user) for user in people]
    for page in pages:
        page.goto(at(three))
        page.evaluate("window.sameDocument = true")
    for player in (0, 1, 2):
        expect(pages[player].locator("#sentence")).to_contain_text("Your turn")
        card = play(pages[player])
        for page in pages:
            expect(page.locator(f".felt .trick [href$='#{card}'], .last-trick [href$='#{card}']").first).to_be_visible()
    assert all(page.evaluate("window.sameDocument") for page in pages)


def test_a_card_chosen_stays_chosen_while_the_table_follows_others(tabs, people, three):
    page = tabs.open(people[0])
    page.goto(at(three))
    page.locator("#card-7H").click()
    resign(slug=three.slug, user=people[2])
    come_back(page)
    expect(page.locator(".events")).to_contain_text("Cat resigned: a bot plays the seat")
    expect(page.locator("#card-7H")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#play-chosen")).to_be_visible()


def test_what_is_chosen_in_the_plan_stays_while_the_table_follows_others(tabs, people, three):
    page = tabs.open(people[2])
    page.goto(at(three))
    page.locator("#plan summary").click()
    page.locator("#plan-H").select_option(label="queen of hearts")
    page.locator("#plan-ducks").check()
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    come_back(page)
    expect(page.locator("#sentence")).to_have_text("Waiting for Ben")
    expect(page.locator("#plan-H")).to_have_value("QH")
    expect(page.locator("#plan-ducks")).to_be_checked()
    expect(page.locator("#plan-plays-single")).not_to_be_checked()
    page.locator("#keep-plan").click()
    expect(page.get_by_text("Your plan is kept.")).to_be_visible()


def test_what_others_do_is_read_out(tabs, people, three):
    page = tabs.open(people[1])
    page.goto(at(three))
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    expect(page.locator("#announcer")).to_contain_text("Ann led seven of hearts")
    expect(page.locator("#announcer")).to_contain_text("Your turn: follow hearts")


def test_a_move_from_a_tab_that_is_behind_is_refused_in_words_and_shows_the_table(tabs, people, three):
    tabs.expected_failures.add(409)
    page = tabs.open(people[0])
    page.goto(at(three))
    page.locator("#card-7H").click()
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("9H"))
    page.locator("#play-chosen").click()
    expect(page.get_by_role("alert").or_(page.locator("#sentence", has_text="Waiting for Ben")).first).to_be_visible()
    assert [move.card for move in Move.objects.all()] == ["9H"]


def test_when_the_last_seat_is_taken_who_waits_comes_to_the_table_by_itself(tabs, people):
    game = make_game(*people[:2], begun=False, players=3)
    page = tabs.open(people[0])
    page.goto(at(game))
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    join(slug=game.slug, user=people[2])
    expect(page.locator("#sentence")).to_be_visible()


def test_the_end_of_the_game_comes_by_itself(tabs, people):
    game = make_game(*people, target=None, hands=1)
    for _ in range(28):
        move_once(game)
    page = tabs.open(next(user for user in people if user != whose_turn(game)))
    page.goto(at(game))
    move_once(game)
    move_once(game)
    expect(page.locator("#finale-title")).to_be_visible()


def come_back(page):
    """Have the page think that its reader has just come back to it: then it asks at once."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


# Other ways to play


@pytest.fixture
def short(people):
    """Ann among five bots: a game of one hand of five cards."""
    return make_game(people[0], bots=5, target=None, hands=1, general=True)


def press_until(page, key, wanted):
    """Press a key until what has the focus is *wanted*: nobody can play by keyboard what it never reaches."""
    for _ in range(80):
        page.keyboard.press(key)
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{key} does not lead to {wanted}")


def test_a_whole_game_can_be_played_by_keyboard_alone(tabs, people, short):
    page = tabs.open(people[0])
    page.goto(at(short))
    while True:
        let_bots_play(short)
        if not wait_for_turn_or_end(page):
            break
        if "declare" in sentence(page):
            press_until(page, "Tab", "#declare-pass")
            page.keyboard.press("Enter")
            expect(page.locator("#declare-pass")).to_have_count(0)
            continue
        press_until(page, "Tab", ".held-cards button")
        if not page.evaluate("document.activeElement.matches('[data-card]')"):
            press_until(page, "ArrowRight", "[data-card]")
        held = page.locator(".held-card").count()
        page.keyboard.press("Enter")
        press_until(page, "Tab", "#play-chosen")
        page.keyboard.press("Enter")
        expect(page.locator(".held-card")).to_have_count(held - 1)
    short.refresh_from_db()
    assert short.status == "finished"


def test_a_whole_game_can_be_played_by_touch_on_a_small_phone(tabs, people, short):
    page = tabs.open(people[0], phone=True)
    page.goto(at(short))
    while True:
        let_bots_play(short)
        if not wait_for_turn_or_end(page):
            break
        assert overflow(page) == 0
        if "declare" in sentence(page):
            page.locator("#declare-pass").tap()
            expect(page.locator("#declare-pass")).to_have_count(0)
            continue
        held = page.locator(".held-card").count()
        cards(page).first.tap()
        button = page.locator("#play-chosen")
        expect(button).to_be_in_viewport(ratio=1)
        button.tap()
        expect(page.locator(".held-card")).to_have_count(held - 1)
    short.refresh_from_db()
    assert short.status == "finished"


def test_a_whole_game_can_be_played_without_javascript(tabs, people, short):
    page = tabs.open(people[0], java_script_enabled=False)
    page.goto(at(short))
    for _ in range(10):
        let_bots_play(short)
        page.reload()
        if page.locator("#finale-title").count():
            break
        if page.locator("#declare-pass").count():
            page.locator("#declare-pass").click()
            continue
        state = state_of(short)
        page.locator(".held-card button[type=submit]").first.click()
        expect(page.locator("#sentence, #finale-title").first).to_be_visible()
        assert state_of(short).ply > state.ply
    expect(page.locator("#finale-title")).to_be_visible()
    page.get_by_role("link", name="see this hand again").click()
    page.get_by_role("link", name="Forward").click()
    expect(page.get_by_text("Hand 1, step 1 of")).to_be_visible()


# Coming back


@pytest.fixture
def news(people, three):
    """Ann has been here, and has led; Ben, Cat and then Cat again have played since."""
    play_card(slug=three.slug, user=people[0], ply=0, move=Card.parse("7H"))
    for card in ("8H", "KH", "8C"):
        move_once(three, Card.parse(card))
    return three


def test_what_is_new_is_shown_again_on_the_table_card_by_card(tabs, people, news):
    page = tabs.open(people[0])
    page.goto(at(news))
    on_felt = page.locator(".felt .played")
    expect(page.locator("#retell")).to_contain_text("3 cards are new to you.")
    expect(on_felt).to_have_count(1)
    page.get_by_role("button", name="Forward").click()
    expect(on_felt).to_have_count(2)
    expect(page.locator("#retell")).to_contain_text("Ben followed with")
    expect(page.locator(".event[aria-current]")).to_contain_text("Ben followed with")
    page.get_by_role("button", name="Forward").click()
    expect(on_felt).to_have_count(3)
    expect(page.locator(".played.takes")).to_contain_text("Cat")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(on_felt).to_have_count(2)
    page.get_by_role("button", name="To now").click()
    expect(on_felt).to_have_count(1)
    expect(on_felt).to_contain_text("Cat")


def test_what_is_new_plays_by_itself_when_asked_and_ends_at_the_present(tabs, people, news):
    page = tabs.open(people[0])
    page.clock.install()
    page.goto(at(news))
    page.get_by_role("button", name="Show them").click()
    expect(page.locator(".felt .played")).to_have_count(2)
    page.clock.run_for(1300)
    expect(page.locator(".felt .played")).to_have_count(3)
    page.clock.run_for(3000)
    expect(page.locator(".felt .played")).to_have_count(1)
    expect(page.get_by_role("button", name="Show them")).to_be_visible()


def test_what_is_new_is_read_out_to_who_comes_back(tabs, people, news):
    page = tabs.open(people[0])
    page.goto(at(news))
    said = page.locator("#announcer")
    expect(said).to_contain_text("Ben followed with eight of hearts. Cat followed with king of hearts.")
    expect(said).to_contain_text("Your turn")


def test_what_needs_a_script_is_there_at_once_with_one_and_never_without(tabs, people, news):
    for is_scripted in (True, False):
        page = tabs.open(people[0], java_script_enabled=is_scripted)
        page.route("**/*.js", lambda route: route.abort())
        page.goto(at(news))
        expect(page.locator("#retell")).to_be_visible(visible=is_scripted)
        expect(page.locator(".say-left")).to_have_text(re.compile(r"^23 hr \d+ min left$"))
        page.context.close()


def test_who_has_seen_the_cards_come_is_not_offered_to_see_them_again(tabs, people, three):
    page = tabs.open(people[0])
    page.goto(at(three))
    play(page, "7H")
    for card in ("8H", "KH"):
        move_once(three, Card.parse(card))
    come_back(page)
    expect(page.locator(".event.is-new")).to_have_count(3)
    expect(page.locator("#retell")).to_be_hidden()
