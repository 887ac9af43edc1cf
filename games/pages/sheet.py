"""The score sheet, the standings and the lines of lists: what templates show of points."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.urls import reverse

from games.clock import Clock
from games.engine.game import ranks_of, tokens_of, totals_of
from games.engine.rules import Rules
from games.models import Game
from games.table import SeatInfo, TableView
from games.words import clock_in_words

from .curve import Curve, draw_curve

LONGEST_ABOVE_A_COLUMN = 6  # letters, without a hyphen between them


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game's rules and state, as every template names them."""

    slug: str
    status: str
    seats_count: int
    target: int | None
    hands_limit: int | None
    ace_high: bool
    general: bool
    short_hands: bool
    clock: str
    turns_to_miss: int
    time_off: bool
    min_in_time: int | None
    is_public: bool
    host: str
    hand_number: int


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    is_me: bool


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    points: tuple[int | None, ...]  # by column
    is_unfinished: bool
    replay_url: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]  # by column, with the hand being played
    tokens: tuple[int, ...] | None  # by column, as many as are left after those totals
    target: int | None
    hands_limit: int | None
    curve: Curve | None

    @property
    def has_long_names(self) -> bool:
        """Whether a name would have to be broken to stand above its column: then all are written upright."""
        pieces = (piece for column in self.columns if not column.is_me for piece in re.split("[-_]", column.name))
        return any(len(piece) > LONGEST_ABOVE_A_COLUMN for piece in pieces)


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int
    name: str
    is_me: bool
    is_bot: bool
    total: int
    is_winner: bool
    resigned: bool
    url: str


def line_of(
    slug: str,
    status: str,
    access: str,
    rules: Rules,
    clock: Clock,
    turns_to_miss: int,
    time_off: bool,
    min_in_time: int | None,
    host: str,
    hand: int,
) -> GameLine:
    return GameLine(
        slug=slug,
        status=status,
        seats_count=rules.players,
        target=rules.target,
        hands_limit=rules.hands,
        ace_high=rules.ace_high,
        general=rules.general,
        short_hands=rules.short_hands,
        clock=clock_in_words(clock),
        turns_to_miss=turns_to_miss,
        time_off=time_off,
        min_in_time=min_in_time,
        is_public=access == Game.Access.PUBLIC,
        host=host,
        hand_number=hand,
    )


def line_of_table(table: TableView) -> GameLine:
    return line_of(
        table.slug,
        table.status,
        table.access,
        table.rules,
        table.clock,
        table.turns_to_miss,
        table.time_off,
        table.min_in_time,
        table.host,
        table.hand_number,
    )


def profile_url(seat: SeatInfo) -> str:
    """Return the address of the player's profile; bots and visitors have none."""
    return reverse("games:profile", args=[seat.name]) if seat.is_person and not seat.is_guest else ""


def score_sheet(table: TableView) -> ScoreSheet:
    """Lay out the points by hand, the hand being played included, with a column for each seat from the reader's."""
    seats = table.from_my_seat
    rows = [
        Row(number, tuple(points[seat.number] for seat in seats), False, replay_url(table, number))
        for number, points in enumerate(table.points, start=1)
    ]
    finished = [row.points for row in rows]
    played = [tuple(points[seat.number] for seat in seats) for points in table.points]
    now: tuple[int, ...] = (0,) * len(seats)
    if table.hand is not None and not table.hand.view.is_over:
        now = tuple(table.hand.view.points_so_far[seat.number] for seat in seats)
        rows.append(Row(table.hand_number, now, True, ""))
    totals = totals_of([*played, now], len(seats))
    return ScoreSheet(
        columns=tuple(Column(seat.name, seat.is_me) for seat in seats),
        rows=tuple(rows),
        totals=totals,
        tokens=tokens_of(table.rules, totals),
        target=table.rules.target,
        hands_limit=table.rules.hands,
        curve=draw_curve([seat.name for seat in seats], played, table.rules.target) if finished else None,
    )


def standings(table: TableView) -> list[Standing]:
    """Return the players, the best first; equal totals share a rank."""
    resigned = [seat.number for seat in table.seats if seat.has_resigned]
    ranks = ranks_of(table.totals, resigned)
    lines = [
        Standing(
            rank=ranks[seat.number],
            name=seat.name,
            is_me=seat.is_me,
            is_bot=seat.is_bot,
            total=table.totals[seat.number],
            is_winner=seat.number in table.winners,
            resigned=seat.has_resigned,
            url=profile_url(seat),
        )
        for seat in table.seats
    ]
    return sorted(lines, key=lambda line: line.rank)


def replay_url(table: TableView, number: int) -> str:
    return reverse("games:replay", args=[table.slug, number])
