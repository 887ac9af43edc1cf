"""What one seat, or an onlooker, may see of a hand: the only way a hand leaves the core.

Every public field is named here one by one, so that a new field of `HandState` stays hidden until somebody decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Bits, Card, Suit, cards_in
from .hand import Declaration, HandState, Move, Trick, replay
from .rules import Rules, Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """A hand as *seat* sees it, or an onlooker where *seat* is None. Tuples "by seat" start with seat 0."""

    rules: Rules
    seat: Seat | None
    dealer: Seat
    held: tuple[Card, ...]  # this seat's own, sorted by suit, then from low to high
    legal: tuple[Card, ...]  # of those, what may be played now; empty when it is not this seat's turn
    must_declare: bool  # the seat to play has to declare the general or pass
    declarations: tuple[Declaration, ...]  # from the dealer's left
    declarer: Seat | None
    counts: tuple[int, ...]  # cards still held, by seat
    trick: Trick  # in play
    tricks: tuple[Trick, ...]  # complete, oldest first
    penalties: tuple[int, ...]  # points of the jacks taken so far, by seat
    voids: tuple[frozenset[Suit], ...]  # suits each seat has shown it does not hold, by seat
    to_play: Seat | None  # None once the hand is over
    ply: int
    points_so_far: tuple[int, ...]  # by seat: the penalties, and 5 for a general that has failed
    points: tuple[int, ...] | None  # of the hand, by seat, once it is over
    general_is_made: bool
    dealt: tuple[tuple[Card, ...], ...] | None  # all hands as dealt, once the hand is over

    @property
    def is_my_turn(self) -> bool:
        return self.seat is not None and self.seat == self.to_play

    @property
    def is_over(self) -> bool:
        return self.to_play is None


def view_from(state: HandState, seat: Seat | None) -> SeatView:
    """Build what *seat* (None: an onlooker) may see of *state*."""
    is_mine = seat is not None and seat == state.to_play
    return SeatView(
        rules=state.rules,
        seat=seat,
        dealer=state.dealer,
        held=() if seat is None else _in_order(state.held(seat), state.rules),
        legal=_in_order(state.legal(), state.rules) if is_mine else (),
        must_declare=state.must_declare and not state.is_over,
        declarations=state.declarations,
        declarer=state.declarer,
        counts=tuple(state.held(other).bit_count() for other in range(state.rules.players)),
        trick=state.trick,
        tricks=state.tricks,
        penalties=state.penalties,
        voids=_shown_voids(state),
        to_play=state.to_play,
        ply=state.ply,
        points_so_far=state.points(),
        points=state.points() if state.is_over else None,
        general_is_made=state.general_is_made(),
        dealt=tuple(_in_order(held, state.rules) for held in state.dealt) if state.is_over else None,
    )


def _in_order(bits: Bits, rules: Rules) -> tuple[Card, ...]:
    """Return the cards of a set sorted by suit, then from low to high by these rules."""
    cards = cards_in(bits)
    if not rules.ace_high:
        return cards
    return tuple(sorted(cards, key=lambda card: (card.number // 8, rules.strength[card.number])))


def _shown_voids(state: HandState) -> tuple[frozenset[Suit], ...]:
    """Read off the tricks who has not followed which suit: everybody at the table has seen that."""
    voids: list[set[Suit]] = [set() for _ in range(state.rules.players)]
    for trick in (*state.tricks, state.trick):
        for seat, card in trick.by_seat(state.rules.players):
            if trick.suit_led is not None and card.suit is not trick.suit_led:
                voids[seat].add(trick.suit_led)
    return tuple(frozenset(suits) for suits in voids)


@dataclass(frozen=True, slots=True)
class OpenView:
    """A moment of a hand that is over, all hands open."""

    view: SeatView  # as an onlooker saw it then
    dealt: tuple[tuple[Card, ...], ...]  # by seat
    held: tuple[tuple[Card, ...], ...]  # what each seat still held then


class HandNotOver(ValueError):
    """The hands are opened only when the hand is over."""


def open_view(start: HandState, moves: tuple[Move, ...], step: int) -> OpenView:
    """Return the moment after the first *step* of all the *moves* of a hand that is over.

    :raises HandNotOver: if after all the moves the hand is not over.
    :raises IndexError: if there are not so many moves.
    """
    if not replay(start, moves).is_over:
        raise HandNotOver("The hands are opened only when the hand is over.")
    if not 0 <= step <= len(moves):
        raise IndexError(f"The hand has {len(moves)} moves.")
    state = replay(start, moves[:step])
    seats = range(state.rules.players)
    return OpenView(
        view=view_from(state, None),
        dealt=tuple(_in_order(start.dealt[seat], start.rules) for seat in seats),
        held=tuple(_in_order(state.held(seat), state.rules) for seat in seats),
    )
