"""Suit marks and index letters: path data in a box 100 high, from y = 0 to y = 100."""

from __future__ import annotations

from .paths import ellipse, polygon, rect

MARKS = {
    "S": "M50 3C57 22 93 40 93 64C93 77 83 85 72 85C63 85 56 80 53 73C54 84 59 92 67 97H33C41 92 46 84 47 73"
    "C44 80 37 85 28 85C17 85 7 77 7 64C7 40 43 22 50 3z",
    "H": "M50 96C44 78 5 57 5 30C5 14 16 5 29 5C39 5 47 11 50 22C53 11 61 5 71 5C84 5 95 14 95 30C95 57 56 78 50 96z",
    "D": "M50 0C58 20 72 37 89 50C72 63 58 80 50 100C42 80 28 63 11 50C28 37 42 20 50 0z",
    "C": "M50 3A22 22 0 0 1 65 41L60 49A22 22 0 1 1 53 72C54 84 59 92 67 97H33C41 92 46 84 47 72A22 22 0 1 1 40 49"
    "L35 41A22 22 0 0 1 50 3z",
}

# A line inside each mark, for the aces.
INLAYS = {
    "S": "M50 22C57 36 82 47 82 63C82 71 77 75 71 75C60 75 56 67 50 54"
    "C44 67 40 75 29 75C23 75 18 71 18 63C18 47 43 36 50 22z",
    "H": "M50 82C43 67 15 50 15 31C15 21 22 15 30 15C41 15 46 26 50 38"
    "C54 26 59 15 70 15C78 15 85 21 85 31C85 50 57 67 50 82z",
    "D": "M50 22C55 33 63 43 73 50C63 57 55 67 50 78C45 67 37 57 27 50C37 43 45 33 50 22z",
    "C": ellipse(50, 25, 13) + ellipse(27, 61, 13) + ellipse(73, 61, 13),
}

_STEM = 21  # the broad stroke of a letter
_SERIF = 8

_SEVEN = (
    rect(2, 0, 64, 15)
    + polygon((2, 0), (14, 0), (14, 15), (9, 30), (2, 30))
    + polygon((66, 0), (66, 11), (40, 100), (17, 100), (51, 11))
)
_EIGHT = (
    ellipse(35, 26, 29, 26)
    + ellipse(35, 26, 11, 17, hole=True)
    + ellipse(35, 71.5, 33, 28.5)
    + ellipse(35, 72, 12.5, 19, hole=True)
)
_NINE = (
    "M67 33C67 76 52 100 25 100C12 100 4 94 4 84A11 11 0 1 1 26 84C26 87 25 89 24 91C40 92 46 78 46 52z"
    + ellipse(34.5, 33, 32.5, 33)
    + ellipse(34.5, 33, 11.5, 24, hole=True)
)
_TEN = (
    rect(13, 0, _STEM, 100)
    + "M15 0H22V22H2V15C8 14 13 9 15 0z"
    + rect(3, 92, 41, _SERIF)
    + ellipse(79, 50, 28, 50.5)
    + ellipse(79, 50, 9.5, 41, hole=True)
)
_ACE = (
    polygon((31, 0), (52, 0), (80, 93), (57, 93))
    + polygon((31, 0), (42, 5), (18, 93), (8, 93))
    + rect(20, 61, 42, 9)
    + rect(0, 92, 29, _SERIF)
    + rect(47, 92, 41, _SERIF)
)
_KING = (
    rect(8, 0, _STEM, 100)
    + rect(0, 0, 37, _SERIF)
    + rect(0, 92, 37, _SERIF)
    + polygon((62, 5), (73, 5), (29, 66), (29, 51))
    + polygon((36, 44), (51, 29), (84, 93), (59, 93))
    + rect(50, 0, 33, _SERIF)
    + rect(51, 92, 38, _SERIF)
)
_QUEEN = (
    ellipse(39, 49, 38, 50)
    + ellipse(39, 49, 16, 41, hole=True)
    + "M32 80C38 70 48 72 53 79C59 87 61 98 68 99C73 100 76 97 78 93"
    "L82 96C79 108 70 114 59 112C47 109 46 96 40 88C37 84 34 83 32 80z"
)
_JACK = "M25 0H46V68C46 90 37 101 21 101C8 101 1 94 1 84A11 11 0 1 1 23 84C23 87 22 90 20 92C24 93 25 86 25 70z" + rect(
    15, 0, 41, _SERIF
)
_STEM_LEFT = rect(8, 0, _STEM, 100) + rect(0, 0, 29, _SERIF) + rect(0, 92, 29, _SERIF)
_ROI = (
    _STEM_LEFT
    + rect(29, 92, 8, _SERIF)
    + "M20 0H45C64 0 74 10 74 27S64 54 45 54H20V46H39C47 46 51 40 51 27S47 8 39 8H20z"
    + polygon((36, 50), (58, 47), (83, 93), (59, 93))
    + rect(53, 92, 36, _SERIF)
)
_DAME = _STEM_LEFT + "M20 0H40C65 0 80 18 80 50S65 100 40 100H20V92H36C51 92 56 80 56 50S51 8 36 8H20z"
_VALET = (
    polygon((7, 5), (31, 5), (52, 78), (47, 100), (37, 100))
    + polygon((64, 5), (74, 5), (48, 100), (40, 100))
    + rect(0, 0, 40, _SERIF)
    + rect(54, 0, 31, _SERIF)
)

# By face, as printed in the corner: the letter's path data and its width.
LETTERS: dict[str, tuple[str, float]] = {
    "7": (_SEVEN, 68),
    "8": (_EIGHT, 70),
    "9": (_NINE, 69),
    "10": (_TEN, 107),
    "A": (_ACE, 88),
    "K": (_KING, 89),
    "Q": (_QUEEN, 82),
    "J": (_JACK, 57),
    "R": (_ROI, 89),
    "D": (_DAME, 80),
    "V": (_VALET, 85),
}
