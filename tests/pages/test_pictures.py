"""Links to share, and the pictures that go with them: nothing in them that an onlooker may not see."""

from __future__ import annotations

import io
import re
from unittest import mock

import pytest
from PIL import Image, ImageChops

from games.pages import pictures
from games.pages.drawing import SIZE
from games.services import looking
from tests.builders import dealing, move_on, move_once

from .tables import THREE, at, finished, seat, who_waits


@pytest.fixture
def three(ann, ben, cat):
    """A table where the first trick is in play: QS, 8S."""
    with dealing(*THREE, dealer=2):
        game = seat(ann, ben, cat)
    move_on(game, 2)
    return game


def picture(reader, path):
    response = reader.client.get(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "image/png"
    return response


def test_the_picture_of_a_public_table_is_there_for_anybody(nobody, three):
    response = picture(nobody, at(three, "/picture.png"))
    with Image.open(io.BytesIO(response.content)) as image:
        assert (image.format, image.size) == ("PNG", SIZE)
    assert len(response.content) < 60_000
    assert response.headers["Cache-Control"] == "public, max-age=300"
    assert not response.cookies


def test_it_shows_the_cards_on_the_table_and_no_other(ann, three):
    shown = pictures.picture_of_table(looking.look_on(slug=three.slug, user=ann.user))
    assert shown.cards == ("QS", "8S")
    assert shown.best == "QS"
    assert [(line.name, line.figure, line.mark, line.cards) for line in shown.lines] == [
        ("Ann", "0", "", ()),
        ("Ben", "0", "", ()),
        ("Cat", "0", "turn", ()),
    ]


def test_it_says_whose_table_it_is_and_who_is_waited_for(ann, cat, three):
    for reader in (ann, cat):  # the same to who is waited for
        shown = pictures.picture_of_table(looking.look_on(slug=three.slug, user=reader.user))
        assert (shown.title, shown.words, shown.unit) == ("Ann’s table, hand 1", "Waiting for Cat", "Points")


def test_it_speaks_the_language_of_the_page_that_shows_the_link(ann, nobody, three):
    with mock.patch.object(pictures, "draw", return_value=b"png") as draw:
        for query in ("?language=fr", "?language=xx", ""):
            picture(nobody, at(three, f"/picture.png{query}"))
    said = [(shown.words, language) for (shown, language), _ in draw.call_args_list]
    assert said == [("On attend Cat", "fr"), ("Waiting for Cat", "en")]


def test_what_is_too_long_for_its_line_is_cut_off():
    def right_of_the_title(title):
        drawn = pictures.draw(pictures.Picture(title, "", (pictures.Line("Ann"),)), "fr")
        with Image.open(io.BytesIO(drawn)) as image:
            return image.convert("L").crop((1135, 100, 1165, 200))

    apart = ImageChops.difference(right_of_the_title("É"), right_of_the_title("W" * 300))
    assert max(apart.tobytes()) < 40  # of 255; a letter there would make it 150


def test_a_player_gets_the_same_picture_as_a_stranger(ann, nobody, three):
    with mock.patch.object(pictures.cache, "get", return_value=None):
        mine = picture(ann, at(three, "/picture.png")).content
        assert picture(nobody, at(three, "/picture.png")).content == mine


def test_it_is_drawn_once_for_each_version_of_the_table(nobody, three):
    with mock.patch.object(pictures, "draw", return_value=b"png") as draw:
        for _ in range(2):
            picture(nobody, at(three, "/picture.png"))
        assert draw.call_count == 1
        move_once(three)
        picture(nobody, at(three, "/picture.png"))
    assert draw.call_count == 2


def test_the_picture_of_a_hand_that_is_over_shows_its_points_and_who_took_the_jacks(ann, ben, cat, nobody):
    game = finished(ann, ben, cat)
    shown = pictures.picture_of_hand(looking.look_on_hand(slug=game.slug, user=ann.user, number=1))
    assert sum(int(line.figure) for line in shown.lines) == 5
    assert shown.title == "Ann’s table, hand 1"
    taker = next(line.name for line in shown.lines if "JS" in line.cards)
    assert shown.words == f"{taker} took the Polignac"
    assert sorted(card for line in shown.lines for card in line.cards) == ["JC", "JD", "JH", "JS"]
    picture(nobody, at(game, "/hands/1/picture.png"))


def test_winners_wear_a_crown(ann, ben, cat):
    game = finished(ann, ben, cat)
    shown = pictures.picture_of_table(looking.look_on(slug=game.slug, user=ann.user))
    assert [line.name for line in shown.lines if line.mark == "crown"] == [
        ("Ann", "Ben", "Cat")[winner] for winner in game.winners
    ]


def test_a_table_that_waits_shows_its_free_seats(ann, ben, nobody):
    game = seat(ann, ben, begun=False)
    shown = pictures.picture_of_table(looking.look_on(slug=game.slug, user=ann.user))
    assert [line.mark for line in shown.lines] == ["", "", "free", "free"]
    assert shown.title == "Ann’s table: 2 seats free"
    assert shown.words == "4 players · to 10 points · 1 day a move"
    picture(nobody, at(game, "/picture.png"))


def test_a_private_table_has_no_picture_for_strangers(ann, ben, cat, eve, nobody):
    game = finished(ann, ben, cat, access="link")
    for rest in ("/picture.png", "/hands/1/picture.png"):
        for reader in (nobody, eve):
            assert reader.get(at(game, rest)).status == 404
        assert "no-store" in picture(ann, at(game, rest)).headers["Cache-Control"]
    assert "/picture.png" not in ann.get(at(game)).html
    assert "/picture.png" not in ann.get(at(game, "/hands/1")).html


def test_there_is_no_picture_of_what_is_not_there_or_not_over(nobody, three):
    for rest in ("/hands/1/picture.png", "/hands/9/picture.png", "/hands/0/picture.png"):
        assert nobody.get(at(three, rest)).status == 404
    assert nobody.get("/games/AAAAAAAAAA/picture.png").status == 404


def test_others_are_told_of_the_picture_by_every_public_page_of_the_game(ann, ben, cat, dan, eve, settings):
    over, active, opened = finished(ann, ben, cat), seat(ann, ben, cat), seat(dan, begun=False)
    paths = {
        at(over): "/picture.png",
        at(over, "/hands/1/3"): "/hands/1/picture.png",
        at(active): "/picture.png",
        at(opened): "/picture.png",
    }
    for path, rest in paths.items():
        page = eve.get(path)
        told = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page.html))
        address, _, query = told["og:image"].partition("?")
        assert address == settings.SITE_URL + path.split("/hands")[0] + rest
        assert query.endswith("language=en")
        assert told["og:url"] == settings.SITE_URL + path
        assert told["twitter:card"] == "summary_large_image"
        assert told["og:title"]
        assert told["og:description"]
        assert told["og:image:alt"]


def test_a_page_without_a_game_shows_the_mark_of_the_site(nobody, settings):
    assert f'property="og:image" content="{settings.SITE_URL}/static/games/icons/512' in nobody.get("/").html


def test_a_link_can_be_taken_from_the_page(ann, ben, cat):
    game = finished(ann, ben, cat)
    for path in (at(game), at(game, "/hands/1/4")):
        page = ann.get(path)
        assert f'readonly value="http://localhost:8000{path}"' in page.html
    active = seat(ann, ben, cat)
    assert (
        f'readonly value="http://localhost:8000{at(active)}"' in who_waits(active, ann, ben, cat).get(at(active)).html
    )
