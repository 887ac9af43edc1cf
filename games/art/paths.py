"""The pen: path data, elements and the colours of the pack.

Lengths are units of the card, which is 100 wide and 145 high; x runs right and y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = Sequence[Point]

WIDTH, HEIGHT = 100, 145

INK = "#1d1a16"
CRIMSON = "#ad1f2d"
BLUE = "#1d4f91"
GOLD = "#b4852b"
GREEN = "#1f6b3a"
IVORY = "#fffdf8"
STRAW = "#efdcb3"  # gold thinned with ivory: the shaded half of a face


def num(value: float) -> str:
    """Return *value* with at most two decimals and no idle zeros: 0.5 is ``.5``."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def polygon(*points: Point) -> str:
    """Return the path data of a closed polygon."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "z"


def coarse(*points: Point) -> str:
    """Return the path data of a closed polygon to a tenth of a unit: enough for the many cells of a pattern."""
    return "M" + "L".join(f"{num(round(x, 1))} {num(round(y, 1))}" for x, y in points) + "z"


def line(*points: Point) -> str:
    """Return the path data of an open line through *points*."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def rect(x: float, y: float, width: float, height: float) -> str:
    """Return the path data of a rectangle, clockwise."""
    return f"M{num(x)} {num(y)}h{num(width)}v{num(height)}h{num(-width)}z"


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None, *, hole: bool = False) -> str:
    """Return the path data of an ellipse: clockwise, or the other way round to cut a hole in a clockwise shape."""
    ry = rx if ry is None else ry
    arc = f"a{num(rx)} {num(ry)} 0 0 {0 if hole else 1}"
    return f"M{num(cx - rx)} {num(cy)}{arc} {num(2 * rx)} 0{arc} {num(-2 * rx)} 0z"


def path(data: str, fill: str | None = None, **attributes: str | float) -> str:
    """Return a path element; ``stroke_width=2`` becomes ``stroke-width="2"``; without *fill* the group's holds."""
    return f'<path d="{data}"{_attributes(fill, attributes)}/>'


def group(content: Iterable[str], fill: str | None = None, **attributes: str | float) -> str:
    """Return a group element around *content*."""
    return f"<g{_attributes(fill, attributes)}>{''.join(content)}</g>"


def place(content: Iterable[str], x: float, y: float, scale: float = 1) -> str:
    """Return *content* with its origin moved to (*x*, *y*) and its size multiplied by *scale*."""
    sized = "" if scale == 1 else f"scale({num3(scale)})"
    return group(content, transform=f"translate({num(x)} {num(y)}){sized}")


def turned(content: Iterable[str]) -> str:
    """Return *content* turned half round the middle of the card."""
    return group(content, transform=f"rotate(180 {num(WIDTH / 2)} {num(HEIGHT / 2)})")


def num3(value: float) -> str:
    """Return *value* with at most three decimals, for scales."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def clip(shape: Polygon, window: Polygon) -> list[Point]:
    """Return the part of *shape* inside the convex, clockwise *window* (Sutherland and Hodgman's method)."""
    rest = list(shape)
    for i, start in enumerate(window):
        end = window[(i + 1) % len(window)]
        rest = _cut(rest, start, end)
    return rest


def _cut(shape: list[Point], start: Point, end: Point) -> list[Point]:
    def side(point: Point) -> float:
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    kept: list[Point] = []
    for i, current in enumerate(shape):
        before = shape[i - 1]
        here, there = side(current), side(before)
        if (here >= 0) != (there >= 0):
            share = there / (there - here)
            kept.append((before[0] + share * (current[0] - before[0]), before[1] + share * (current[1] - before[1])))
        if here >= 0:
            kept.append(current)
    return kept


def around(cx: float, cy: float, radius: float, degrees: float) -> Point:
    """Return the point at *radius* from the centre, *degrees* clockwise from straight up."""
    angle = math.radians(degrees)
    return cx + radius * math.sin(angle), cy - radius * math.cos(angle)


def _attributes(fill: str | None, others: dict[str, str | float]) -> str:
    pairs: dict[str, str | float] = {} if fill is None else {"fill": fill}
    pairs |= {name.replace("_", "-"): value for name, value in others.items()}
    return "".join(
        f' {name}="{num(value) if isinstance(value, int | float) else value}"' for name, value in pairs.items()
    )
