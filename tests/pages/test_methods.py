"""What each address answers to each method, and to a form without its token."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.pages.urls import urlpatterns
from games.services import feeds, telling
from tests.builders import move_on

from .reader import htmx
from .tables import at, seat

# Every address of the pages: what fills it in, and the methods it knows besides OPTIONS.
READ, DEED, FORM = {"GET", "HEAD"}, {"POST"}, {"GET", "HEAD", "POST"}
ADDRESSES: dict[str, tuple[dict[str, object], set[str]]] = {
    "front": ({}, READ),
    "rules": ({}, READ),
    "learn": ({}, READ),
    "lesson": ({"number": 2}, READ),
    "credits": ({}, READ),
    "health": ({}, READ),
    "manifest": ({}, READ),
    "service_worker": ({}, READ),
    "offline": ({}, READ),
    "play_now": ({}, DEED),
    "lobby": ({}, READ),
    "profile": ({"name": "Ann"}, READ),
    "invitation": ({"token": "TOKEN"}, READ),
    "notices": ({}, FORM),
    "push": ({}, DEED),
    "webhook": ({}, DEED),
    "change_feeds": ({}, DEED),
    "calendar": ({"feed": "FEED"}, READ),
    "atom": ({"feed": "FEED"}, READ),
    "stop_mail": ({"signed": "SIGNED"}, FORM),
    "my_games": ({}, READ),
    "new_table": ({}, FORM),
    "finished_games": ({}, READ),
    "game": ({"slug": "SLUG"}, READ),
    "table_fragment": ({"slug": "SLUG"}, READ),
    "table_stream": ({"slug": "SLUG"}, READ),
    "hint": ({"slug": "SLUG"}, READ),
    "play": ({"slug": "SLUG"}, DEED),
    "declare": ({"slug": "SLUG"}, DEED),
    "resign": ({"slug": "SLUG"}, FORM),
    "plan": ({"slug": "SLUG"}, DEED),
    "take_seat_back": ({"slug": "SLUG"}, DEED),
    "join": ({"slug": "SLUG"}, DEED),
    "leave": ({"slug": "SLUG"}, DEED),
    "start": ({"slug": "SLUG"}, DEED),
    "add_bot": ({"slug": "SLUG"}, DEED),
    "remove_bot": ({"slug": "SLUG"}, DEED),
    "invite": ({"slug": "SLUG"}, DEED),
    "say": ({"slug": "SLUG"}, DEED),
    "rematch": ({"slug": "SLUG"}, DEED),
    "mute": ({"slug": "SLUG"}, DEED),
    "record": ({"slug": "SLUG"}, READ),
    "deals": ({"slug": "SLUG"}, READ),
    "deals_file": ({"slug": "SLUG"}, READ),
    "log_file": ({"slug": "SLUG"}, READ),
    "picture": ({"slug": "SLUG"}, READ),
    "hand_picture": ({"slug": "SLUG", "number": 1}, READ),
    "score_sheet": ({"slug": "SLUG"}, READ),
    "replay": ({"slug": "SLUG", "number": 1}, READ),
    "replay_step": ({"slug": "SLUG", "number": 1, "step": 3}, READ),
}
WITHOUT_A_TOKEN = {"stop_mail"}  # mail programs post to it, which have none: see tests/notices/test_stop_mail.py


def feed_of(user):
    return telling.settings_of(user).feed or feeds.renew(user)


def address(name, game):
    fill = {
        "SLUG": game.slug,
        "TOKEN": game.invite,
        "SIGNED": telling.stop_token(game.host),
        "FEED": feed_of(game.host),
    }
    words = {key: fill.get(str(word), word) for key, word in ADDRESSES[name][0].items()}
    return reverse(f"games:{name}", kwargs=words)


def test_every_address_of_the_pages_is_tested_here():
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)


def test_what_can_be_read_is_read(ann, ben, cat):
    game = seat(ann, ben, cat)
    move_on(game, until_hand=2)
    names = [name for name, (_, methods) in ADDRESSES.items() if "GET" in methods]
    answers = {name: ann.get(address(name, game), follow=False).status for name in names}
    # A player who follows the invitation is led to the game; the record is there when the game is over; no sweep runs;
    # there is no stream under WSGI, and no hint among people.
    special = {"invitation": 302, "record": 302, "hint": 302, "health": 503, "table_stream": 204}
    assert answers == dict.fromkeys(names, 200) | special
    assert answers == {name: ann.client.head(address(name, game)).status_code for name in names}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_a_method_that_has_no_meaning_is_refused(ann, ben, cat, method):
    game = seat(ann, ben, cat)
    ann.client.handler.enforce_csrf_checks = False
    names = [name for name, (_, methods) in ADDRESSES.items() if method not in methods]
    answers = {name: ann.client.generic(method, address(name, game)) for name in names}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(names, 405)
    allowed = {name: set(answer.headers["Allow"].split(", ")) - {"OPTIONS"} for name, answer in answers.items()}
    assert allowed == {name: ADDRESSES[name][1] for name in names}
    assert_nothing_has_changed(game)


def test_a_form_without_its_token_does_nothing_and_says_what_to_do(ann, ben, cat):
    game = seat(ann, ben, cat)
    names = [name for name, (_, methods) in ADDRESSES.items() if "POST" in methods and name not in WITHOUT_A_TOKEN]
    answers = {name: ann.client.post(address(name, game), {"ply": "0", "card": "JS"}) for name in names}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(names, 403)
    assert all("Please try that again" in answer.content.decode() for answer in answers.values())
    assert_nothing_has_changed(game)


def test_a_card_sent_by_a_script_without_the_token_has_the_page_loaded_again(ann, ben, cat):
    game = seat(ann, ben, cat)
    page = at(game)
    sent = ann.client.post(at(game, "/play"), {"ply": "0", "card": "JS"}, headers=htmx("table"))
    assert (sent.status_code, sent.headers["HX-Refresh"]) == (403, "true")
    assert "Please try that again" in ann.get(page).text
    assert_nothing_has_changed(game)


def test_who_opens_the_address_of_a_deed_is_told_what_to_do(ann, ben, cat, nobody):
    game = seat(ann, ben, cat)
    above = {"play_now": "/", "push": "/notices", "webhook": "/notices", "change_feeds": "/notices"}
    for name in (name for name, (_, methods) in ADDRESSES.items() if methods == DEED):
        page = ann.get(address(name, game))
        assert "done by a button of the site" in page.text, name
        assert above.get(name, at(game)) in page.links, name
        assert "no-store" in page.header("Cache-Control")
    assert nobody.get("/play-now").status == 405


def test_who_opens_the_address_of_a_deed_of_the_account_is_led_to_its_page(ann):
    deeds = {
        "/account/tokens/abc/revoke/": "/account/tokens/",
        "/account/email/resend/": "/account/email/",
        "/account/time-off/end": "/account/time-off/",
    }
    for deed, page in deeds.items():
        answer = ann.get(deed)
        assert (answer.status, answer.header("Allow")) == (405, "POST")
        assert page in answer.links


def assert_nothing_has_changed(game):
    before = game.version
    game.refresh_from_db()
    assert game.version == before


# Where one comes back to


def test_who_signs_in_to_do_a_deed_comes_back_to_a_page(ann, ben, cat, nobody):
    game = seat(ann, ben, cat)
    pages = {"push": "notices", "webhook": "notices", "change_feeds": "notices"}
    deeds = [name for name, (_, methods) in ADDRESSES.items() if methods == DEED and name not in ("play_now", "join")]
    for name in deeds:
        answer = nobody.post(address(name, game), follow=False)
        page = address(pages.get(name, "game"), game)
        assert (answer.status, answer.header("Location")) == (302, f"/account/login/?next={page}"), name


@pytest.mark.parametrize(
    ("deed", "page"),
    [
        ("/account/tokens/abc/revoke/", "/account/settings/"),
        ("/account/sessions/1/end/", "/account/settings/"),
        ("/account/email/resend/", "/account/settings/"),
        ("/account/email/again/", "/account/settings/"),
        ("/account/time-off/start", "/account/time-off/"),
        ("/account/time-off/end", "/account/time-off/"),
    ],
)
def test_who_signs_in_to_do_a_deed_of_the_account_comes_back_to_a_page(nobody, deed, page):
    assert nobody.post(deed, follow=False).header("Location") == f"/account/login/?next={page}"
