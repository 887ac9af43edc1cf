"""Pictures of 1200 by 630 pixels that go with links, as PNG: a title, names, figures and cards on the felt.

They are put together from parts that ``python -m tests.icons`` draws. Nothing here knows of games: what may be shown is
for `games.pages.pictures` to say.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from games.art.faces import CARDS, COURT_LETTERS

PARTS: Final = Path(__file__).resolve().parent.parent / "art" / "parts"
SIZE: Final = (1200, 630)
CARD_SIZE: Final = (172, 250)
CARDS_IN_A_ROW: Final = 8

INK, SOFT, BRASS, LINE = "#f1f7f3", "#c5dbd0", "#f2c14e", "#7fa896"  # of the felt, as in tokens.css
LEFT, TOP, BOTTOM, RIGHT = 70, 262, 592, 1130
TITLE, WORDS = 146, 204  # the middles of the two lines above the players
MARK: Final = 44
WIDE_FAN: Final = 500  # pixels of the cards on the right
COLOURS: Final = 128
LARGEST_NAME, LEAST = 44, 24  # pixels of letters


@dataclass(frozen=True, slots=True)
class Line:
    """A player: *mark* is "crown", "turn", "free" or ""; *cards* stand small behind the name."""

    name: str
    figure: str = ""
    mark: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows: *title* and *words* above, the *lines* of the players, and *cards* large beside them."""

    title: str
    words: str
    lines: tuple[Line, ...]
    unit: str = ""  # of the figures
    cards: tuple[str, ...] = ()
    best: str = ""  # which of the cards takes


def draw(picture: Picture, language: str) -> bytes:
    """Return *picture* as a PNG, with the letters of *language* on the court cards."""
    image = _part("ground").copy()
    pen = ImageDraw.Draw(image)
    _write(pen, picture.title, (LEFT, TITLE), RIGHT - LEFT, 60, INK, bold=True)
    _write(pen, picture.words, (LEFT, WORDS), RIGHT - LEFT, 36, SOFT)
    right = RIGHT - WIDE_FAN - 40 if picture.cards else RIGHT
    height = min(84, (BOTTOM - TOP) // len(picture.lines))
    top = TOP + (BOTTOM - TOP - height * len(picture.lines)) // 2
    if picture.unit:
        pen.text((right, top + 2), picture.unit, fill=SOFT, font=_font(24), anchor="rd")
    for number, line in enumerate(picture.lines):
        _draw_line(image, pen, line, top + number * height + height // 2, right, height, language)
        if number:
            pen.line((LEFT, top + number * height, right, top + number * height), fill=LINE, width=1)
    if picture.cards:
        _fan(image, picture, language)
    file = io.BytesIO()
    image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _draw_line(
    image: Image.Image, pen: ImageDraw.ImageDraw, line: Line, middle: int, right: int, height: int, language: str
) -> None:
    mark = _mark(line.mark)
    image.paste(mark, (LEFT, middle - MARK // 2), mark)
    largest = min(LARGEST_NAME, height - 12)
    figures = _font(largest + 4, bold=True)
    figure_width = round(pen.textlength(line.figure, font=figures))
    pen.text((right, middle), line.figure, fill=BRASS if line.mark == "crown" else INK, font=figures, anchor="rm")
    x = right - max(figure_width, 60) - 24
    for card in reversed(line.cards):
        face = _face(card, language, (height - 14) / CARD_SIZE[1])
        x -= face.width + 8
        image.paste(face, (x, middle - face.height // 2), face)
    start = LEFT + 62
    colour = {"crown": BRASS, "turn": BRASS, "free": SOFT}.get(line.mark, INK)
    _write(pen, line.name, (start, middle), x - start - 12, largest, colour)


def _write(
    pen: ImageDraw.ImageDraw,
    words: str,
    at: tuple[int, int],
    room: int,
    size: int,
    colour: str,
    *,
    bold: bool = False,
) -> None:
    """Write *words* in one line of *room* pixels: smaller where they are long, and cut off where that is not enough."""
    while size > LEAST and pen.textlength(words, font=_font(size, bold=bold)) > room:
        size -= 2
    font, shown = _font(size, bold=bold), words
    while len(shown) > 1 and pen.textlength(shown, font=font) > room:
        shown = shown[:-2].rstrip(" ,") + "…"
    pen.text(at, shown, fill=colour, font=font, anchor="lm")


@cache
def _mark(mark: str) -> Image.Image:
    """Draw the mark before a name: large, then made smaller, for Pillow draws edges in steps."""
    large = Image.new("RGBA", (MARK * 4, MARK * 4))
    pen, middle = ImageDraw.Draw(large), MARK * 2
    if mark == "crown":
        points = ((-20, -13), (-10, -1), (0, -18), (10, -1), (20, -13), (15, 15), (-15, 15))
        pen.polygon([(middle + dx * 4, middle + dy * 4) for dx, dy in points], fill=BRASS)
    elif mark == "turn":
        pen.polygon([(middle + dx * 4, middle + dy * 4) for dx, dy in ((-10, -15), (14, 0), (-10, 15))], fill=BRASS)
    elif mark == "free":
        for start in range(0, 360, 45):
            pen.arc((middle - 68, middle - 68, middle + 68, middle + 68), start, start + 25, fill=LINE, width=12)
    else:
        pen.ellipse((middle - 24, middle - 24, middle + 24, middle + 24), fill=LINE)
    return large.resize((MARK, MARK), Image.Resampling.LANCZOS)


def _fan(image: Image.Image, picture: Picture, language: str) -> None:
    """Lay the cards in a row, each over the one before where there is little room; the best stands a little higher."""
    width, height = CARD_SIZE
    step = min(width + 14, (WIDE_FAN - width) // max(1, len(picture.cards) - 1))
    x = RIGHT - (WIDE_FAN + width + step * (len(picture.cards) - 1)) // 2
    for card in picture.cards:
        y = (TOP + BOTTOM - height) // 2 - (26 if card == picture.best else 0)
        face = _face(card, language)
        image.paste("#0b241c", (x - 3, y + 3), face)  # its shadow
        image.paste(face, (x, y), face)
        if card == picture.best:
            ImageDraw.Draw(image).rounded_rectangle((x - 3, y - 3, x + width + 2, y + height + 2), 16, None, BRASS, 5)
        x += step


@cache
def _part(name: str) -> Image.Image:
    with Image.open(PARTS / f"{name}.png") as image:
        return image.convert("RGBA")


@cache
def _face(card: str, language: str, scale: float = 1) -> Image.Image:
    width, height = CARD_SIZE
    row, column = divmod(CARDS.index(card), CARDS_IN_A_ROW)
    box = (column * width, row * height, (column + 1) * width, (row + 1) * height)
    face = _part(f"cards-{language if language in COURT_LETTERS else 'en'}").crop(box)
    return face if scale == 1 else face.resize((round(width * scale), round(height * scale)), Image.Resampling.LANCZOS)


@cache
def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Source Serif Pro, from a package of its own: it has the accents of Latin, and Greek and Cyrillic."""
    weight = "Semibold" if bold else "Regular"
    font = files("font_source_serif_pro") / "files" / f"SourceSerifPro-{weight}.otf"
    return ImageFont.truetype(io.BytesIO(font.read_bytes()), size)
