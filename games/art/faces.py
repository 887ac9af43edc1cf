"""Whole cards: the compact and the full face of each card, and the back."""

from __future__ import annotations

from .courts import bust, figure
from .marks import INLAYS, LETTERS, MARKS
from .paths import CRIMSON, GOLD, HEIGHT, INK, IVORY, WIDTH, around, clip, ellipse, path, place, polygon, rect, turned

RANKS = "789TJQKA"
SUITS = "SHDC"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
COURT_LETTERS = {"en": {"J": "J", "Q": "Q", "K": "K"}, "fr": {"J": "V", "Q": "D", "K": "R"}}
PAPER = f"var(--card,{IVORY})"  # a page may darken its cards

# Where the pips stand: column (-1, 0, 1) and height in steps of the pitch from the middle; those below it are turned.
_PITCH = 29.4
_PIPS: dict[str, list[tuple[int, float]]] = {
    "7": [(-1, -1.5), (1, -1.5), (0, -0.75), (-1, 0), (1, 0), (-1, 1.5), (1, 1.5)],
    "8": [(-1, -1.5), (1, -1.5), (0, -0.75), (-1, 0), (1, 0), (0, 0.75), (-1, 1.5), (1, 1.5)],
    "9": [(c, r) for r in (-1.5, -0.5, 0.5, 1.5) for c in (-1, 1)] + [(0, 0)],
    "T": [(c, r) for r in (-1.5, -0.5, 0.5, 1.5) for c in (-1, 1)] + [(0, -1), (0, 1)],
}


def compact(card: str, language: str) -> str:
    """Return the face for small sizes: a large index, and one large mark or a bust."""
    rank, suit = card[0], card[1]
    picture = place([bust(rank, suit)], 66, 106, 1.22) if rank in "JQK" else mark(suit, 67, 104, 54)
    return _paper() + letter(rank, language, 26.4, 8, 42, 41) + mark(suit, 25, 68, 28) + picture


def full(card: str, language: str) -> str:
    """Return the face for large sizes: an index in two corners, and pips or a court figure."""
    rank, suit = card[0], card[1]
    corner = letter(rank, language, 12.6, 9, 21, 17) + mark(suit, 12.6, 40, 14)
    if rank in "JQK":
        picture = figure(rank, suit) + (pip := mark(suit, 30, 15.4, 9.6)) + turned([pip])
    elif rank == "A":
        picture = _ace(suit)
    else:
        picture = "".join(_pip(suit, column, row) for column, row in _PIPS[rank])
    return _paper() + corner + turned([corner]) + picture


def back() -> str:
    """Return the back: rays from a medallion of two spades, the same both ways up."""
    edge = 6.5
    right, bottom = WIDTH - edge, HEIGHT - edge
    inner = edge + 3.5
    window = ((inner, inner), (WIDTH - inner, inner), (WIDTH - inner, HEIGHT - inner), (inner, HEIGHT - inner))
    middle = (WIDTH / 2, HEIGHT / 2)
    rays = "".join(
        polygon(*clip([middle, around(*middle, 200, angle - 1.3), around(*middle, 200, angle + 1.3)], window))
        for angle in range(0, 360, 8)
    )
    spade = place([path(MARKS["S"], CRIMSON)], middle[0] - 9.5, middle[1] - 18.6, 0.19)
    return (
        _paper()
        + path(rect(edge, edge, right - edge, bottom - edge), CRIMSON)
        + path(rays, GOLD)
        + path(polygon(*window), "none", stroke=GOLD, stroke_width=1)
        + path(ellipse(*middle, 19, 27), IVORY, stroke=CRIMSON, stroke_width=3)
        + path(ellipse(*middle, 16.5, 24.5), "none", stroke=GOLD, stroke_width=0.9)
        + spade
        + turned([spade])
    )


def mark(suit: str, cx: float, cy: float, size: float) -> str:
    """Return the mark of *suit*, *size* high, in its colour, around (*cx*, *cy*)."""
    return place([path(MARKS[suit], "currentColor")], cx - size / 2, cy - size / 2, size / 100)


def letter(rank: str, language: str, cx: float, top: float, height: float, widest: float) -> str:
    """Return the index letter *height* high and at most *widest* wide, centred on *cx*, in the suit's colour."""
    data, width = LETTERS[face_of(rank, language)]
    down = height / 100
    across = min(down, widest / width)
    scale = f"scale({across:.3g} {down:.3g})" if across != down else f"scale({down:.3g})"
    return path(data, "currentColor", transform=f"translate({cx - across * width / 2:.3g} {top:g}){scale}")


def face_of(rank: str, language: str) -> str:
    """Return what the corner says: ``10`` for T, the language's letter for a court."""
    return "10" if rank == "T" else COURT_LETTERS[language].get(rank, rank)


def _paper() -> str:
    return (
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8" fill="{PAPER}"'
        f' stroke="{INK}" stroke-opacity=".25"/>'
    )


def _pip(suit: str, column: int, row: float) -> str:
    drawn = mark(suit, 50 + 17 * column, HEIGHT / 2 - abs(row) * _PITCH, 18)
    return turned([drawn]) if row > 0 else mark(suit, 50 + 17 * column, HEIGHT / 2 + row * _PITCH, 18)


def _ace(suit: str) -> str:
    """Return a large mark with an inlaid line, in a ring of rays."""
    middle = (WIDTH / 2, HEIGHT / 2)
    rays = "".join(
        polygon(
            around(*middle, 33.5, angle - 1.5),
            around(*middle, 39.5 if long else 37, angle),
            around(*middle, 33.5, angle + 1.5),
        )
        for i, angle in enumerate(range(0, 360, 12))
        for long in [i % 2 == 0]
    )
    inlay = place([path(INLAYS[suit], "none", stroke=PAPER, stroke_width=2.4)], middle[0] - 27, middle[1] - 27, 0.54)
    return path(rays, GOLD) + mark(suit, *middle, 54) + inlay
