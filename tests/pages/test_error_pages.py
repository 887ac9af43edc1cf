"""The pages of what went wrong: each says what happened and leads on."""

from __future__ import annotations

from unittest import mock

import pytest
from django.core.exceptions import PermissionDenied

from .tables import seat

NOWHERE = ["/nowhere", "/games/", "/lobby/", "/rules/x", "/games/AAAAAAAAAA", "/players/Nemo", "/hands", "/admin"]


@pytest.mark.parametrize("path", NOWHERE)
def test_an_address_that_leads_nowhere_has_a_page(nobody, path):
    page = nobody.get(path)
    assert page.status == 404
    assert "This card is not in the pack" in page.text
    assert {"/", f"/account/login/?next={path}"} <= set(page.links)


def test_with_debug_on_it_is_the_same_page(settings, ann, nobody):
    settings.DEBUG = True
    game = seat(ann, begun=False, access="link")
    for path in ("/nowhere", f"/games/{game.slug}"):
        page = nobody.get(path)
        assert (page.status, "This card is not in the pack" in page.text) == (404, True)
    assert nobody.get("/api/v1/nowhere").header("Content-Type") == "application/json"


def test_who_comes_to_their_table_signed_out_signs_in_and_is_there(ann, nobody):
    ann.user.set_password("four jacks in one hand")
    ann.user.save()
    game = seat(ann, begun=False, access="link")
    page = nobody.get(f"/games/{game.slug}")
    page = nobody.get(next(link for link in page.links if "login" in link and "next" in link))
    page = nobody.submit(page, "/account/login/", login="Ann", password="four jacks in one hand")
    assert (page.status, page.url) == (200, f"/games/{game.slug}")


def test_who_is_signed_in_is_led_to_their_games(ann):
    assert "/games" in ann.get("/nowhere").links


def test_a_post_to_nowhere_is_not_found_rather_than_redirected(ann):
    assert ann.post("/games/new/").status == 404


def test_what_is_not_allowed_has_a_page(ann):
    with mock.patch("games.models.game.GameQuerySet.with_seats", side_effect=PermissionDenied):
        page = ann.get("/games")
    assert page.status == 403
    assert "You may not do this here." in page.text
    assert "/" in page.links


@pytest.mark.parametrize("who", ["ann", "nobody"])
def test_a_fault_of_the_site_has_a_page_that_needs_nothing_but_itself(request, ann, who):
    seat(ann, begun=False)
    reader = request.getfixturevalue(who)
    reader.client.raise_request_exception = False
    with mock.patch("games.models.game.GameQuerySet.with_seats", side_effect=RuntimeError("the cause")):
        page = reader.get("/lobby")
    assert page.status == 500
    assert "Something broke on our side" in page.text
    assert "the cause" not in page.html
    assert "/" in page.links


def test_a_fault_speaks_the_language_of_its_reader(ann):
    ann.client.raise_request_exception = False
    with mock.patch("games.models.game.GameQuerySet.with_seats", side_effect=RuntimeError):
        page = ann.get("/lobby", headers={"Accept-Language": "fr"})
    assert page.status == 500
    assert '<html lang="fr"' in page.html


def test_a_broken_session_is_nobodys(client, db):
    client.cookies["session"] = "\x00 nonsense"
    assert client.get("/games").status_code == 302
    assert client.get("/").status_code == 200
