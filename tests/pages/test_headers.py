"""What goes with every page: nothing private is kept by anybody on the way, and nothing foreign runs."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from .reader import htmx
from .tables import at, finished, seat

ACCOUNT = ["settings/", "email/", "password/change/", "2fa/", "sessions/", "tokens/", "logout/"]
FOR_EVERYBODY = ["/", "/rules", "/credits", "/lobby", "/nowhere", "/api/"]
FOR_EVERYBODY += ["/account/login/", "/account/signup/", "/account/password/reset/"]


@pytest.fixture
def private_pages(ann, ben, cat):
    """Pages that are different for each reader, as Ann gets them."""
    active, over, opened = seat(ann, ben, cat), finished(ann, ben, cat), seat(ann, begun=False)
    paths = ["/games", "/games/new", "/games/finished", "/lobby", "/players/Ann", at(active), at(active, "/resign")]
    paths += [at(over), at(over, "/hands/1"), at(over, "/hands/1/3"), at(over, "/score-sheet"), at(over, "/record")]
    paths += [at(opened), at(active, "/table"), *(f"/account/{path}" for path in ACCOUNT)]
    return {path: ann.get(path, follow=False) for path in paths}


def test_private_pages_are_stored_nowhere(private_pages):
    for path, page in private_pages.items():
        assert page.status in (200, 302), path  # some ask for the password first
        assert {"no-store", "private"} <= set(page.header("Cache-Control").split(", ")), path


@pytest.mark.parametrize("path", ["/", "/rules", "/credits", "/offline", "/api/", "/nowhere", "/games/nowhere/play"])
def test_no_page_with_the_name_of_its_reader_is_stored_anywhere(ann, nobody, path):
    page = ann.get(path)
    assert "Ann" in page.text
    assert {"no-store", "private"} <= set(page.header("Cache-Control").split(", "))
    assert "private" not in nobody.get("/rules").header("Cache-Control")


def test_what_is_no_move_is_answered_by_a_page_that_is_stored_nowhere(ann, ben, cat):
    refused = ann.post(at(seat(ann, ben, cat), "/play"), {"ply": "none"})
    assert "no-store" in refused.header("Cache-Control")


def test_what_htmx_gets_is_stored_nowhere(ann, ben, cat):
    game = seat(ann, ben, cat)
    for path in ("/table", f"/table?version={game.version}"):
        assert "no-store" in ann.get(at(game, path), headers=htmx("table")).header("Cache-Control")


@pytest.mark.parametrize("path", FOR_EVERYBODY)
def test_the_policy_of_every_page_allows_the_site_itself_alone(nobody, path):
    page = nobody.get(path)
    policy = policy_of(page)
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["connect-src"] == policy["form-action"] == ["'self'"]
    assert policy["style-src"] == ["'self'", *digests_of_styles(page)]
    assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert policy["require-trusted-types-for"] == ["'script'"]
    assert policy["trusted-types"] == ["default"]
    words = " ".join(word for words in policy.values() for word in words)
    assert not re.search(r"unsafe|http|\*", words)


def test_private_pages_have_the_same_policy(private_pages, nobody):
    policy = policy_of(nobody.get("/"))
    for path, page in private_pages.items():
        styles = {"style-src": ["'self'", *digests_of_styles(page)]}
        assert policy_of(page) == policy | styles, path


def test_the_policy_allows_the_styles_written_into_this_page_and_no_other(ann):
    page, answer = ann.get("/games"), ann.get("/api/v1/me")
    assert len(digests_of_styles(page)) == 2  # what all pages share, and what this one adds
    assert policy_of(page)["style-src"] == ["'self'", *digests_of_styles(page)]
    assert policy_of(answer)["style-src"] == ["'self'"]


def test_every_page_forbids_frames_guesses_and_telling_others_where_one_was(nobody):
    page = nobody.get("/")
    assert page.header("X-Frame-Options") == "DENY"
    assert page.header("X-Content-Type-Options") == "nosniff"
    assert page.header("Referrer-Policy") == "same-origin"
    assert page.header("Cross-Origin-Opener-Policy") == "same-origin"


def digests_of_styles(page):
    styles = re.findall(r"<style>(.*?)</style>", page.html, re.DOTALL)
    return [f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" for style in styles]


def policy_of(page):
    parts = [part.split() for part in page.header("Content-Security-Policy").split(";") if part.strip()]
    return {name: words for name, *words in parts}
