"""What a page that follows a table asks for again and again."""

from __future__ import annotations

import re

import pytest

from games.models import Game
from tests.builders import move_on, move_once

from .reader import htmx
from .tables import at, seat, whose_turn


def poll_of(page):
    """Return the address the page will ask."""
    found = re.findall(r'hx-get="([^"]+)"', page.html)
    assert len(found) == 1
    return found[0]


def ask(reader, path, target="table"):
    return reader.get(path, headers=htmx(target))


@pytest.mark.parametrize("who", ["ann", "ben", "eve", "nobody"])
def test_while_nothing_has_changed_nothing_is_sent(request, ann, ben, cat, who):
    game = seat(ann, ben, cat)
    reader = request.getfixturevalue(who)
    answer = ask(reader, poll_of(reader.get(at(game))))
    assert (answer.status, answer.html) == (204, "")


@pytest.mark.parametrize("who", ["ann", "ben", "eve", "nobody"])
def test_after_a_move_the_table_is_sent_and_asks_for_what_comes_next(request, ann, ben, cat, who):
    game = seat(ann, ben, cat)
    reader = request.getfixturevalue(who)
    path = poll_of(reader.get(at(game)))
    move_once(game)
    answer = ask(reader, path)
    assert (answer.status, "<html" in answer.html) == (200, False)
    assert 'id="table"' in answer.html
    assert ask(reader, poll_of(answer)).status == 204


def test_the_table_sent_has_what_is_needed_to_play(ann, ben, cat):
    game = seat(ann, ben, cat)
    move_once(game)
    reader = whose_turn(game, ann, ben, cat)
    answer = ask(reader, at(game, "/table"))
    assert reader.submit(answer, "/play", card=answer.cards_offered[0]).status == 200
    assert Game.objects.get().ply == 2


def test_a_new_seat_taken_is_sent_to_who_waits(ann, ben):
    game = seat(ann, begun=False)
    path = poll_of(ann.get(at(game)))
    assert ask(ann, path, "open-table").status == 204
    ben.post(at(game, "/join"))
    answer = ask(ann, path, "open-table")
    assert (answer.status, "<html" in answer.html) == (200, False)
    assert "Ben" in answer.text
    assert ann.submit(answer, "/start").status == 200


def test_when_the_game_begins_who_waits_is_told_to_load_the_page(ann, ben, cat):
    game = seat(ann, ben, begun=False, players=3)
    path = poll_of(ann.get(at(game)))
    cat.post(at(game, "/join"))
    answer = ask(ann, path, "open-table")
    assert (answer.status, answer.header("HX-Refresh"), answer.html) == (200, "true", "")


def test_when_the_game_ends_who_looks_is_told_to_load_the_page(ann, ben, cat):
    game = seat(ann, ben, cat, hands=1, target=None)
    path = poll_of(ann.get(at(game)))
    move_on(game)
    answer = ask(ann, path)
    assert answer.header("HX-Refresh") == "true"
    assert "hx-get" not in ann.get(at(game)).html


def test_when_the_table_is_closed_who_looks_is_told_to_load_the_page_which_asks_no_more(ann, eve):
    game = seat(ann, begun=False)
    path = poll_of(eve.get(at(game)))
    ann.post(at(game, "/leave"))
    assert ask(eve, path, "open-table").header("HX-Refresh") == "true"
    assert "hx-get" not in eve.get(at(game)).html


@pytest.mark.parametrize("version", ["", "-1", "x", "٣", str(2**63), "9" * 5000, "%00"])
def test_a_version_that_is_none_gets_the_table(ann, ben, cat, version):
    game = seat(ann, ben, cat)
    answer = ask(ann, at(game, f"/table?version={version}"))
    assert (answer.status, 'id="table"' in answer.html) == (200, True)
