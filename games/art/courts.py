"""Court figures: whole, mirrored point by point, for full faces; heads and shoulders for compact ones."""

from __future__ import annotations

from . import heads, held
from .dress import DRESSES, Dress
from .paths import CRIMSON, GOLD, HEIGHT, INK, IVORY, Polygon, ellipse, group, line, path, place, polygon, rect, turned

LEFT, RIGHT, TOP = 24, 76, 9  # the frame's sides and its top
MIDDLE = HEIGHT / 2
_SLOPE = -21 / (RIGHT - LEFT)  # of the sash that parts the two halves
_OUTLINE = {"stroke": INK, "stroke_width": 0.9, "stroke_linejoin": "round", "stroke_linecap": "round"}
_PETALS = {"S": 5, "H": 6, "D": 4, "C": 3}


def figure(rank: str, suit: str) -> str:
    """Return the framed double figure of a court card; *rank* is one of ``J Q K``."""
    half = group(_half(rank, suit), **_OUTLINE)
    frame = rect(LEFT, TOP, RIGHT - LEFT, HEIGHT - 2 * TOP)
    edge = CRIMSON if rank + suit == "JS" else "none"
    outer = rect(LEFT - 1.6, TOP - 1.6, RIGHT - LEFT + 3.2, HEIGHT - 2 * TOP + 3.2)
    return (
        half
        + turned([half])
        + _sash()
        + path(frame, "none", stroke=INK, stroke_width=0.8)
        + (path(outer, "none", stroke=edge, stroke_width=0.8) if edge != "none" else "")
    )


def bust(rank: str, suit: str) -> str:
    """Return head and shoulders, 46 wide, with the chin at (0, 0) and the hem at y = 26."""
    dress = DRESSES[suit]
    shoulders = "M-8 3C-16 5-23 9-23 18V26H23V18C23 9 16 5 8 3z"
    front = polygon((-8, 3), (8, 3), (5, 26), (-5, 26))
    content = [path(shoulders, dress.main), path(front, dress.second), *_collar(rank, dress), *_head(rank, suit)]
    return group(content, **_OUTLINE)


def _head(rank: str, suit: str) -> list[str]:
    dress = DRESSES[suit]
    if rank == "K":
        return heads.king(dress)
    if rank == "Q":
        return heads.queen(dress)
    return heads.jack(dress, _plume(suit))


def _plume(suit: str) -> str:
    return CRIMSON if suit == "S" else GOLD


def _collar(rank: str, dress: Dress) -> list[str]:
    """Return what lies on the shoulders: ermine, a neckline with pearls, or a ruff."""
    if rank == "K":
        tails = "".join(polygon((x, y), (x + 0.9, y + 2.6), (x - 0.9, y + 2.6)) for x, y in _ERMINE)
        return [path("M-9 2C-14 3-18 5-20 8C-14 15-6 18 0 18S14 15 20 8C18 5 14 3 9 2z", IVORY), path(tails, INK, stroke="none")]
    if rank == "Q":
        return [path("M-10 3.4Q-6 13 0 13T10 3.4L3 4.6V2H-3V4.6z", IVORY), path(_PEARLS, GOLD, stroke_width=0.5)]
    ruff = polygon(*[(-12 + 3 * i, 4.4 + (5 if i % 2 else 1.6) - 0.02 * (12 - 3 * i) ** 2) for i in range(9)], (7, 1), (-7, 1))
    return [path(ruff, IVORY)]


_ERMINE = [(-15, 6), (-11, 9.6), (-6, 12.6), (0, 14), (6, 12.6), (11, 9.6), (15, 6)]
_PEARLS = "".join(ellipse(x, 6.4 - 0.1 * x * x + 2, 1) for x in (-4, -2, 0, 2, 4))


def _half(rank: str, suit: str) -> list[str]:
    dress = DRESSES[suit]
    left: Polygon = ((41, 49), (44, _part(44)), (LEFT, _part(LEFT)), (LEFT, 62), (30, 54.5))
    right: Polygon = ((59, 49), (70, 54.5), (RIGHT, _part(RIGHT)), (56, _part(56)))
    tunic: Polygon = ((41, 49), (59, 49), (56, _part(56)), (44, _part(44)))
    buttons = "".join(ellipse(50, y, 1.1) for y in (62, 66, 70))
    return [
        path(polygon(*left) + polygon(*right), dress.main),
        path(dress.pattern(left) + dress.pattern(right), dress.on_main, stroke="none"),
        path(polygon(*left) + polygon(*right), "none"),
        path(polygon(*tunic), dress.second),
        path(buttons, GOLD, stroke_width=0.5),
        place(_collar(rank, dress), 50, 46),
        place(_held(rank, suit), 70, 59),
        place(_head(rank, suit), 50, 46),
    ]


def _held(rank: str, suit: str) -> list[str]:
    dress = DRESSES[suit]
    if rank == "K":
        thing = held.sword() if suit in "SC" else held.sceptre(dress.second)
    elif rank == "Q":
        thing = held.flower(_PETALS[suit], CRIMSON if suit in "SC" else dress.second)
    else:
        thing = held.halberd(dress.second)
    return [*thing, *held.hand(dress.second)]


def _part(x: float) -> float:
    """Return the y of the parting line at *x*."""
    return MIDDLE + _SLOPE * (x - 50)


def _sash() -> str:
    thick = 3.0
    band = polygon(
        (LEFT, _part(LEFT) - thick), (RIGHT, _part(RIGHT) - thick), (RIGHT, _part(RIGHT) + thick), (LEFT, _part(LEFT) + thick)
    )
    xs = [50 + 6.5 * i for i in range(-3, 4)]
    studs = "".join(polygon((x, _part(x) - 1.8), (x + 1.6, _part(x)), (x, _part(x) + 1.8), (x - 1.6, _part(x))) for x in xs)
    edges = line((LEFT, _part(LEFT) - thick), (RIGHT, _part(RIGHT) - thick)) + line(
        (LEFT, _part(LEFT) + thick), (RIGHT, _part(RIGHT) + thick)
    )
    return path(band, GOLD) + path(studs, IVORY) + path(edges, "none", stroke=INK, stroke_width=0.9)
