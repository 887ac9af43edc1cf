"""A bot that saw hidden cards would be found out: by what it chooses, and by how well it does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from games.bots import arena, thinking
from games.bots.arena import duel_hands
from games.bots.layout import layout_for
from games.bots.levels import player_of
from games.bots.worlds import Worlds
from games.engine.cards import Bits, Card, cards_in
from games.engine.hand import HandState
from games.engine.rules import Rules, Seat
from games.engine.view import SeatView, view_from

from .tables import exchange, random_turns

HONEST = 0.80  # points a hand against three h0: who is below has seen more than its own cards


@contextmanager
def peeking() -> Iterator[list[HandState]]:
    """Have the stand-in see all hands of the last state in the list that this gives."""
    states: list[HandState] = []

    class AllOpen(Worlds):
        def draw(self) -> list[Bits]:
            layout = layout_for(states[-1].rules.ace_high)
            hands = [layout.bits_of(cards_in(states[-1].held(seat))) for seat in range(len(self.counts))]
            hands[self.seat] = self.mine
            return hands

    with mock.patch.object(thinking, "Worlds", AllOpen):
        yield states


def choice_in(state: HandState) -> Card | str:
    view = view_from(state, state.to_play)
    return player_of("stand_in").choose(view, (0,) * state.rules.players, random.Random(1), 60.0)


def test_who_peeks_chooses_by_hidden_cards_and_the_stand_in_does_not():
    rng = random.Random(7)
    pairs = []
    for state in random_turns(Rules(), rng):
        one, two, _ = (other for other in range(4) if other != state.to_play)
        pairs.append((state, exchange(state, one, two, rng)))
    assert all(choice_in(state) is choice_in(exchanged) for state, exchanged in pairs)
    with peeking() as states:
        differences = 0
        for pair in pairs:
            choices = set()
            for state in pair:
                states.append(state)
                choices.add(choice_in(state))
            differences += len(choices) - 1
    assert differences > 0


@pytest.mark.soak
def test_the_stand_in_does_as_well_as_it_should_and_not_so_well_as_who_peeks():
    honest = duel_hands(Rules(), player_of("stand_in"), player_of("h0"), deals=400, seed=5).figure
    assert HONEST < honest.mean <= 0.94 + honest.error, honest
    with peeking() as states:

        def view_of(state: HandState, seat: Seat | None) -> SeatView:
            states[:] = [state]
            return view_from(state, seat)

        with mock.patch.object(arena, "view_from", view_of):
            seeing = duel_hands(Rules(), player_of("stand_in"), player_of("h0"), deals=150, seed=5).figure
    assert seeing.mean + seeing.error < HONEST, seeing
