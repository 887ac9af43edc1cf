"""Worlds: hands for the other seats that agree with everything a seat has seen."""

from __future__ import annotations

import random

from games.engine.cards import Bits
from games.engine.rules import Seat

from .general import sure_tricks
from .knowledge import Knowledge


class Worlds:
    """A source of worlds for one turn.

    They agree with the cards played, the number of cards each seat holds and the voids shown. With at most one pattern
    of voids every world is equally likely; with several, nearly so.
    """

    def __init__(self, knowledge: Knowledge, rng: random.Random) -> None:
        self.seat = knowledge.seat
        self.mine = knowledge.mine
        self.rng = rng
        self.counts = [0 if seat == self.seat else count for seat, count in enumerate(knowledge.counts)]
        self.free: list[Bits] = []  # cards any seat with room may hold
        self.bound: list[tuple[Bits, list[Seat]]] = []  # cards only some may, those with the fewest seats first
        with_room = [seat for seat, count in enumerate(self.counts) if count]
        rest = knowledge.out
        while rest:
            bit = rest & -rest
            rest ^= bit
            seats = [seat for seat in with_room if knowledge.may_hold[seat] & bit]
            if len(seats) == len(with_room):
                self.free.append(bit)
            else:
                self.bound.append((bit, seats))
        self.bound.sort(key=lambda pair: len(pair[1]))

    def draw(self) -> list[Bits]:
        """Return the hands of one world, by seat, with the own one in its place."""
        random_number = self.rng.random
        hands, room = self._place_bound()
        cards = sorted(self.free, key=lambda _: random_number())
        at = 0
        for seat, count in enumerate(room):
            if count:
                hands[seat] += sum(cards[at : at + count])
                at += count
        hands[self.seat] = self.mine
        return hands

    def _place_bound(self) -> tuple[list[Bits], list[int]]:
        """Place the cards not every seat may hold; return the hands so far and the room left in each."""
        random_number = self.rng.random
        while True:
            hands, room = [0] * len(self.counts), self.counts[:]
            for bit, seats in self.bound:
                left = random_number() * sum([room[seat] for seat in seats])
                for seat in seats:
                    left -= room[seat]
                    if left < 0:
                        hands[seat] |= bit
                        room[seat] -= 1
                        break
                else:
                    break  # no room left where this card may be: begin again
            else:
                return hands, room


class DeclarersWorlds(Worlds):
    """Worlds in which another seat has declared the general: its hand is a strong one."""

    def __init__(self, knowledge: Knowledge, rng: random.Random, tries: int = 3) -> None:
        super().__init__(knowledge, rng)
        self.tries = tries
        self.declarer = knowledge.declarer or 0
        self.opponents = knowledge.rules.players - 1
        self.gone = knowledge.played[self.declarer]
        self.pack = knowledge.layout.bits_of(knowledge.rules.pack)

    def draw(self) -> list[Bits]:
        """Return that one of a few worlds in which the declarer was dealt most sure tricks."""
        return max((super(DeclarersWorlds, self).draw() for _ in range(self.tries)), key=self._strength)

    def _strength(self, hands: list[Bits]) -> int:
        dealt = hands[self.declarer] | self.gone
        return sure_tricks(dealt, self.pack & ~dealt, self.opponents)
