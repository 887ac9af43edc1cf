"""What the content security policy forbids is in no page: a browser would silently drop it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path for path in (ROOT / "templates").rglob("*.html") if "mail" not in path.relative_to(ROOT).parts)
SHEETS = sorted((ROOT / "games/static").rglob("*.css"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_page_has_no_style_script_or_handler_of_its_own(page):
    text = page.read_text()
    assert not re.search(r"<style|\sstyle=", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"""\s(?:on[a-z]+|hx-on[^=]*)=["']""", text)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_every_static_file_a_page_names_exists(page):
    for name in re.findall(r"""{% static ["']([^"']+)["'] %}""", page.read_text()):
        assert finders.find(name), f"{name} is not there"


def test_every_icon_a_page_shows_is_drawn():
    icons = set(re.findall(r'id="([a-z]+)"', (ROOT / "games/static/games/icons.svg").read_text()))
    shown = {icon for page in PAGES for icon in re.findall(r"icons\.svg['\"] %}#([a-z]+)", page.read_text())}
    assert shown
    assert shown <= icons


def test_every_name_of_a_style_sheet_has_a_value():
    text = "".join(sheet.read_text() for sheet in SHEETS)
    given = set(re.findall(r"(--[a-z0-9-]+):", text))
    used = set(re.findall(r"var\((--[a-z0-9-]+)", text))
    assert used <= given


def test_colours_are_named_in_one_sheet_only():
    for sheet in SHEETS:
        if sheet.name != "tokens.css":
            screen = sheet.read_text().partition("@media print")[0]
            assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?=[;, )])", screen), sheet.name
