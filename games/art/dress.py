"""What tells the four families of courts apart: colours of cloth and hair, and the pattern of the mantle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .paths import BLUE, CRIMSON, GOLD, INK, IVORY, Point, Polygon, around, clip, coarse


@dataclass(frozen=True, slots=True)
class Dress:
    main: str  # the mantle
    second: str  # tunic, jewels
    on_main: str  # the pattern's colour
    hair: str
    strand: str  # fine lines in the hair
    sash: str
    plume: str  # of the jack's cap
    quill: str
    pattern: Callable[[Polygon], str]


def pattern_in(window: Polygon, cells: list[list[Point]]) -> str:
    """Return the path data of the *cells*, each cut to the convex *window*."""
    cut = (clip(cell, window) for cell in cells)
    return "".join(coarse(*cell) for cell in cut if len(cell) > 2)


def chevrons(window: Polygon) -> str:
    """Return rows of zigzag across *window*."""
    step, rise, thick = 4.0, 3.4, 1.7
    x0, y0, columns, rows = _grid(window, step, 5.4)
    cells: list[list[Point]] = []
    for row in range(rows + 1):
        y = y0 + row * 5.4
        for column in range(columns):
            x = x0 + column * step
            left, right = (y, y - rise) if column % 2 else (y - rise, y)
            cells.append([(x, left), (x + step, right), (x + step, right + thick), (x, left + thick)])
    return pattern_in(window, cells)


def scales(window: Polygon) -> str:
    """Return rows of crescents, like the scales of a fish."""
    radius = 3.1
    x0, y0, columns, rows = _grid(window, 2 * radius, radius)
    cells: list[list[Point]] = []
    for row in range(rows + 1):
        for column in range(-1, columns + 1):
            cx, cy = x0 + (2 * column + row % 2) * radius, y0 + row * radius
            outer = [around(cx, cy, radius, angle) for angle in (90, 126, 162, 198, 234, 270)]
            inner = [around(cx, cy - 0.4, radius - 0.9, angle) for angle in (270, 234, 198, 162, 126, 90)]
            cells.append(outer + inner)
    return pattern_in(window, cells)


def lozenges(window: Polygon) -> str:
    """Return a harlequin's lozenges, touching at their corners."""
    wide, high = 5.2, 8.0
    x0, y0, columns, rows = _grid(window, wide, high)
    cells: list[list[Point]] = [
        [(x, y - high / 2), (x + wide / 2, y), (x, y + high / 2), (x - wide / 2, y)]
        for row in range(rows + 1)
        for column in range(columns + 1)
        for x, y in [(x0 + column * wide, y0 + row * high)]
    ]
    return pattern_in(window, cells)


def stripes(window: Polygon) -> str:
    """Return upright stripes, a broad and a thin one by turns."""
    top, bottom = min(y for _, y in window), max(y for _, y in window)
    x0, _, columns, _ = _grid(window, 5.2, 1)
    cells: list[list[Point]] = []
    for column in range(columns + 1):
        for x, width in ((x0 + column * 5.2, 1.7), (x0 + column * 5.2 + 3.1, 0.7)):
            cells.append([(x, top), (x + width, top), (x + width, bottom), (x, bottom)])
    return pattern_in(window, cells)


def _grid(window: Polygon, step_x: float, step_y: float) -> tuple[float, float, int, int]:
    """Return the top left corner of *window* and how many steps cover it each way."""
    xs, ys = [x for x, _ in window], [y for _, y in window]
    return min(xs), min(ys), int((max(xs) - min(xs)) / step_x) + 1, int((max(ys) - min(ys)) / step_y) + 1


DRESSES = {
    "S": Dress(BLUE, CRIMSON, GOLD, INK, IVORY, GOLD, CRIMSON, IVORY, chevrons),
    "H": Dress(CRIMSON, BLUE, GOLD, GOLD, INK, GOLD, GOLD, INK, scales),
    "D": Dress(GOLD, BLUE, CRIMSON, INK, IVORY, BLUE, IVORY, INK, lozenges),
    "C": Dress(INK, CRIMSON, GOLD, GOLD, INK, CRIMSON, GOLD, INK, stripes),
}
