"""What the courts hold, upright, with the hand at (0, 0)."""

from __future__ import annotations

from .paths import BLUE, CRIMSON, GOLD, INK, IVORY, STRAW, around, ellipse, path, polygon, rect


def hand(cuff: str) -> list[str]:
    """Return a fist round a staff, with its cuff."""
    return [
        path(polygon((-4.6, 3), (4.6, 3), (6, 8), (-6, 8)), cuff),
        path("M-3.6-3.4H3.2A2.4 2.4 0 0 1 3.6 3.2H-3.8A3.3 3.3 0 0 1-3.6-3.4z", IVORY),
        path("M-3-1.2H3M-3 1H3", "none", stroke_width=0.6),
    ]


def sword() -> list[str]:
    """Return a broad sword, point up."""
    return [
        path(polygon((-2, -8), (-2, -43), (0, -48), (2, -43), (2, -8)), IVORY),
        path(polygon((0, -8), (0, -48), (2, -43), (2, -8)), STRAW),
        path(rect(-6, -8, 12, 2.6) + rect(-1.2, -5.4, 2.4, 6), GOLD),
        path(ellipse(-6, -6.7, 1.6) + ellipse(6, -6.7, 1.6), GOLD),
    ]


def sceptre(jewel: str) -> list[str]:
    """Return a sceptre with a *jewel* of that colour in its head."""
    return [
        path(rect(-1.1, -36, 2.2, 44), GOLD),
        path(polygon((0, -49), (5, -41), (0, -33), (-5, -41)), GOLD),
        path(polygon((0, -45), (2.4, -41), (0, -37), (-2.4, -41)), jewel),
        path(rect(-3, -33.6, 6, 2), GOLD),
    ]


def halberd(tassel: str) -> list[str]:
    """Return a halberd with a *tassel* of that colour under its blade."""
    return [
        path(rect(-1, -34, 2, 44), GOLD),
        path("M-1-36C-5-36-7-40-7.5-42C-8.5-37-8.5-33-7.5-28C-7-30-5-33.5-1-33.5z", IVORY),
        path(polygon((1, -36), (5.4, -38.5), (5.4, -31.5), (1, -33.5)), IVORY),
        path(polygon((-1.6, -38), (0, -48), (1.6, -38), (1, -32), (-1, -32)), STRAW),
        path(polygon((-2, -31), (2, -31), (3, -25.5), (0, -27), (-3, -25.5)), tassel),
    ]


def flower(petals: int, colour: str) -> list[str]:
    """Return a flower of so many *petals* on a stem with two leaves."""
    heads = "".join(ellipse(*around(0, -16, 3.4, 360 * i / petals), 2.5) for i in range(petals))
    return [
        path("M0-12Q-1-6 0 6", "none", stroke=INK, stroke_width=1.2),
        path("M-.4-6C-3-10-6-9-7-9.4C-6-5.6-3-4-.4-4.4z", BLUE if colour != BLUE else GOLD),
        path(heads, colour),
        path(ellipse(0, -16, 2.3), GOLD if colour != GOLD else CRIMSON),
    ]
