"""Write the card files: ``python -m games.art.draw_cards`` from the top of the repository.

Without options it renews the committed files under ``games/static/games/cards``:

- ``en.svg``, ``fr.svg``: compact faces, back and suit marks, each a ``<symbol>`` named ``JS``, ``back``, ``S``;
- ``en-full.svg``, ``fr-full.svg``: the same with full faces;
- ``en/JS.svg``, ``fr/JS.svg`` and so on: full faces one by one, with plain colours, for programs that know no CSS.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from .faces import CARDS, COURT_LETTERS, SUITS, back, compact, full, mark
from .paths import BLUE, CRIMSON, GREEN, HEIGHT, INK, WIDTH

CARDS_DIR = Path(__file__).resolve().parent.parent / "static" / "games" / "cards"
TWO_COLOURS = {"S": INK, "H": CRIMSON, "D": CRIMSON, "C": INK}
FOUR_COLOURS = {"S": INK, "H": CRIMSON, "D": BLUE, "C": GREEN}
_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
_CARD_BOX = f"0 0 {WIDTH} {HEIGHT}"
_FACES = {"compact": compact, "full": full}


def sprite(face: str, language: str) -> str:
    """Return a file of symbols; a page may set their colours: ``--suit-s`` to ``--suit-c``, and ``--card``."""
    symbols = [_symbol(card, _CARD_BOX, _FACES[face](card, language), card[1]) for card in CARDS]
    symbols.append(_symbol("back", _CARD_BOX, back()))
    symbols += [_symbol(suit, "0 0 100 100", mark(suit, 50, 50, 100), suit) for suit in SUITS]
    return f"<svg {_NAMESPACE}>\n" + "\n".join(symbols) + "\n</svg>\n"


def single(card: str, *, face: str = "full", language: str = "en", colours: dict[str, str] = TWO_COLOURS) -> str:
    """Return one card as a file of its own, every colour spelled out; *card* may be ``back``."""
    drawn = back() if card == "back" else _FACES[face](card, language).replace("currentColor", colours[card[1]])
    plain = re.sub(r"var\(--[a-z-]+,(#[0-9a-f]+)\)", r"\1", drawn)
    return f'<svg {_NAMESPACE} viewBox="{_CARD_BOX}" width="{2 * WIDTH}" height="{2 * HEIGHT}">{plain}</svg>\n'


def committed_files() -> dict[str, str]:
    """Return what belongs under `CARDS_DIR`: the text of each file by its relative path."""
    files: dict[str, str] = {}
    for language in COURT_LETTERS:
        files[f"{language}.svg"] = sprite("compact", language)
        files[f"{language}-full.svg"] = sprite("full", language)
        files |= {f"{language}/{card}.svg": single(card, language=language) for card in [*CARDS, "back"]}
    return files


def main() -> None:
    """Write the committed files, or with ``--to`` single cards of the chosen kind into another folder."""
    parser = argparse.ArgumentParser(description="Draw the card faces.")
    parser.add_argument("--to", type=Path, help="write single cards into this folder and leave the committed files")
    parser.add_argument("--face", choices=_FACES, default="full")
    parser.add_argument("--language", choices=COURT_LETTERS, default="en")
    parser.add_argument("--four-colours", action="store_true", help="blue diamonds and green clubs")
    options = parser.parse_args()
    if options.to is None:
        _write(CARDS_DIR, committed_files())
        return
    colours = FOUR_COLOURS if options.four_colours else TWO_COLOURS
    drawn = {
        f"{card}.svg": single(card, face=options.face, language=options.language, colours=colours)
        for card in [*CARDS, "back"]
    }
    _write(options.to, drawn)


def _symbol(name: str, box: str, content: str, suit: str = "") -> str:
    colour = f' color="var(--suit-{suit.lower()},{TWO_COLOURS[suit]})"' if suit else ""
    return f'<symbol id="{name}" viewBox="{box}"{colour}>{content}</symbol>'


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
