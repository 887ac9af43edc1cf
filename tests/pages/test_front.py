"""The front page, the rules and the credits."""

from __future__ import annotations

import pytest

from .tables import seat


def test_a_stranger_can_play_at_once_sign_in_or_sign_up(nobody):
    page = nobody.get("/")
    assert page.offers("/play-now")
    assert {"/account/login/", "/account/signup/", "/rules", "/lobby"} <= set(page.links)
    assert "/games" not in page.links


def test_who_is_signed_in_is_led_to_their_games_instead(ann):
    page = ann.get("/")
    assert {"/games", "/players/Ann"} <= set(page.links)
    assert "/account/signup/" not in page.links


def test_a_visitor_is_still_asked_to_sign_up(guest):
    page = guest.get("/")
    assert {"/games", "/account/signup/"} <= set(page.links)


def test_every_page_says_how_many_turns_wait_for_its_reader(ann, ben, cat):
    game = seat(ann, ben, cat)
    told = ["turn waiting for you" in reader.get("/rules").text for reader in (ann, ben, cat)]
    assert told == [seat == game.to_play for seat in range(3)]


@pytest.mark.parametrize("path", ["/", "/rules", "/credits", "/lobby"])
def test_a_page_speaks_french_to_a_french_browser(nobody, path):
    page = nobody.get(path, headers={"Accept-Language": "fr-CH, fr;q=0.9"})
    assert page.status == 200
    assert '<html lang="fr"' in page.html


def test_the_rules_show_every_option_a_table_can_have(nobody):
    page = nobody.get("/rules")
    assert 'id="options"' in page.html
    for option in ("Ace high", "general", "Short hands"):
        assert option.lower() in page.text.lower()
