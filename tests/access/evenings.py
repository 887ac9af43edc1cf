"""Games made by chance, who might look at them, and the same game but for cards that one viewer cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from random import Random
from unittest import mock

import time_machine
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from games import log
from games.engine.cards import Card, text_of
from games.engine.hand import HandState, Move, replay
from games.engine.rules import PLAYERS, Rules, Seat
from games.log import LoggedHand
from games.models import Game, Plan
from games.services import absence, overdue, seating
from games.services.play import play
from tests.accounts.people import make_user
from tests.builders import DAY, bots_choosing, make_guest
from tests.engine.strategies import any_move
from tests.sights import shuffled


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
        self.chance, self.clock = chance, clock
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
