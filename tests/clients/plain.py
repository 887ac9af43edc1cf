"""A small client of the JSON API: written from docs/api.md, with the standard library alone.

It knows nothing of this project's code. `Site` is one site and who one is there; `play_to_the_end` plays.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from typing import Any

RANKS = "789TAJQK"  # from low to high
PATIENCE = 120  # seconds without anything happening


class Refused(Exception):
    """What the site does not do, and why."""

    def __init__(self, status: int, said: dict[str, Any]) -> None:
        super().__init__(f"{status} {said['code']}: {said['detail']}")
        self.status = status
        self.code = said["code"]
        self.said = said


class Site:
    """A site at *address*, as one player sees it."""

    def __init__(self, address: str) -> None:
        self.root = address.rstrip("/") + "/api/v1"
        self.token = ""
        self._seen: dict[str, tuple[str, Any]] = {}  # by path: the tag and the body of the last answer

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the JSON that is answered, or None.

        :raises Refused: if the site says no.
        """
        request = urllib.request.Request(self.root + path, method=method)
        request.add_header("Accept", "application/json")
        if self.token:
            request.add_header("Authorization", f"Token {self.token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        if method == "GET" and path in self._seen:
            request.add_header("If-None-Match", self._seen[path][0])
        try:
            with urllib.request.urlopen(request, data, timeout=30) as answer:
                text = answer.read()
                said = json.loads(text) if text else None
                if method == "GET" and answer.headers["ETag"]:
                    self._seen[path] = (answer.headers["ETag"], said)
                return said
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return self._seen[path][1]
            raise Refused(error.code, json.load(error)) from None

    def come_as_a_visitor(self) -> None:
        self.token = self.ask("POST", "/guests", {})["token"]["token"]

    def sign_up(self, name: str, email: str, password: str) -> None:
        self.ask("POST", "/signup", {"name": name, "email": email, "password": password})
        signed_in = self.ask("POST", "/tokens", {"login": name, "password": password, "token_name": "plain client"})
        self.token = signed_in["token"]


def choose_card(hand: dict[str, Any]) -> str:
    """Duck: the highest card that does not take, else the lowest; lead low; throw jacks away."""
    legal, trick = hand["legal"], hand["trick"]["cards"]
    suit = hand["trick"]["suit_led"]
    following = [card for card in legal if card[1] == suit]
    if suit is None:
        return min(legal, key=_height)
    if not following:
        return max(legal, key=lambda card: (card[0] == "J", card == "JS", _height(card)))
    best = max(_height(card) for card in trick if card[1] == suit)
    below = [card for card in following if _height(card) < best]
    return max(below, key=_height) if below else min(following, key=_height)


def _height(card: str) -> int:
    return RANKS.index(card[0])


def move_at(table: dict[str, Any]) -> dict[str, Any]:
    """Choose a move at a table where it is one's turn."""
    hand = table["hand"]
    if hand["must_declare"]:
        return {"ply": hand["ply"], "declaration": "pass"}
    return {"ply": hand["ply"], "card": choose_card(hand)}


def take_turn(site: Site, slug: str) -> dict[str, Any]:
    """Look at the table; make a move if it is one's turn; return the table as it is then."""
    table = site.ask("GET", f"/games/{slug}")
    if not table["is_my_turn"]:
        return table
    try:
        return site.ask("POST", f"/games/{slug}/moves", move_at(table))
    except Refused as refusal:
        if refusal.code != "stale_move":
            raise
        return refusal.said["table"]


def play_to_the_end(
    slug: str, sites: Iterable[Site], *, wait: Callable[[], None] = lambda: time.sleep(0.1)
) -> dict[str, Any]:
    """Play for each of *sites* in turn until the game is over; return the table then.

    :raises TimeoutError: if nothing happens for long.
    """
    sites = list(sites)
    version, since = -1, time.monotonic()
    while True:
        tables = [take_turn(site, slug) for site in sites]
        table = max(tables, key=lambda one: one["version"])
        if table["status"] == "finished":
            return sites[0].ask("GET", f"/games/{slug}")
        if table["version"] != version:
            version, since = table["version"], time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            raise TimeoutError(f"nothing has happened at table {slug} for {PATIENCE} s")
        else:
            wait()
