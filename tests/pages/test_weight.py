"""What a page weighs over the wire, with all it needs, for who has never been here; and that it asks nobody else."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.templatetags.static import static

from tests.builders import move_on

from .tables import at, finished, seat, whose_turn

MOST = 150_000  # bytes
ASKED_FOR = re.compile(
    r"""<(?:script|img|use|image|iframe|audio|video|source)\b[^>]*?\b(?:src|href)=["']([^"']+)["']"""
)
LINKED = re.compile(r"""<link\b[^>]*?\brel=["'](stylesheet|icon|manifest)["'][^>]*?\bhref=["']([^"']+)["']""")
IN_A_SHEET = re.compile(r"""url\(["']?([^"')]+)["']?\)|@import ["']([^"']+)["']""")


def asked_for(reader, html):
    """The size of each file that a page asks for, by its address, as it goes over the wire: see `WhiteNoise`."""
    addresses = set(ASKED_FOR.findall(html)) | {address for _, address in LINKED.findall(html)}
    sizes = {}
    for address in {address.partition("#")[0] for address in addresses}:
        if not address.startswith(static("")):
            assert address.startswith("/"), f"{address} is asked of somebody else"
            sizes[address] = len(reader.client.get(address).content)
            continue
        found = finders.find(address.removeprefix(static("")))
        assert found, f"{address} is not there"
        path = Path(found)
        files = [path]
        if path.suffix == ".css":
            inside = ["".join(name) for name in IN_A_SHEET.findall(path.read_text())]
            assert not any("//" in name or name.startswith("data:") for name in inside), address
            files += [path.parent / name for name in inside]
        for file in files:
            data = file.read_bytes()
            sizes[static("") + file.name] = min(len(data), len(gzip.compress(data, 9)))
    return sizes


def weight(reader, path):
    response = reader.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 200
    html = response.content
    if response.headers.get("Content-Encoding") == "gzip":
        html = gzip.decompress(html)
    sizes = asked_for(reader, html.decode())
    assert len(sizes) >= 8  # or this test does not find what pages ask for
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
