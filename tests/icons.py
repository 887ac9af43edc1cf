"""``python -m tests.icons``: draw the icons of the installed site as PNG files with Chromium; commit the result."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.servers import chromium
from tests.smaller import smaller

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
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
