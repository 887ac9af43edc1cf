"""The same game twice, but for cards that one viewer cannot know; and every byte that this viewer gets of it."""

from __future__ import annotations

import json
import logging
import os
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from unittest import mock

import knox.crypto
import time_machine
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from games import log, models
from games.bots import BUDGET, choose_move
from games.engine.cards import Card, text_of
from games.engine.hand import HandState, Move, replay
from games.engine.rules import PLAYERS, Rules, Seat
from games.engine.view import view_from
from games.log import LoggedHand
from games.models import Game, Plan
from games.notices.delivery import deliver_notices
from games.services import absence, overdue, seating
from games.services.play import play
from tests.accounts.people import make_user
from tests.builders import DAY, bots_choosing, make_guest
from tests.engine.strategies import any_move
from tests.pages.reader import htmx
from tests.sights import shuffled

from .asking import Undone
from .routes import Route
from .scenes import SENT, values_of
from .streams import table_stream

# Routes whose GET cannot be asked for as others are, each with what to do instead: a function that takes the viewer,
# the game and the address, and returns all bytes that the viewer gets. A stream that never ends belongs here.
SPECIAL: dict[str, Callable[[Any, Game, str], bytes]] = {"games:table_stream": table_stream}

Sent = dict[str, bytes]  # all that a viewer gets, by what it is


@dataclass(slots=True)
class Viewer:
    """Somebody who looks; *seat* is None for who does not sit at the table."""

    name: str
    user: User | None
    seat: Seat | None
    cookies: SimpleCookie
    token: str


class Evening:
    """People, and one game at some moment of a hand, made by chance."""

    def __init__(self, chance: Random, clock: time_machine.Traveller) -> None:
        self.chance, self.clock, self.client = chance, clock, Client()
        self.onlookers = {"stranger": None, "onlooker": make_user("Onlooker"), "visitor": make_guest()}
        rules = Rules(
            players=chance.choice(PLAYERS),
            target=30,
            ace_high=chance.random() < 0.5,
            general=chance.random() < 0.3,
            short_hands=chance.random() < 0.3,
        )
        with shuffled(chance.randrange(2**32)):
            self.game = self._seat(rules)
            hand = 2 if chance.random() < 0.25 else 1
            self._play_until(hand, chance.randrange(len(rules.pack)))
        self.people = [seat.user for seat in self.game.seats.select_related("user") if seat.user is not None]

    def _seat(self, rules: Rules) -> Game:
        """Seat some accounts and bots, or a visitor with bots alone."""
        if self.chance.random() < 0.1:
            table = seating.open_table(host=make_guest(), rules=rules, move_time=DAY, bots=rules.players - 1)
        else:
            persons = [make_user(name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")][: rules.players]
            bots = self.chance.choice([0, 0, 1, rules.players - 2])
            access = self.chance.choice(["public", "link"])
            table = seating.open_table(host=persons[0], rules=rules, move_time=DAY, access=access, bots=bots)
            for person in persons[1 : rules.players - bots]:
                seating.join(slug=table.slug, user=person, invite=table.invite)
        return Game.objects.get(slug=table.slug)

    def _play_until(self, hand: int, ply: int) -> None:
        """Play by chance, with some turns missed and perhaps a resignation, but not to the end of the hand."""
        while True:
            self.clock.shift(self.chance.choice([1, 60, 3600]))
            state = self.state
            self.game.refresh_from_db()
            move = any_move(state, self.chance)
            if (self.game.hand_number, state.ply) >= (hand, ply):
                return
            if self.game.hand_number == hand and state.move(move).is_over:
                return
            self._make(state, move)

    def _make(self, state: HandState, move: Move) -> None:
        assert state.to_play is not None
        seat = self.game.seats.select_related("user").get(number=state.to_play)
        if seat.holder == "person" and self.chance.random() < 0.9:
            play(slug=self.game.slug, user=seat.user, ply=state.ply, move=move)
            if self.chance.random() < 0.01:
                absence.resign(slug=self.game.slug, user=seat.user)
            return
        due = self.game.due_at
        assert due is not None
        if due > timezone.now():
            self.clock.move_to(due)
        with bots_choosing(lambda _: move), mock.patch.object(overdue, "MOST_MOVES_AT_ONCE", 1):
            assert overdue.play_game(self.game.pk) == 1

    @property
    def hand(self) -> LoggedHand:
        return log.read_game(self.game)[-1]

    @property
    def state(self) -> HandState:
        return self.hand.state

    def viewers(self) -> list[Viewer]:
        """Return everybody who might look at the game, players first."""
        numbers = {seat.user_id: seat.number for seat in self.game.seats.all()}
        seated = [self._viewer(person.username, person, numbers[person.pk]) for person in self.people]
        return [*seated, *(self._viewer(name, user, None) for name, user in self.onlookers.items())]

    def _viewer(self, name: str, user: User | None, seat: Seat | None) -> Viewer:
        client, token = Client(), ""
        if user is not None:
            client.force_login(user)
            token = ApiToken.objects.issue(user, "tests")[1]
        return Viewer(name, user, seat, client.cookies, token)


def exchanged(hand: LoggedHand, viewer: Seat | None, chance: Random) -> str | None:
    """Return the pack of *hand* with cards exchanged that *viewer* cannot know, or None where none can be.

    Cards still held by others change hands, as far as everything that has been played could have been so played.
    """
    rules, moves = hand.state.rules, [logged.move for logged in hand.moves]
    held = {seat: _cards(rules, hand.state.held(seat)) for seat in range(rules.players) if seat != viewer}
    dealt = [list(_cards(rules, bits)) for bits in hand.start.dealt]
    changed = False
    for _ in range(40):
        one, other = chance.sample(sorted(held), 2)
        if not held[one] or not held[other]:
            continue
        mine, yours = chance.choice(held[one]), chance.choice(held[other])
        trial = [[yours if card == mine else mine if card == yours else card for card in cards] for cards in dealt]
        if _could_have_been(rules, trial, hand, moves):
            dealt, changed = trial, True
            held[one] = [yours if card == mine else card for card in held[one]]
            held[other] = [mine if card == yours else card for card in held[other]]
    return text_of([card for cards in dealt for card in cards]) if changed else None


def _cards(rules: Rules, bits: int) -> list[Card]:
    return [card for card in rules.pack if card.bit & bits]


def _could_have_been(rules: Rules, dealt: list[list[Card]], hand: LoggedHand, moves: list[Move]) -> bool:
    try:
        replay(HandState.start(rules, dealt, dealer=hand.start.dealer), moves)
    except ValueError:
        return False  # somebody would not have followed suit
    return True


@contextmanager
def dealt_as(evening: Evening, pack: str, viewer: Viewer) -> Iterator[None]:
    """Have the database say that the hand was dealt as *pack*, by another secret seed, and that the others have plans.

    The triggers of the log must be off.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_hand SET pack = %s WHERE id = %s", [pack, evening.hand.pk])
        if evening.game.hand_number == 1:  # else it is known from the seed that was revealed
            cursor.execute(
                "UPDATE games_commitment SET root = %s WHERE game_id = %s",
                [evening.chance.randbytes(32).hex(), evening.game.pk],
            )
        others = evening.game.seats.filter(holder="person").exclude(number=-1 if viewer.seat is None else viewer.seat)
        for seat in others:
            Plan.objects.update_or_create(seat=seat, defaults={"plays_single": True, "ducks": True})
        try:
            yield
        finally:
            transaction.set_rollback(True)


def all_that_is_sent(evening: Evening, viewer: Viewer, routes: list[Route]) -> Sent:
    """Return every byte that *viewer* gets: each address by each method, mails, what is logged, a bot in the seat."""
    sent: Sent = {}
    for route in routes:
        sent[f"GET {route.name}"] = _ask(evening, viewer, route, "GET", {})
        if "slug" in route.parameters and not route.is_api:
            sent[f"GET {route.name}, by htmx"] = _ask(evening, viewer, route, "GET", {}, **htmx("table"))
        for method in set(route.methods) - {"GET"}:
            for number, body in enumerate(_bodies(evening, viewer, route)):
                sent[f"{method} {route.name} {number}"] = _ask(evening, viewer, route, method, body)
    sent["mails"] = _mails(evening, viewer)
    sent["bot"] = _bots_choice(evening.state, viewer.seat)
    return sent


def _bodies(evening: Evening, viewer: Viewer, route: Route) -> list[dict[str, Any]]:
    """Return what is sent to a route; to those of moves also every card, but for one that would end the hand."""
    if route.name not in ("games:play", "games-api:moves"):
        return [SENT.get(route.name, {})]
    state = evening.state
    cards = [card for card in state.rules.pack if not _would_end(state, viewer.seat, card)]
    ply: Any = str(state.ply) if route.name == "games:play" else state.ply
    return [{"ply": ply, "card": card.text} for card in Random(state.ply).sample(cards, min(4, len(cards)))]


def _would_end(state: HandState, seat: Seat | None, card: Card) -> bool:
    return seat == state.to_play and card in state.legal_cards() and state.move(card).is_over


def _ask(evening: Evening, viewer: Viewer, route: Route, method: str, body: dict[str, Any], **headers: str) -> bytes:
    """Ask once, undo what it has done, and return the answer with its headers and cookies, and what was logged."""
    path = _address(evening, route)
    answer = b""
    with always_the_same_chance(), logged() as lines, time_machine.travel(timezone.now(), tick=False):
        cache.clear()
        try:
            with transaction.atomic():
                if route.name in SPECIAL and method == "GET":
                    answer = SPECIAL[route.name](viewer, evening.game, path)
                    raise Undone
                response = _send(evening.client, viewer, route, method, path, body, headers)
                assert not response.streaming, (
                    f"{route.name} is a stream: say in SPECIAL of tests/access/exchange.py how to read what it sends."
                )
                answer = _bytes_of(response)
                raise Undone
        except Undone:
            return answer + "\n".join(lines).encode()


def _address(evening: Evening, route: Route) -> str:
    game = evening.game
    try:
        return route.path(values_of(game, name=evening.people[0].username, number=game.hand_number, seat=1))
    except KeyError as missing:
        raise AssertionError(
            f"{route.name} asks for a parameter {missing} that the tests know no value for: "
            "add one to `values_of` in tests/access/scenes.py."
        ) from None


def _send(
    client: Client, viewer: Viewer, route: Route, method: str, path: str, body: dict[str, Any], headers: dict[str, str]
) -> Any:
    if route.is_api:
        client.cookies = SimpleCookie()
        headers |= {"Authorization": f"Token {viewer.token}"} if viewer.token else {}
        data = "" if method == "GET" else json.dumps(body)
        return client.generic(method, path, data, content_type="application/json", headers=headers)
    client.cookies = copy(viewer.cookies)
    return client.get(path, headers=headers) if method == "GET" else client.post(path, body)


def _bytes_of(response: Any) -> bytes:
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(response.headers.items()))
    return f"{response.status_code}\n{headers}\n{response.cookies}\n\n".encode() + response.content


def _mails(evening: Evening, viewer: Viewer) -> bytes:
    """Return the mails that go to *viewer* now, when the deadline is near, and when it has passed."""
    if viewer.user is None:
        return b""
    mails = b""
    for later in (timedelta(0), 0.95 * DAY):
        now = timezone.now() + later
        with always_the_same_chance(), time_machine.travel(now, tick=False), transaction.atomic():
            mail.outbox.clear()
            deliver_notices(now)
            mails += b"".join(m.message().as_bytes() for m in mail.outbox if m.to == [viewer.user.email])
            transaction.set_rollback(True)
    return mails


def _bots_choice(state: HandState, seat: Seat | None) -> bytes:
    """Return what a bot would play in the viewer's seat, if it is that seat's turn."""
    if seat is None or seat != state.to_play:
        return b""
    totals = (0,) * state.rules.players
    with mock.patch.dict(BUDGET, dict.fromkeys(BUDGET, 3600.0)):  # so that no bot is stopped in its thinking
        levels = ("beginner", "club", "stand_in")
        chosen = [choose_move(view_from(state, seat), totals=totals, rng=Random(1), level=level) for level in levels]
    return repr(chosen).encode()


@contextmanager
def always_the_same_chance() -> Iterator[None]:
    """Have everything that is drawn by lot drawn the same way: secrets, boundaries of mails, CSRF tokens."""
    chance = Random(1)
    random.seed(1)
    with ExitStack() as patches:
        for module, name in ((os, "urandom"), (random, "_urandom"), (knox.crypto, "generate_bytes")):
            patches.enter_context(mock.patch.object(module, name, chance.randbytes))
        for drawing in (models.game, overdue, seating):  # whose lots are those of the test otherwise, each the next
            patches.enter_context(mock.patch.object(drawing, "secrets", secrets))
        yield


@contextmanager
def logged() -> Iterator[list[str]]:
    """Collect what is logged."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)
