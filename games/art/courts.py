"""Court figures: whole, mirrored point by point, for full faces; heads and shoulders for compact ones."""

from __future__ import annotations

from . import heads, held
from .dress import DRESSES, Dress
from .paths import CRIMSON, GOLD, HEIGHT, INK, IVORY, Polygon, ellipse, group, line, path, place, polygon, rect, turned

LEFT, RIGHT, TOP = 24, 76, 9  # the frame's sides and its top
MIDDLE = HEIGHT / 2
_SLOPE = -21 / (RIGHT - LEFT)  # of the sash that parts the two halves
_PETALS = {"S": 5, "H": 6, "D": 4, "C": 3}


def figure(rank: str, suit: str) -> str:
    """Return the framed double figure of a court card; *rank* is one of ``J Q K``."""
    half = _outlined(_half(rank, suit))
    frame = rect(LEFT, TOP, RIGHT - LEFT, HEIGHT - 2 * TOP)
    edge = CRIMSON if rank + suit == "JS" else "none"
    outer = rect(LEFT - 1.4, TOP - 1.4, RIGHT - LEFT + 2.8, HEIGHT - 2 * TOP + 2.8)
    return (
        half
        + turned([half])
        + _sash(DRESSES[suit].sash)
        + path(frame, "none", stroke=INK, stroke_width=0.8)
        + (path(outer, "none", stroke=edge, stroke_width=0.8) if edge != "none" else "")
    )


def bust(rank: str, suit: str) -> str:
    """Return head and shoulders, 46 wide, with the chin at (0, 0) and the hem at y = 26."""
    dress = DRESSES[suit]
    shoulders = "M-8 3C-16 5-23 9-23 18V26H23V18C23 9 16 5 8 3z"
    front = polygon((-8, 3), (8, 3), (5, 26), (-5, 26))
    content = [path(shoulders, dress.main), path(front, dress.second), *_collar(rank, dress), *_head(rank, dress)]
    return _outlined(content)


def _outlined(content: list[str]) -> str:
    return group(content, stroke=INK, stroke_width=0.9, stroke_linejoin="round", stroke_linecap="round")


def _head(rank: str, dress: Dress) -> list[str]:
    if rank == "K":
        return heads.king(dress)
    if rank == "Q":
        return heads.queen(dress)
    return heads.jack(dress, dress.plume)


def _collar(rank: str, dress: Dress) -> list[str]:
    """Return what lies on the shoulders: ermine, a neckline with pearls, or a ruff."""
    if rank == "K":
        tails = "".join(polygon((x, y), (x + 0.9, y + 2.6), (x - 0.9, y + 2.6)) for x, y in _ERMINE)
        return [
            path("M-9 2C-14 3-18 5-20 8C-14 15-6 18 0 18S14 15 20 8C18 5 14 3 9 2z", IVORY),
            path(tails, INK, stroke="none"),
        ]
    if rank == "Q":
        return [path("M-10 3.4Q-6 13 0 13T10 3.4L3 4.6V2H-3V4.6z", IVORY), path(_PEARLS, GOLD, stroke_width=0.5)]
    ruff = polygon(
        *[(-12 + 3 * i, 4.4 + (5 if i % 2 else 1.6) - 0.02 * (12 - 3 * i) ** 2) for i in range(9)], (7, 1), (-7, 1)
    )
    return [path(ruff, IVORY)]


_ERMINE = [(-15, 6), (-11, 9.6), (-6, 12.6), (0, 14), (6, 12.6), (11, 9.6), (15, 6)]
_PEARLS = "".join(ellipse(x, 6.4 - 0.1 * x * x + 2, 1) for x in (-4, -2, 0, 2, 4))


def _half(rank: str, suit: str) -> list[str]:
    dress = DRESSES[suit]
    head_x, chin = {"K": (50.4, 49), "Q": (50.5, 48), "J": (48.5, 48)}[rank]
    return [
        *_clothes(rank, dress),
        place(_collar(rank, dress), head_x, chin),
        place(_held(rank, suit), 69, 58),
        place(_head(rank, dress), head_x, chin),
    ]


def _clothes(rank: str, dress: Dress) -> list[str]:
    """Return mantle and tunic down to the parting; a jack wears the pattern in front and plain sleeves."""
    wide = 4 if rank == "J" else 0
    left: Polygon = ((41 - wide, 51), (44 - wide, _part(44 - wide)), (LEFT, _part(LEFT)), (LEFT, 63), (30, 56))
    right: Polygon = ((59 + wide, 51), (70, 56), (RIGHT, _part(RIGHT)), (56 + wide, _part(56 + wide)))
    front: Polygon = ((41 - wide, 51), (59 + wide, 51), (56 + wide, _part(56 + wide)), (44 - wide, _part(44 - wide)))
    mantle = polygon(*left) + polygon(*right)
    if rank == "J":
        return [
            path(mantle, dress.second),
            path(_slashes(), "none", stroke=GOLD, stroke_width=1.1),
            path(polygon(*front), dress.main),
            path(dress.pattern(front), dress.on_main, stroke="none"),
            path(polygon(*front), "none"),
        ]
    fastening = "".join(ellipse(50, y, 1.1) for y in (63.4, 67.4))
    return [
        path(mantle, dress.main),
        path(dress.pattern(left) + dress.pattern(right), dress.on_main, stroke="none"),
        path(mantle, "none"),
        path(polygon(*front), dress.second),
        path(fastening, GOLD, stroke_width=0.5),
    ]


def _slashes() -> str:
    """Return the slashes of a jack's sleeve."""
    return "".join(line((x, top), (x - 0.8, top + 12)) for x, top in ((27.4, 63), (31, 60.6), (34.6, 59)))


def _held(rank: str, suit: str) -> list[str]:
    dress = DRESSES[suit]
    sleeve, cuff = (dress.second, GOLD) if rank == "J" else (dress.main, IVORY)
    if rank == "K":
        thing = held.sword() if suit in "SC" else held.sceptre(dress.second)
    elif rank == "Q":
        thing = held.flower(_PETALS[suit], CRIMSON if suit in "SC" else dress.second)
    else:
        thing = held.halberd(dress.second)
    return [*thing, *held.hand(sleeve, cuff)]


def _part(x: float) -> float:
    """Return the y of the parting line at *x*."""
    return MIDDLE + _SLOPE * (x - 50)


def _sash(colour: str) -> str:
    thick = 3.0
    band = polygon(
        (LEFT, _part(LEFT) - thick),
        (RIGHT, _part(RIGHT) - thick),
        (RIGHT, _part(RIGHT) + thick),
        (LEFT, _part(LEFT) + thick),
    )
    xs = [50 + 6.5 * i for i in range(-3, 4)]
    studs = "".join(
        polygon((x, _part(x) - 1.8), (x + 1.6, _part(x)), (x, _part(x) + 1.8), (x - 1.6, _part(x))) for x in xs
    )
    edges = line((LEFT, _part(LEFT) - thick), (RIGHT, _part(RIGHT) - thick)) + line(
        (LEFT, _part(LEFT) + thick), (RIGHT, _part(RIGHT) + thick)
    )
    return path(band, colour) + path(studs, IVORY) + path(edges, "none", stroke=INK, stroke_width=0.9)
