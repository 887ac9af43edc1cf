"""Deals checked, and nonces made, in a real browser."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Move, Sitting
from tests.builders import make_game, make_user, move_on
from tests.commands.tampering import change_the_log, forge_digests

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.once

NONCE = re.compile("[0-9a-f]{32}")


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game in its second hand."""
    game = make_game(*(make_user(name) for name in ("Ann", "Ben", "Cat")), target=None, hands=3)
    move_on(game, 34)
    return game


def check(page: Page, site: str, game: Game, kept: str = "") -> list[tuple[str, str]]:
    """Press the button on the page of *game*; return what is said: the kind and the words."""
    page.goto(f"{site}/games/{game.slug}/deals")
    page.fill("#kept", kept)
    page.click("[data-check]")
    page.wait_for_selector("[data-findings] li")
    page.wait_for_selector("[data-check]:not([disabled])")
    return [
        (item.get_attribute("class") or "", item.inner_text()) for item in page.query_selector_all("[data-findings] li")
    ]


def test_the_browser_finds_all_as_promised(live_site: str, page: Page, game: Game) -> None:
    good = [("success", f"All as promised: hands checked: 1, entries of the log: {game.entries}.")]
    assert check(page, live_site, game) == good
    assert check(page, live_site, game, kept=f"  {game.head.upper()} ") == good
    move_on(game)
    assert check(page, live_site, game)[0][1].startswith("All as promised: hands checked: 3, ")


def test_the_table_leads_to_the_page(live_site: str, page: Page, game: Game) -> None:
    page.goto(f"{live_site}/games/{game.slug}")
    page.click("text=Check the deals")
    page.wait_for_url(f"{live_site}/games/{game.slug}/deals")
    assert page.is_visible("[data-check]")


def test_a_digest_that_was_kept_and_is_not_in_the_log_is_missed(live_site: str, page: Page, game: Game) -> None:
    [(kind, words)] = check(page, live_site, game, kept="0" * 64)
    assert kind == "error"
    assert words == "The digest you kept is not in this log: something before it has been changed."


def test_a_log_rewritten_with_all_its_digests_is_found_by_a_kept_one(live_site: str, page: Page, game: Game) -> None:
    kept = game.head
    move = Move.objects.filter(hand__game=game).earliest("entry")
    change_the_log(Move, {"id": move.pk}, by="timeout")
    forge_digests(game)
    assert check(page, live_site, game)[0][0] == "success"
    [(kind, words)] = check(page, live_site, game, kept=kept)
    assert (kind, "something before it has been changed" in words) == ("error", True)


def test_a_row_changed_in_the_log_is_named(live_site: str, page: Page, game: Game) -> None:
    change_the_log(Sitting, {"entry": 2}, nonce="0" * 32)
    assert ("error", "Entry 2 of the log is not what its digest says.") in check(page, live_site, game)


def test_other_cards_than_the_seed_deals_are_named(live_site: str, page: Page, game: Game) -> None:
    def exchange_two_cards(route: Route) -> None:
        deals: Any = Client().get(f"/games/{game.slug}/deals.json").json()
        held = [text.split() for text in deals["deals"][0]["held"]]
        held[0][0], held[1][0] = held[1][0], held[0][0]
        deals["deals"][0]["held"] = [" ".join(cards) for cards in held]
        route.fulfill(status=200, content_type="application/json", body=json.dumps(deals))

    page.route("**/deals.json", exchange_two_cards)
    assert check(page, live_site, game) == [("error", "Hand 1: the seed deals other cards.")]


def test_another_nonce_than_that_in_the_log_is_named(live_site: str, page: Page, game: Game) -> None:
    def change_a_nonce(route: Route) -> None:
        deals: Any = Client().get(f"/games/{game.slug}/deals.json").json()
        deals["nonces"][1]["nonce"] = "0" * 32
        route.fulfill(status=200, content_type="application/json", body=json.dumps(deals))

    page.route("**/deals.json", change_a_nonce)
    assert ("error", "The numbers of the players are not those in the log.") in check(page, live_site, game)


def test_documents_that_do_not_come_are_said_not_to(live_site: str, page: Page, game: Game) -> None:
    page.route("**/log.json", lambda route: route.fulfill(status=503, body=""))
    assert check(page, live_site, game) == [("error", "The files could not be read just now. Try again in a moment.")]


# Nonces


def sign_in(page: Page, site: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    page.context.add_cookies([{"name": name, "value": one.value, "url": site} for name, one in client.cookies.items()])


def test_the_browser_makes_the_nonce_of_whoever_sits_down(live_site: str, page: Page, transactional_db: None) -> None:
    game, eve = make_game(make_user("Ann"), begun=False), make_user("Eve")
    sign_in(page, live_site, eve)
    found = []
    for path in ("/lobby", f"/games/{game.slug}", f"/join/{game.invite}"):
        page.goto(live_site + path)
        page.click(f"form[action='/games/{game.slug}/join'] button")
        page.wait_for_url(f"{live_site}/games/{game.slug}")
        row = Sitting.objects.filter(game=game, seat=1).latest("entry")
        assert (row.why, row.nonce_is_own, bool(NONCE.fullmatch(row.nonce))) == ("joined", True, True)
        found.append(row.nonce)
        page.click(f"form[action='/games/{game.slug}/leave'] button")
        page.wait_for_url(f"{live_site}/lobby")
    assert len(set(found)) == 3


def test_so_it_does_for_a_visitor_who_plays_at_once(live_site: str, page: Page, transactional_db: None) -> None:
    page.goto(live_site)
    page.click("form[action='/play-now'] button")
    page.wait_for_url("**/games/*")
    row = Sitting.objects.get(seat=0)
    assert (row.nonce_is_own, bool(NONCE.fullmatch(row.nonce))) == (True, True)
    assert set(Sitting.objects.exclude(seat=0).values_list("nonce", "nonce_is_own")) == {("0" * 32, False)}
