"""The options of a table, under a version of the rules.

A game names the version it was begun under and is replayed by it for ever: a change to what a move means is a new
version beside the old one, never an edit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from . import cards

Seat: TypeAlias = int  # 0 .. players - 1, clockwise: the next seat is on the left

VERSION: Final[int] = 1
PLAYERS: Final[tuple[int, ...]] = (3, 4, 5, 6)
TARGETS: Final[tuple[int, ...]] = (5, 10, 15, 20, 30, 50)  # what a table offers; a record may have another
MOST_HANDS: Final[int] = 24
FAILED_GENERAL: Final[int] = 5  # points to each opponent of a general that is made, or to who fails it


class BadRules(ValueError):
    """No game can be played by these options."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game. Exactly one of *target* (points) and *hands* (a number of hands) is set.

    :raises BadRules: on options no game can be played by.
    """

    players: int = 4
    ace_high: bool = False
    target: int | None = 10
    hands: int | None = None
    general: bool = False
    short_hands: bool = False
    version: int = VERSION
    # Worked out once, since every move asks for them.
    pack: tuple[cards.Card, ...] = field(init=False, repr=False, compare=False)
    hand_size: int = field(init=False, repr=False, compare=False)  # cards dealt to each seat
    strength: tuple[int, ...] = field(init=False, repr=False, compare=False)  # within its suit, by card number

    def __post_init__(self) -> None:
        if self.version != VERSION:
            raise BadRules(f"There is no version {self.version} of the rules.")
        if self.players not in PLAYERS:
            raise BadRules("Polignac is for three to six players.")
        if (self.target is None) == (self.hands is None):
            raise BadRules("A game has either a target or a number of hands.")
        if (self.target or self.hands or 0) < 1:
            raise BadRules("The target, or the number of hands, is at least 1.")
        pack = cards.pack_for(self.players)
        object.__setattr__(self, "pack", pack)
        object.__setattr__(self, "hand_size", len(pack) // self.players)
        object.__setattr__(self, "strength", cards.STRENGTH_ACE_HIGH if self.ace_high else cards.STRENGTH)

    def left_of(self, seat: Seat) -> Seat:
        return (seat + 1) % self.players
