"""``python -m tests.icons``: draw PNG files with Chromium; commit them.

They are the icons of the installed site, and what `games.pages.drawing` puts the pictures that go with links together
from.
"""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from games.art.faces import CARDS, COURT_LETTERS, compact
from games.art.paths import CRIMSON, HEIGHT, INK, WIDTH
from games.pages.drawing import CARD_SIZE, CARDS_IN_A_ROW, PARTS, SIZE
from tests.servers import chromium
from tests.smaller import smaller

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STATIC = Path(__file__).resolve().parent.parent / "games" / "static" / "games"
FELT = "#1f5a47"
SAFE = 0.72  # of a maskable icon: a system may cut off what is farther from the middle


def main() -> int:
    drawing = base64.b64encode((STATIC / "favicon.svg").read_bytes()).decode()
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.OPTIONS)
        for name, size, share in (("180", 180, 1.0), ("192", 192, 1.0), ("512", 512, 1.0), ("maskable-512", 512, SAFE)):
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "transparent" if name in ("192", "512") else FELT
            page.set_content(
                f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{ground}">'
                f'<img src="data:image/svg+xml;base64,{drawing}" width="{size * share}" height="{size * share}">'
            )
            picture = page.screenshot(omit_background=True)
            if ground != "transparent":
                picture = smaller(picture, browser.new_page())
            (STATIC / "icons" / f"{name}.png").write_bytes(picture)
        PARTS.mkdir(exist_ok=True)
        draw_ground(browser, drawing)
        for language in COURT_LETTERS:
            draw_cards(browser, language)
        browser.close()
    return 0


def draw_ground(browser: Browser, emblem: str) -> None:
    """Draw the felt in its rim, with the name of the site."""
    page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
    styles = (STATIC / "tokens.css").read_text() + (STATIC / "table.css").read_text()
    page.set_content(
        f"<style>{styles} .rim {{ border-radius: 0; padding: 18px; height: 100vh; box-sizing: border-box }}"
        " .felt.felt { display: block; height: 100%; box-sizing: border-box; padding: 26px 44px;"
        f"  background: {FELT} }}"
        " b { font: 600 44px/1 P052, Georgia, serif; vertical-align: 14px } img { margin-right: 12px }</style>"
        '<body style="margin:0"><div class="rim"><div class="felt">'
        f'<img src="data:image/svg+xml;base64,{emblem}" width="52" height="52"><b>Polignac</b></div></div>'
    )
    keep(page.screenshot(), "ground")


def draw_cards(browser: Browser, language: str) -> None:
    """Draw all faces in rows, a suit in each."""
    width, height = CARD_SIZE
    page = browser.new_page(viewport={"width": width * CARDS_IN_A_ROW, "height": height * 4})
    faces = "".join(
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{width}" height="{height}"'
        f' style="float:left;color:{CRIMSON if card[1] in "HD" else INK}">{compact(card, language)}</svg>'
        for card in CARDS
    )
    page.set_content(f'<body style="margin:0">{faces}')
    keep(page.screenshot(omit_background=True), f"cards-{language}")


def keep(picture: bytes, name: str) -> None:
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGBA").quantize(128, method=Image.Quantize.FASTOCTREE).save(PARTS / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
