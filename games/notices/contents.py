"""What a mail about a game says, taken from what its reader may see of the table.

Call these in the reader's language and time zone.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.game import Points
from games.engine.hand import Trick
from games.engine.rules import Rules
from games.engine.view import SeatView
from games.table import HandInfo, SeatInfo, TableView
from games.words import clock_in_words, listed, task


@dataclass(frozen=True, slots=True)
class PlayLine:
    name: str
    is_me: bool
    card: str
    takes: bool  # the trick, or so far


@dataclass(frozen=True, slots=True)
class TrickLines:
    number: int
    plays: tuple[PlayLine, ...]
    taker: str
    taker_is_me: bool
    points: int


@dataclass(frozen=True, slots=True)
class HeldCard:
    card: str
    is_legal: bool


@dataclass(frozen=True, slots=True)
class PointsLine:
    name: str
    is_me: bool
    points: int


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int
    name: str
    is_me: bool
    total: int
    has_resigned: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    number: int  # of the hand
    cells: tuple[PointsLine, ...]  # clockwise from the reader's seat


@dataclass(frozen=True, slots=True)
class Declared:
    name: str
    word: str


def hand_contents(table: TableView) -> dict[str, Any]:
    """Return what a mail tells of a game being played: the trick, the cards played, the points."""
    assert table.hand is not None  # a game being played has a hand
    view = table.hand.view
    return {
        "hand_number": table.hand.number,
        "trick_number": len(view.tricks) + 1,
        "trick": _trick_lines(table, view.trick, len(view.tricks) + 1) if view.trick.cards else None,
        "tricks": _complete_tricks(table, table.hand),
        "declarations": _declarations(table, view),
        "ended": _hand_that_ended(table),
        "points": _points_lines(table, tuple(map(add, table.totals, view.points_so_far))),
        "deadline": table.deadline,
    }


def turn_contents(table: TableView) -> dict[str, Any]:
    """Return what is told to the player whose turn it is: besides the hand what they hold and what to do."""
    assert table.hand is not None
    view = table.hand.view
    suits: dict[str, list[HeldCard]] = {}
    for card in reversed(view.held):
        suits.setdefault(card.suit, []).append(HeldCard(card.text, card in view.legal))
    return {
        **hand_contents(table),
        "task": task(view),
        "must_declare": view.must_declare,
        "held": list(suits.values())[::-1],
        "must_choose": 0 < len(view.legal) < len(view.held),
    }


def hand_over_contents(table: TableView, number: int) -> dict[str, Any]:
    """Return what is told of hand *number*, which is over: its points, and how the game stands."""
    return {
        "hand_number": number,
        "points": _points_lines(table, table.points[number - 1]),
        "totals": _points_lines(table, table.totals),
        "standings": _standings(table),
    }


def end_contents(table: TableView) -> dict[str, Any]:
    """Return what is told of a finished game: who has won, the score sheet, the last hand."""
    return {
        "i_won": table.my_seat in table.winners,
        "winners": listed([table.seats[seat].name for seat in table.winners if seat != table.my_seat]),
        "winners_count": len(table.winners),
        "best": min((table.totals[seat] for seat in table.winners), default=0),
        "standings": _standings(table),
        "sheet": [SheetRow(number, _points_lines(table, points)) for number, points in enumerate(table.points, 1)],
        "totals": _points_lines(table, table.totals),
        "tricks": _complete_tricks(table, table.hand) if table.hand else [],
        "hand_number": table.hand_number,
        "finished": table.finished,
    }


def invitation_contents(table: TableView) -> dict[str, Any]:
    """Return what is told to somebody who is asked to join: who sits there, the rules, the clock."""
    return {
        "seated": listed([seat.name for seat in table.seats if not seat.is_free]),
        "free_seats": table.free_seats,
        "rules": rules_in_words(table.rules),
        "clock": clock_in_words(table.clock),
    }


def rules_in_words(rules: Rules) -> list[str]:
    """Return the options of a table, one a line."""
    words = [ngettext("%(count)s player", "%(count)s players", rules.players) % {"count": rules.players}]
    if rules.hands is None:
        words.append(_("to %(target)s points; the lowest total wins") % {"target": rules.target})
    else:
        words.append(ngettext("%(count)s hand", "%(count)s hands", rules.hands) % {"count": rules.hands})
    options = [
        (rules.ace_high, _("the ace is high")),
        (rules.general, _("with the general")),
        (rules.short_hands, _("a hand ends with the last jack")),
    ]
    return words + [sentence for is_on, sentence in options if is_on]


def shown(seat: SeatInfo) -> str:
    """Return what the reader calls whoever sits there."""
    return _("You") if seat.is_me else seat.name


def _trick_lines(table: TableView, trick: Trick, number: int) -> TrickLines:
    taker = table.seats[trick.taker]
    plays = (
        PlayLine(shown(table.seats[seat]), table.seats[seat].is_me, card.text, seat == trick.taker)
        for seat, card in trick.by_seat(table.rules.players)
    )
    return TrickLines(number, tuple(plays), taker.name, taker.is_me, trick.penalty)


def _complete_tricks(table: TableView, hand: HandInfo) -> list[TrickLines]:
    return [_trick_lines(table, trick, number) for number, trick in enumerate(hand.view.tricks, 1)]


def _declarations(table: TableView, view: SeatView) -> list[Declared]:
    eldest = view.rules.left_of(view.dealer)
    return [
        Declared(shown(table.seats[(eldest + place) % view.rules.players]), word)
        for place, word in enumerate(view.declarations)
    ]


def _hand_that_ended(table: TableView) -> dict[str, Any] | None:
    """Tell of the hand before until the first trick of this one is complete."""
    before, hand = table.previous_hand, table.hand
    if before is None or before.view.points is None or hand is None or hand.view.tricks:
        return None
    return {"number": before.number, "points": _points_lines(table, before.view.points)}


def _points_lines(table: TableView, points: Points) -> tuple[PointsLine, ...]:
    return tuple(PointsLine(shown(seat), seat.is_me, points[seat.number]) for seat in table.from_my_seat)


def _standings(table: TableView) -> list[Standing]:
    lines = [
        Standing(table.ranks[seat.number], shown(seat), seat.is_me, table.totals[seat.number], seat.has_resigned)
        for seat in table.seats
    ]
    return sorted(lines, key=lambda line: line.rank)
