"""What people write is shown as they wrote it, never taken for markup.

The database takes no name with markup in it; should it ever, pages still show it as text.
"""

from __future__ import annotations

from unittest import mock

import pytest

from games.models import Seat

from .reader import htmx
from .tables import at, finished, seat

NAME = "<b>\"x'&</b>"
WRITTEN = "&lt;b&gt;&quot;x&#x27;&amp;&lt;/b&gt;"


@pytest.fixture
def names_with_markup():
    # No profile has an address with markup in it: without one, a name is shown without a link.
    with (
        mock.patch.object(Seat, "name", NAME),
        mock.patch("games.pages.sheet.profile_url", return_value=""),
        mock.patch("games.pages.present.profile_url", return_value=""),
    ):
        yield


@pytest.mark.usefixtures("names_with_markup")
@pytest.mark.parametrize("rest", ["", "/score-sheet", "/hands/1", "/hands/1/2", "/record"])
def test_names_are_escaped_on_every_page_of_a_finished_game(ann, ben, cat, rest):
    game = finished(ann, ben, cat)
    html = ann.get(at(game, rest)).html
    if rest == "/record":  # JSON, that browsers take for nothing else
        assert ann.get(at(game, rest)).header("X-Content-Type-Options") == "nosniff"
    else:
        assert NAME not in html
        assert WRITTEN in html


@pytest.mark.usefixtures("names_with_markup")
def test_names_are_escaped_at_the_table_in_lists_and_to_htmx(ann, ben, cat, eve):
    game, opened = seat(ann, ben, cat), seat(ben, cat, begun=False)
    pages = [
        ann.get("/games"),
        eve.get(at(game)),
        eve.get(at(game, "/table"), headers=htmx("table")),
        eve.get(at(opened)),
        eve.get("/lobby"),
        eve.get(f"/join/{opened.invite}"),
    ]
    for page in pages:
        assert page.status == 200
        assert NAME not in page.html
        assert WRITTEN in page.html


@pytest.mark.parametrize("markup", ["<script>alert(1)</script>", "\"'><img src=x>"])
def test_what_was_typed_into_a_form_comes_back_as_text(ann, nobody, markup):
    pages = [
        ann.post("/games/new", {"hands_limit": markup, "clock_number": markup, "length": markup}),
        nobody.post("/account/signup/", {"username": markup, "email": markup, "password1": "x"}),
        nobody.post("/account/login/", {"login": markup, "password": "x"}),
        nobody.get("/lobby?page=" + markup),
        nobody.get("/account/login/?next=" + markup),
    ]
    for page in pages:
        assert markup not in page.html
