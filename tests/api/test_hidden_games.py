"""A stranger cannot tell a hidden game from none: every address answers with the same bytes."""

from __future__ import annotations

import pytest

from .people import GAMES, play_on, seat_all

NOWHERE = "AbCdEfGhIj"  # as long as a game's name
# fmt: off
DEEDS = [
    ("GET", "", None),
    ("POST", "/moves", {"ply": 0, "card": "JS"}),
    ("POST", "/moves", {"ply": 0, "declaration": "pass"}),
    ("POST", "/moves", {"ply": 0, "card": "no"}),
    ("POST", "/join", None),
    ("POST", "/join", {"invite": "wrong"}),
    ("POST", "/leave", None),
    ("POST", "/start", None),
    ("POST", "/bots", None),
    ("DELETE", "/bots/1", None),
    ("POST", "/invitations", {"name": "Anna"}),
    ("POST", "/invitations", {"name": "Nobody-here"}),
    ("POST", "/resign", None),
    ("POST", "/take-back", None),
    ("GET", "/hands/1", None),
    ("GET", "/hands/1?step=3", None),
    ("GET", "/hands/2", None),
    ("GET", "/record", None),
    ("GET", "/sittings", None),
    ("PUT", "", None),
]
# fmt: on


@pytest.fixture
def hidden(anna, ben, cat):
    """A table still open, a game being played in its second hand, and a finished one: all behind a link."""
    callers = [anna, ben, cat]
    waiting = anna.post(GAMES, {"access": "link"}).json["slug"]
    active = seat_all(*callers, access="link", target=50)
    play_on(active, callers, 31)
    finished = seat_all(*callers, access="link", target=5)
    play_on(finished, callers, 1000)
    assert anna.table(finished)["status"] == "finished"
    return [waiting, active, finished]


@pytest.mark.parametrize("who", ["stranger", "guest", "nobody"])
def test_a_hidden_game_and_no_game_are_answered_with_the_same_bytes(request, hidden, who):
    caller = request.getfixturevalue(who)
    for method, path, body in DEEDS:
        none = caller.call(method, f"{GAMES}/{NOWHERE}{path}", body)
        assert none.status >= 400
        for slug in hidden:
            there = caller.call(method, f"{GAMES}/{slug}{path}", body)
            assert (there.status, there.body, dict(there.headers)) == (none.status, none.body, dict(none.headers))


def test_a_stranger_finds_a_hidden_game_in_no_list(hidden, stranger, nobody):
    for caller in (stranger, nobody):
        for query in ("", "?status=open", "?status=active", "?status=finished", "?lobby=true"):
            assert caller.get(f"{GAMES}{query}").json["count"] == 0
