"""What a page weighs over the wire, with all it needs, for who has never been here; and that it asks nobody else."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.http import StreamingHttpResponse
from django.templatetags.static import static

from polignac_site.compression import CompressPages
from tests.builders import move_on

from .tables import at, finished, seat, whose_turn

MOST = 150_000  # bytes
MOST_OF_FIRST_VIEW = 16_000  # bytes: a third of a second at 400 kbit/s
ASKED_FOR = re.compile(
    r"""<(?:script|img|use|image|iframe|audio|video|source)\b[^>]*?\b(?:src|href)=["']([^"']+)["']"""
)
LINKED = re.compile(r"""<link\b[^>]*?\brel=["'](stylesheet|icon|manifest)["'][^>]*?\bhref=["']([^"']+)["']""")
IN_A_STYLE = re.compile(r"""url\(["']?([^"')]+)["']?\)|@import ["']([^"']+)["']""")


def asked_for(reader, html):
    """The size of each file that a page asks for, by its address, as it goes over the wire: see `WhiteNoise`."""
    addresses = set(ASKED_FOR.findall(html)) | {address for _, address in LINKED.findall(html)}
    for style in re.findall(r"<style>(.*?)</style>", html, re.DOTALL):
        addresses |= {"".join(address) for address in IN_A_STYLE.findall(style)}
    sizes = {}
    for address in {address.partition("#")[0] for address in addresses}:
        if not address.startswith(static("")):
            assert address.startswith("/"), f"{address} is asked of somebody else"
            sizes[address] = len(reader.client.get(address).content)
            continue
        found = finders.find(address.removeprefix(static("")))
        assert found, f"{address} is not there"
        data = Path(found).read_bytes()
        sizes[address] = min(len(data), len(gzip.compress(data, 9)))
    return sizes


def weight(reader, path):
    response = reader.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 200
    assert response.headers["Content-Encoding"] == "gzip"
    sizes = asked_for(reader, gzip.decompress(response.content).decode())
    assert len(sizes) >= 6  # or this test does not find what pages ask for
    return len(response.content) + sum(sizes.values())


@pytest.mark.once
def test_the_chief_pages_weigh_less_than_150_kb_the_cards_included(nobody, ann, ben, cat, dan):
    playing = seat(ann, ben, cat, dan, target=30)
    move_on(playing, 70)
    over = finished(ann, ben, cat)
    to_play = whose_turn(playing, ann, ben, cat, dan)
    weights = {
        path: weight(reader, path)
        for reader, path in (
            (nobody, "/"),
            (nobody, "/learn"),
            (to_play, at(playing)),
            (ann, "/games"),
            (ann, at(over)),
            (ann, at(over, "/hands/1/9")),
        )
    }
    assert {path: size for path, size in weights.items() if size >= MOST} == {}


@pytest.mark.once
def test_the_first_view_needs_the_page_alone_which_is_small(nobody, ann, ben, cat):
    playing = seat(ann, ben, cat)
    for reader, path in ((nobody, "/"), (nobody, "/account/login/"), (ann, "/games"), (ann, at(playing))):
        response = reader.client.get(path, headers={"Accept-Encoding": "gzip"})
        head, _, body = gzip.decompress(response.content).decode().partition("</head>")
        assert len(response.content) < MOST_OF_FIRST_VIEW, path
        assert "<style>" in head
        assert not re.search(r"<script|stylesheet|@import|@font-face", head), path
        assert all(" defer>" in script for script in re.findall("<script[^>]*>", body)), path


def test_what_is_no_page_is_left_as_it_is(ann, ben, cat, rf):
    game = seat(ann, ben, cat)
    for path in (f"/api/v1/games/{game.slug}", at(game, "/picture.png")):
        response = ann.client.get(path, headers={"Accept-Encoding": "gzip"})
        assert response.status_code == 200, path
        assert "Content-Encoding" not in response.headers, path
    stream = StreamingHttpResponse(["a word"], content_type="text/html")
    request = rf.get("/events", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in CompressPages(lambda _: stream).process_response(request, stream).headers
