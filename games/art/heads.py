"""Heads of the courts, with the chin at (0, 0) and the hairline near y = -20; the neck lies below.

The right half of every face is shaded: that one line gives the flat heads their depth.
"""

from __future__ import annotations

from .dress import Dress
from .paths import CRIMSON, GOLD, INK, IVORY, STRAW, ellipse, group, line, path, polygon, rect

_FINE = 0.7  # inner lines; outlines come from the group around the figure


def king(dress: Dress) -> list[str]:
    """Return a bearded head with rolled locks under a pointed crown."""
    locks = "M-9-20H-13C-12.5-14-13-9-14-5A3.6 3.6 0 1 0-8-3zM9-20H13C12.5-14 13-9 14-5A3.6 3.6 0 1 1 8-3z"
    beard = "M-8.4-10C-7-6-4-6.6 0-6.6S7-6 8.4-10V-1C8.4 7 4 9 0 15C-4 9-8.4 7-8.4-1z"
    strands = "M-4.6-1C-4.6 4-2 7-.6 11M4.6-1C4.6 4 2 7 .6 11M0 1V8"
    return [
        path(locks, dress.hair),
        path(ellipse(-11, -3.4, 1.3) + ellipse(11, -3.4, 1.3), dress.strand, stroke="none"),
        *_face(8.4),
        path(beard, dress.hair),
        path("M-2.2-3.3Q0-4.4 2.2-3.3Q0-1.3-2.2-3.3z", CRIMSON, stroke="none"),
        path(strands, "none", stroke=dress.strand, stroke_width=_FINE),
        *_crown(dress),
    ]


def queen(dress: Dress) -> list[str]:
    """Return a head with long parted hair before the half disc of a diadem."""
    long_hair = (
        "M0-21C-10-21-13-15-12.5-8C-12-3-15 1-13 8C-10 11-6 10-5 6H5C6 10 10 11 13 8C15 1 12-3 12.5-8C13-15 10-21 0-21z"
    )
    parting = "M0-20.5C-6-20.5-9-16-8-8.4C-7.4-12-3.6-14.6 0-18.4C3.6-14.6 7.4-12 8-8.4C9-16 6-20.5 0-20.5z"
    waves = "M-10.4-10C-9.3-5-12-1-10.4 6M10.4-10C9.3-5 12-1 10.4 6"
    return [
        *_diadem(dress),
        path(long_hair, dress.hair),
        path(waves, "none", stroke=dress.strand, stroke_width=_FINE),
        path("M-3.2-4V2.4Q-3.4 4.4-6 5V7H6V5Q3.4 4.4 3.2 2.4V-4z", IVORY, stroke="none"),
        path("M0-2H3.2V2.4Q3.4 4.4 6 5V7H0z", STRAW, stroke="none"),
        path("M-3.2-2V2.4Q-3.4 4.4-5.4 5M3.2-2V2.4Q3.4 4.4 5.4 5", "none", stroke_width=_FINE),
        *_face(7.4),
        path("M-2.4-4Q-1-5.2 0-4.6Q1-5.2 2.4-4Q0-1.6-2.4-4z", CRIMSON, stroke="none"),
        path(parting, dress.hair),
        path("M-10-18Q0-24.5 10-18L9-15.4Q0-21 -9-15.4z", GOLD),
        path(ellipse(0, -19.6, 1.3) + ellipse(-5.2, -18.6, 0.7) + ellipse(5.2, -18.6, 0.7), IVORY, stroke_width=0.5),
    ]


def jack(dress: Dress, plume: str) -> list[str]:
    """Return a beardless head with bobbed hair and a cap with a plume of that colour."""
    bob = "M-7-18H-10C-12-13-10-7-13.5-3C-12 1-8 1-6-2zM7-18H10C12-13 10-7 13.5-3C12 1 8 1 6-2z"
    fringe = "M-8-18H8V-14.4Q5.6-13 4-15Q2-13.4 0-15Q-2-13.4-4-15Q-5.6-13-8-14.4z"
    return [
        path("M-3-4H3V6H-3z", IVORY),
        path("M0-2H3V6H0z", STRAW, stroke="none"),
        path(bob, dress.hair),
        *_face(7.6),
        path("M-2-4Q.4-3 2.2-4.4", "none", stroke=CRIMSON, stroke_width=1.3),
        path(fringe, dress.hair),
        path(
            "M9-23C14-30 9-38-1-37.5C-6-37.3-8-34.6-10-32C-6-33-5-31.4-2-31.6C0-30-.4-29 2-28.4C4-27.6 5-25 5.6-23z",
            plume,
        ),
        path("M7.4-24C8-30 3-34.6-6-34", "none", stroke=dress.quill, stroke_width=_FINE),
        path("M-10-19C-15-21-14-28-7-28.5C0-30 11-29 13-24.5C14-21.5 12-19 10-19Q0-21.5-10-19z", dress.main),
        path("M-10.4-20.6Q0-23.4 10.4-20.6V-17Q0-19.8-10.4-17z", dress.second),
        path(polygon((7, -26), (9.2, -23), (7, -20), (4.8, -23)), GOLD, stroke_width=0.6),
    ]


def _face(half: float) -> list[str]:
    jaw = f"C{half}-3 {half - 4} 0 0 0"
    brows = "M-6.4-13.4Q-4.4-15-1.8-13.6M1.8-13.6Q4.4-15 6.4-13.4"
    lids = "M-5.8-10.9Q-4-12.6-2.2-10.9M2.2-10.9Q4-12.6 5.8-10.9"
    return [
        path(f"M-{half}-20H{half}V-9{jaw}C-{half - 4} 0-{half}-3-{half}-9z", IVORY),
        path(f"M0-20H{half}V-9{jaw}z", STRAW, stroke="none"),
        path(f"M-{half}-20H{half}V-9{jaw}C-{half - 4} 0-{half}-3-{half}-9z", "none"),
        path(brows, "none", stroke_width=0.9),
        path(lids, "none", stroke_width=_FINE),
        path(ellipse(-4, -10.8, 1) + ellipse(4, -10.8, 1), INK, stroke="none"),
        path("M0-13.4V-6.8H-1.6", "none", stroke_width=_FINE),
    ]


def _crown(dress: Dress) -> list[str]:
    points = polygon((-11, -22), (-13.2, -33), (-6.5, -27.5), (0, -36), (6.5, -27.5), (13.2, -33), (11, -22))
    pearls = ellipse(-13.2, -33.6, 1.6) + ellipse(0, -36.8, 1.6) + ellipse(13.2, -33.6, 1.6)
    jewels = "".join(polygon((x, -22.6), (x + 1.7, -20.8), (x, -19), (x - 1.7, -20.8)) for x in (-6.4, 0, 6.4))
    return [
        path(points, GOLD),
        path(line((-7, -24), (0, -31), (7, -24)), "none", stroke_width=_FINE),
        path(pearls, IVORY),
        path(rect(-11, -23.2, 22, 4.8), dress.second),
        path(jewels, IVORY, stroke="none"),
    ]


def _diadem(dress: Dress) -> list[str]:
    """Return five leaves behind the hair, a jewel in each and a pearl on its tip."""
    return [_leaf(angle, tip, dress.second) for angle, tip in ((44, 22.5), (-44, 22.5), (22, 26), (-22, 26), (0, 28.5))]


def _leaf(angle: float, tip: float, jewel: str) -> str:
    leaf = f"M-3.6-10C-6.4-{tip - 8}-3.6-{tip - 4} 0-{tip}C3.6-{tip - 4} 6.4-{tip - 8} 3.6-10z"
    drop = f"M0-{tip - 4}q3.2 4.4 0 6.6q-3.2-2.2 0-6.6z"
    drawn = [path(leaf, GOLD), path(drop, jewel, stroke_width=0.5), path(ellipse(0, -tip, 1.3), IVORY)]
    return group(drawn, transform=f"translate(0 -7)rotate({angle})")
