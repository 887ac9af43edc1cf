"""All that a viewer gets of a game, asked for twice: as it is, and with cards exchanged that they cannot know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from unittest import mock

import time_machine
from django.core import mail
from django.utils import timezone

from games.bots import BUDGET, choose_move
from games.engine.cards import Card
from games.engine.hand import HandState
from games.engine.rules import Seat
from games.engine.view import view_from
from games.models import Game
from games.notices.delivery import deliver_notices
from tests.builders import DAY
from tests.pages.reader import htmx

from .booth import Booth
from .evenings import Evening, Viewer, dealt_as, exchanged
from .routes import Route
from .scenes import SENT, values_of
from .streams import table_stream

# Routes whose GET cannot be asked for as others are, each with what to do instead: a function that takes the viewer,
# the game and the address, and returns all bytes that the viewer gets. A stream that never ends belongs here.
SPECIAL: dict[str, Callable[[Any, Game, str], bytes]] = {"games:table_stream": table_stream}
ALWAYS = {f"GET {name}" for name in SPECIAL}  # is asked again: who knows in which thread it reads
# Of what has read nothing that is exchanged, one in so many is asked for again all the same.
ONE_IN = 20
ETAG = re.compile(rb"\nETag: (.+)\n")

Sent = dict[str, bytes]  # all that a viewer gets, by what it is
Asks = dict[str, Callable[..., bytes]]  # how each is asked for, with what further headers


@dataclass(slots=True)
class Compared:
    """How much has been compared, and what was different."""

    states: int = 0
    viewers: int = 0  # of a state, for whom there were cards to exchange
    asked: int = 0  # addresses by a method, mails, bots
    asked_again: int = 0  # with the cards exchanged; the others had read nothing of what is exchanged
    different: list[str] = field(default_factory=list)

    def __add__(self, other: Compared) -> Compared:
        return Compared(
            self.states + other.states,
            self.viewers + other.viewers,
            self.asked + other.asked,
            self.asked_again + other.asked_again,
            self.different + other.different,
        )


def compare(evening: Evening, viewers: Iterable[Viewer], routes: list[Route], *, one_in: int = ONE_IN) -> Compared:
    """Exchange cards that each of *viewers* cannot know, and compare all that they get.

    What has been seen not to read anything that is exchanged is not asked again: it could but answer the same. One in
    *one_in* is all the same.
    """
    compared, booth = Compared(states=1), Booth()
    addresses = addresses_of(evening, routes)
    with booth.opened():
        for viewer in viewers:
            pack = exchanged(evening.hand, viewer.seat, evening.chance)
            if pack is None:
                continue
            asks = asks_of(evening, viewer, addresses, booth)
            sent, have_read = all_sent(asks, booth)
            again = {what for what in asks if what in have_read | ALWAYS or evening.chance.randrange(one_in) == 0}
            with dealt_as(evening, pack, viewer):
                booth.forget()
                other, _ = all_sent({what: ask for what, ask in asks.items() if what in again}, booth)
            found = different({what: sent[what] for what in other}, other)
            compared += Compared(0, 1, len(sent), len(other))
            if found:
                compared.different.append(f"{viewer.name} can tell {evening.hand.start} from {pack}: {found}")
    return compared


def all_that_is_sent(evening: Evening, viewer: Viewer, routes: list[Route]) -> Sent:
    """Return every byte that *viewer* gets: each address by each method, mails, what is logged, a bot in the seat."""
    booth = Booth()
    with booth.opened():
        return all_sent(asks_of(evening, viewer, addresses_of(evening, routes), booth), booth)[0]


def all_sent(asks: Asks, booth: Booth) -> tuple[Sent, set[str]]:
    """Ask for everything; return the answers, and which of them may depend on what is exchanged.

    What has a tag is asked for once more, if it has changed since; that is added to *asks*.
    """
    sent: Sent = {}
    have_read: set[str] = set()
    waiting = list(asks.items())
    while waiting:
        what, ask = waiting.pop(0)
        sent[what] = booth.ask(ask)
        if booth.has_read:
            have_read.add(what)
        tag, unless_changed = ETAG.search(sent[what]), f"{what}, unless changed"
        if tag and what.startswith("GET ") and unless_changed not in asks and not what.endswith("unless changed"):
            asks[unless_changed] = partial(ask, **{"If-None-Match": tag[1].decode()})
            waiting.insert(0, (unless_changed, asks[unless_changed]))
    return sent, have_read


def different(one: Sent, other: Sent) -> dict[str, Any]:
    assert one.keys() == other.keys()
    return {what: (one[what], other[what]) for what in one if one[what] != other[what]}


def addresses_of(evening: Evening, routes: list[Route]) -> list[tuple[Route, str]]:
    """Return each route with its address at this table."""
    game = evening.game
    values = values_of(game, name=evening.people[0].username, number=game.hand_number, seat=1)
    addresses = []
    for route in routes:
        try:
            addresses.append((route, route.path(values)))
        except KeyError as missing:
            raise AssertionError(
                f"{route.name} asks for a parameter {missing} that the tests know no value for: "
                "add one to `values_of` in tests/access/scenes.py."
            ) from None
    return addresses


def asks_of(evening: Evening, viewer: Viewer, addresses: list[tuple[Route, str]], booth: Booth) -> Asks:
    """Return how all is asked for that *viewer* may get: each address by each method, mails, a bot in the seat."""
    asks: Asks = {}
    state = evening.state
    for route, path in addresses:
        get = partial(_answer, booth, viewer, route, "GET", path, {})
        asks[f"GET {route.name}"] = get
        if route.name in SPECIAL:
            asks[f"GET {route.name}"] = partial(SPECIAL[route.name], viewer, evening.game, path)
        if "slug" in route.parameters and not route.is_api:
            asks[f"GET {route.name}, by htmx"] = partial(get, **htmx("table"))
        for method in route.methods:
            for number, body in enumerate(_bodies(state, viewer, route) if method != "GET" else ()):
                asks[f"{method} {route.name} {number}"] = partial(_answer, booth, viewer, route, method, path, body)
    if viewer.user is not None:
        asks["mails"] = partial(_mails, booth, viewer)
    if viewer.seat is not None and viewer.seat == state.to_play:
        asks["bot"] = partial(_bots_choice, evening, viewer.seat)
    return asks


def _bodies(state: HandState, viewer: Viewer, route: Route) -> list[dict[str, Any]]:
    """Return what is sent to a route; to those of moves also some cards, but for one that would end the hand."""
    if route.name not in ("games:play", "games-api:moves"):
        return [SENT.get(route.name, {})]
    cards = [card for card in state.rules.pack if not _would_end(state, viewer.seat, card)]
    ply: Any = str(state.ply) if route.name == "games:play" else state.ply
    return [{"ply": ply, "card": card.text} for card in Random(state.ply).sample(cards, min(4, len(cards)))]


def _would_end(state: HandState, seat: Seat | None, card: Card) -> bool:
    return seat == state.to_play and card in state.legal_cards() and state.move(card).is_over


def _answer(
    booth: Booth, viewer: Viewer, route: Route, method: str, path: str, body: dict[str, Any], **headers: str
) -> bytes:
    """Ask once, and return the answer with its headers and cookies."""
    response: Any
    if route.is_api:
        booth.cookies = SimpleCookie()
        headers |= {"Authorization": f"Token {viewer.token}"} if viewer.token else {}
        data = "" if method == "GET" else json.dumps(body)
        response = booth.generic(method, path, data, content_type="application/json", headers=headers)
    else:
        booth.cookies = viewer.cookies
        response = booth.get(path, headers=headers) if method == "GET" else booth.post(path, body)
    assert not response.streaming, (
        f"{route.name} is a stream: say in SPECIAL of tests/access/exchange.py how to read what it sends."
    )
    lines = "\n".join(f"{name}: {value}" for name, value in sorted(response.headers.items()))
    return f"{response.status_code}\n{lines}\n{response.cookies}\n\n".encode() + response.content


def _mails(booth: Booth, viewer: Viewer) -> bytes:
    """Return the mails that go to *viewer* now, and when the deadline is near."""
    assert viewer.user is not None
    mails = b""
    for later in (timedelta(0), 0.95 * DAY):
        now = timezone.now() + later
        with time_machine.travel(now, tick=False), booth.undone():
            mail.outbox.clear()
            deliver_notices(now)
            mails += b"".join(m.message().as_bytes() for m in mail.outbox if m.to == [viewer.user.email])
    return mails


def _bots_choice(evening: Evening, seat: Seat) -> bytes:
    """Return what a bot would play in the viewer's seat, whose turn it is."""
    state = evening.state
    totals = (0,) * state.rules.players
    with mock.patch.dict(BUDGET, dict.fromkeys(BUDGET, 3600.0)):  # so that no bot is stopped in its thinking
        levels = ("beginner", "club", "stand_in")
        chosen = [choose_move(view_from(state, seat), totals=totals, rng=Random(1), level=level) for level in levels]
    return repr(chosen).encode()
