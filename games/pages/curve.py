"""The curves of totals through a game and of points expected through a hand: numbers for SVG drawings, no colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, MARGIN = 240, 96, 6  # in units of the drawing


@dataclass(frozen=True, slots=True)
class Line:
    """One player's totals. *number* is the column in the score sheet."""

    number: int
    name: str
    points: str  # "6,90 63,75 …", for a polyline
    end_x: float
    end_y: float


@dataclass(frozen=True, slots=True)
class Curve:
    lines: tuple[Line, ...]
    target_y: float | None
    ground_y: float = HEIGHT - MARGIN
    width: int = WIDTH
    height: int = HEIGHT
    now_x: float | None = None  # where the step shown stands


def draw_curve(names: Sequence[str], points: Sequence[Sequence[int]], target: int | None) -> Curve | None:
    """Draw the totals after each finished hand.

    :param points: for each finished hand in order, the points of each column.
    :returns: None before the first hand has ended.
    """
    if not points:
        return None
    totals = [[0] * len(names)]
    for hand in points:
        totals.append([total + more for total, more in zip(totals[-1], hand, strict=True)])
    top = max(target or 1, *totals[-1])
    step = (WIDTH - 2 * MARGIN) / len(points)

    def at(total: int) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * total / top, 1)

    lines = []
    for column, name in enumerate(names):
        places = [(round(MARGIN + step * hand, 1), at(row[column])) for hand, row in enumerate(totals)]
        drawn = " ".join(f"{x:g},{y:g}" for x, y in places)
        lines.append(Line(column, name, drawn, *places[-1]))
    return Curve(tuple(lines), None if target is None else at(target))


def draw_worths(lines: Sequence[tuple[str, Sequence[tuple[int, float]]]], *, steps: int, step: int) -> Curve:
    """Draw points expected in the course of a hand.

    :param lines: of each column the name, and pairs of a step and the points expected then.
    :param steps: of the whole hand; *step* is the one shown, marked by an upright line.
    """
    top = max([1.0, *(points for _, places in lines for _, points in places)])

    def at(place: int, points: float) -> tuple[float, float]:
        x = MARGIN + (WIDTH - 2 * MARGIN) * place / max(1, steps)
        return round(x, 1), round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * points / top, 1)

    drawn = []
    for column, (name, places) in enumerate(lines):
        spots = [at(place, points) for place, points in places]
        drawn.append(Line(column, name, " ".join(f"{x:g},{y:g}" for x, y in spots), *spots[-1]))
    return Curve(tuple(drawn), None, now_x=at(step, 0)[0])
