"""What the courts hold, upright, with the hand at (0, 0)."""

from __future__ import annotations

from .paths import BLUE, CRIMSON, GOLD, INK, IVORY, STRAW, around, ellipse, path, polygon, rect


def hand(sleeve: str, cuff: str) -> list[str]:
    """Return a fist round a staff, and the forearm that comes to it from the left below."""
    return [
        path(polygon((-6, -3), (-6, 3.6), (-15, 9), (-19, 3)), sleeve),
        path(polygon((-4, -4), (-4, 4), (-7.4, 5), (-8, -3.4)), cuff),
        path("M-4-3.4H2.6A2 2 0 0 1 3.4 .2A2 2 0 0 1 2.6 3.4H-4z", IVORY),
        path("M-1.6-1.2H3M-1.6 1.2H3", "none", stroke_width=0.6),
    ]


def sword() -> list[str]:
    """Return a broad sword, point up."""
    return [
        path(polygon((-2, -7), (-2, -41), (0, -46), (2, -41), (2, -7)), IVORY),
        path(polygon((0, -7), (0, -46), (2, -41), (2, -7)), STRAW),
        path(rect(-5, -7, 10, 2.4) + rect(-1.2, -4.6, 2.4, 3), GOLD),
        path(ellipse(-5, -5.8, 1.3) + ellipse(5, -5.8, 1.3) + ellipse(0, 5, 1.6), GOLD),
    ]


def sceptre(jewel: str) -> list[str]:
    """Return a sceptre with a *jewel* of that colour in its head."""
    return [
        path(rect(-1.1, -34, 2.2, 38), GOLD),
        path(polygon((0, -47), (4.6, -39), (0, -31), (-4.6, -39)), GOLD),
        path(polygon((0, -43), (2.2, -39), (0, -35), (-2.2, -39)), jewel),
        path(rect(-3, -31.6, 6, 2), GOLD),
    ]


def halberd(tassel: str) -> list[str]:
    """Return a halberd with a *tassel* of that colour under its blade."""
    return [
        path(rect(-1, -32, 2, 36), GOLD),
        path("M-1-34C-4-34-5-37-5.4-39C-6.4-35-6.4-31-5.4-27C-5-29-4-31.5-1-31.5z", IVORY),
        path(polygon((1, -34), (5.2, -36.5), (5.2, -29.5), (1, -31.5)), IVORY),
        path(polygon((-1.6, -36), (0, -46), (1.6, -36), (1, -30), (-1, -30)), STRAW),
        path(polygon((-2, -29), (2, -29), (3, -23.5), (0, -25), (-3, -23.5)), tassel),
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
