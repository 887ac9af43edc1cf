"""Whole cards: the compact and the full face of each card, and the back."""

from __future__ import annotations

from .courts import bust, figure
from .marks import LETTERS, MARKS
from .paths import CRIMSON, GOLD, HEIGHT, INK, IVORY, WIDTH, around, clip, ellipse, path, place, polygon, rect, turned

RANKS = "789TJQKA"
SUITS = "SHDC"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
COURT_LETTERS = {"en": {"J": "J", "Q": "Q", "K": "K"}, "fr": {"J": "V", "Q": "D", "K": "R"}}
PAPER = f"var(--card,{IVORY})"  # a page may darken its cards
RED_SUITS = "HD"

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
    rank, suit = card
    if rank in "JQK":
        picture = place([bust(rank, suit)], 67, 112, 1.05)
    else:
        picture = mark(suit, 67, 104, 54)
    return _paper() + letter(rank, language, 26, 8, 42, 44) + mark(suit, 25, 68, 28) + picture


def full(card: str, language: str) -> str:
    """Return the face for large sizes: an index in two corners, and pips or a court figure."""
    rank, suit = card
    corner = letter(rank, language, 13, 9, 21, 17) + mark(suit, 13, 40, 14)
    if rank in "JQK":
        picture = figure(rank, suit) + (pip := mark(suit, 32, 18.5, 12)) + turned([pip])
    elif rank == "A":
        picture = _ace(suit)
    else:
        picture = "".join(_pip(suit, column, row) for column, row in _PIPS[rank])
    return _paper() + corner + turned([corner]) + picture


def back() -> str:
    """Return the back: rays from a medallion, the same both ways up."""
    left, top, right, bottom = 7, 7, WIDTH - 7, HEIGHT - 7
    window = ((left, top), (right, top), (right, bottom), (left, bottom))
    middle = (WIDTH / 2, HEIGHT / 2)
    rays = "".join(
        polygon(*clip([middle, around(*middle, 200, angle - 3.75), around(*middle, 200, angle + 3.75)], window))
        for angle in range(0, 360, 15)
    )
    return (
        _paper()
        + path(rect(left, top, right - left, bottom - top), CRIMSON)
        + path(rays, GOLD)
        + path(rect(left, top, right - left, bottom - top), "none", stroke=CRIMSON, stroke_width=2)
        + path(ellipse(*middle, 23), IVORY, stroke=CRIMSON, stroke_width=2)
        + path(ellipse(*middle, 19.5), "none", stroke=GOLD, stroke_width=1)
        + place([path(MARKS["S"], INK)], middle[0] - 13, middle[1] - 13, 0.26)
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
    drawn = mark(suit, 50 + 18 * column, HEIGHT / 2 - abs(row) * _PITCH, 19)
    return turned([drawn]) if row > 0 else mark(suit, 50 + 18 * column, HEIGHT / 2 + row * _PITCH, 19)


def _ace(suit: str) -> str:
    inner = place([path(MARKS[suit], "none", stroke=IVORY, stroke_width=3)], 50 - 18, 72.5 - 18, 0.36)
    return mark(suit, 50, 72.5, 52) + inner
