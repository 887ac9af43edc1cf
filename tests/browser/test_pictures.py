"""The chief pages look as in the pictures kept of them in tests/pictures.

The pictures are small on purpose: another Chromium makes no difference in them, a style sheet that is gone or a table
that falls apart does; and all text is in the one font that Pillow brings. ``WRITE_PICTURES=1 python -m pytest
tests/browser/test_pictures.py`` makes them anew; look at them before you commit them.
"""

from __future__ import annotations

import base64
import io
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from PIL import Image, ImageChops, ImageFont

from tests.builders import make_game, make_user, move_on
from tests.sights import Sight, at, shuffled, whose_turn

from .tabs import PHONE, WIDE

KEPT = Path(__file__).resolve().parent.parent / "pictures"
NOW = datetime(2026, 3, 2, 18, 40, tzinfo=UTC)
SMALLER = {"phone": 4, "wide": 8}
MEAN, FAR_OFF, MOST_FAR_OFF = 8, 70, 0.04  # of 255; and what part of the picture may be so far off

TAKE_FONT = """async (font) => {
    const face = new FontFace("Kept", Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0)));
    document.fonts.add(await face.load());
    for (const name of ["--sans", "--serif", "--mono"]) document.documentElement.style.setProperty(name, "Kept");
}"""

pytestmark = pytest.mark.once


def take_font(page):
    """Have the page written in a font that is the same on every machine."""
    font = ImageFont.load_default(10)
    assert isinstance(font, ImageFont.FreeTypeFont)
    page.evaluate(TAKE_FONT, base64.b64encode(font.font_bytes).decode())


def look(page, shrink):
    """Return the page as one sees it, with each square of *shrink* pixels made one."""
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        return picture.convert("RGB").reduce(shrink)


def difference(one, other):
    """Say how far two pictures are apart: "" where they are alike."""
    if one.size != other.size:
        return f"{one.size} instead of {other.size}"
    values = ImageChops.difference(one, other).convert("L").tobytes()
    mean, far_off = sum(values) / len(values), sum(value > FAR_OFF for value in values) / len(values)
    return "" if mean <= MEAN and far_off <= MOST_FAR_OFF else f"mean {mean:.1f}, far off {far_off:.3f}"


def test_the_chief_pages_look_as_they_did(tabs, live_site):
    complaints = {}
    with time_machine.travel(NOW, tick=False), shuffled(7):
        ann, *others = (make_user(name) for name in ("Ann", "Ben", "Cat", "Dan"))
        game = make_game(ann, *others, target=30)
        move_on(game, 10)
        sights = [
            Sight("front", "/"),
            Sight("lesson", "/learn/3?played=&card=JS"),
            Sight("table", at(game), whose_turn(game)),
            Sight("my-games", "/games", ann),
        ]
        for sight in sights:
            page = tabs.open(sight.user)
            page.clock.set_fixed_time(NOW)
            page.goto(sight.path)
            take_font(page)
            for size, viewport in (("phone", PHONE), ("wide", WIDE)):
                page.set_viewport_size(viewport)
                seen, file = look(page, SMALLER[size]), KEPT / f"{sight.name}-{size}.png"
                if os.environ.get("WRITE_PICTURES"):
                    seen.quantize(64).save(file, optimize=True)
                with Image.open(file) as kept:
                    if found := difference(seen, kept.convert("RGB")):
                        complaints[file.name] = found
            page.context.close()
    assert complaints == {}


def test_a_page_that_falls_apart_does_not_look_as_it_did(tabs, live_site):
    page = tabs.open()
    page.goto("/")
    before = look(page, SMALLER["wide"])
    page.emulate_media(color_scheme="dark")
    assert difference(look(page, SMALLER["wide"]), before)
    page.emulate_media(color_scheme="light")
    assert not difference(look(page, SMALLER["wide"]), before)
    page.evaluate("document.querySelector('style').remove()")
    assert difference(look(page, SMALLER["wide"]), before)
