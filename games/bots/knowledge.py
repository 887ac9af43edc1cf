"""What a bot knows at its turn, as bits: read from the view of its seat and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Bits
from games.engine.rules import Rules, Seat
from games.engine.view import SeatView

from .layout import SPADES, Layout, layout_for, shift_of, suit_mask

ALL: Bits = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One turn as its seat knows it. Tuples are by seat."""

    rules: Rules
    layout: Layout
    seat: Seat
    mine: Bits
    out: Bits  # unplayed cards in other hands
    legal: Bits
    counts: tuple[int, ...]  # cards held
    may_hold: tuple[Bits, ...]  # all cards of the suits in which the seat has not shown a void
    leader: Seat
    table: tuple[Bits, ...]  # the trick in play, in order
    best: Bits  # the card that takes it so far; 0 before the lead
    taker: Seat
    points: tuple[int, ...]  # of the jacks taken so far
    declarer: Seat | None
    general_is_alive: bool  # declared, and not beaten by the cards played so far
    played: tuple[Bits, ...]  # the cards each seat has played in the hand

    @property
    def suit_led(self) -> int:
        """Where the suit led begins (a shift); of no meaning before the lead."""
        return shift_of(self.best) if self.best else 0

    @property
    def after(self) -> int:
        """How many seats play to this trick after this one."""
        return self.rules.players - len(self.table) - 1


def read(view: SeatView) -> Knowledge:
    """Read the view of the seat whose turn it is.

    :raises ValueError: if it is not this seat's turn.
    """
    if view.seat is None or not view.is_my_turn:
        raise ValueError("A bot chooses only at the turn of its own seat.")
    layout = layout_for(view.rules.ace_high)
    mine = layout.bits_of(view.held)
    table = tuple(layout.bits[card.number] for card in view.trick.cards)
    played_by = [0] * view.rules.players
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.by_seat(view.rules.players):
            played_by[seat] |= layout.bits[card.number]
    following = [bit for bit in table if shift_of(bit) == shift_of(table[0])]
    return Knowledge(
        rules=view.rules,
        layout=layout,
        seat=view.seat,
        mine=mine,
        out=layout.bits_of(view.rules.pack) & ~sum(played_by) & ~mine,
        legal=layout.bits_of(view.legal),
        counts=view.counts,
        may_hold=tuple(ALL & ~sum(suit_mask(suit) for suit in suits) for suits in view.voids),
        leader=view.trick.leader,
        table=table,
        best=max(following, default=0),
        taker=view.trick.taker,
        points=view.penalties,
        declarer=view.declarer,
        general_is_alive=_is_alive(view),
        played=tuple(played_by),
    )


def _is_alive(view: SeatView) -> bool:
    """Whether a general has been declared and can still be made."""
    if view.declarer is None or any(trick.taker != view.declarer for trick in view.tricks):
        return False
    has_played = any(seat == view.declarer for seat, _ in view.trick.by_seat(view.rules.players))
    return not has_played or view.trick.taker == view.declarer


def byte_of(bits: Bits, shift: int) -> int:
    """Return the cards of one suit, moved down to a byte."""
    return bits >> shift & SPADES
