"""The committed card files, and the template tags that show them."""

from __future__ import annotations

import gzip
import re
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import translation

from games.art.draw_cards import CARDS_DIR, FOUR_COLOURS, committed_files, single
from games.art.faces import CARDS, compact, full
from games.art.paths import clip
from games.templatetags.cards import card_face, face, rank_name, spoken, suit_name

SVG = "{http://www.w3.org/2000/svg}"
SPRITES = ["en.svg", "en-full.svg", "fr.svg", "fr-full.svg"]
DRAWING = {f"{SVG}{name}" for name in ("svg", "symbol", "g", "path", "rect")}


def symbols(sprite: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring((CARDS_DIR / sprite).read_text())
    return {symbol.attrib["id"]: symbol for symbol in root}


def turned_pips(card: str) -> tuple[int, int]:
    """Return how many pips stand upright and how many upside down; the two corner marks are left out."""
    root = ElementTree.fromstring(f"<g>{full(card, 'en')}</g>")
    corners = 2
    marks = [g for g in root.iter("g") if "scale(.18)" in _scale(g)]
    turned = [g for outer in root if "rotate" in outer.get("transform", "") for g in outer if "scale(.18)" in _scale(g)]
    assert len(root.findall(".//path[@transform]")) == corners
    return len(marks) - len(turned), len(turned)


def _scale(element: ElementTree.Element) -> str:
    return element.get("transform", "").replace("scale(0.", "scale(.")


def test_the_committed_files_are_what_the_code_draws():
    drawn = committed_files()
    present = {str(path.relative_to(CARDS_DIR)) for path in CARDS_DIR.rglob("*") if path.is_file()}
    assert present == set(drawn)
    stale = [name for name, text in drawn.items() if (CARDS_DIR / name).read_text() != text]
    assert stale == [], "run python -m games.art.draw_cards"


@pytest.mark.parametrize("sprite", SPRITES)
def test_a_sprite_has_every_card_the_back_and_the_four_marks(sprite):
    assert len(CARDS) == 32
    assert set(symbols(sprite)) == {*CARDS, "back", *"SHDC"}


@pytest.mark.parametrize("sprite", SPRITES)
def test_cards_share_one_size_and_marks_another(sprite):
    boxes = {name: symbol.attrib["viewBox"] for name, symbol in symbols(sprite).items()}
    assert {boxes[card] for card in [*CARDS, "back"]} == {"0 0 100 145"}
    assert {boxes[suit] for suit in "SHDC"} == {"0 0 100 100"}


@pytest.mark.parametrize("name", sorted(committed_files()))
def test_a_file_is_only_shapes_without_fonts_scripts_styles_or_links(name):
    root = ElementTree.fromstring((CARDS_DIR / name).read_text())
    assert {element.tag for element in root.iter()} <= DRAWING
    attributes = {key for element in root.iter() for key in element.attrib}
    assert not [key for key in attributes if key == "style" or "href" in key or key.startswith("on")]
    assert not [key for element in root.iter() for key, value in element.attrib.items() if "url(" in value]


def test_single_cards_spell_out_every_colour():
    for name, text in committed_files().items():
        if "/" in name:
            assert "var(" not in text, name
            assert "currentColor" not in text, name


def test_every_number_of_a_drawing_is_a_number():
    for name, text in committed_files().items():
        assert not re.search(r"nan|inf|None|\de[+-]\d", text), name


def test_no_two_faces_of_a_set_are_alike():
    for draw in (compact, full):
        assert len({draw(card, "en") for card in CARDS}) == 32


def test_only_the_courts_differ_between_the_two_index_sets():
    differing = {card for card in CARDS if full(card, "en") != full(card, "fr")}
    assert differing == {rank + suit for rank in "JQK" for suit in "SHDC"}
    assert differing == {card for card in CARDS if compact(card, "en") != compact(card, "fr")}


@pytest.mark.parametrize(("rank", "upright", "turned"), [("7", 5, 2), ("8", 5, 3), ("9", 5, 4), ("T", 5, 5)])
def test_a_number_card_shows_as_many_pips_as_it_counts(rank, upright, turned):
    for suit in "SHDC":
        assert turned_pips(rank + suit) == (upright, turned)


def test_the_polignac_alone_has_a_crimson_frame():
    framed = [card for card in CARDS if 'fill="none" stroke="#ad1f2d" stroke-width=".8"' in full(card, "en")]
    assert framed == ["JS"]


def test_four_colours_paint_diamonds_blue_and_clubs_green():
    assert "#1d4f91" in single("7D", colours=FOUR_COLOURS)
    assert "#1f6b3a" in single("7C", colours=FOUR_COLOURS)
    assert "#ad1f2d" not in single("7D", colours=FOUR_COLOURS)


def test_a_page_full_of_cards_stays_light():
    small, large = (len(gzip.compress((CARDS_DIR / name).read_bytes())) for name in ("fr.svg", "fr-full.svg"))
    assert small < 8_000
    assert large < 40_000


def test_clipping_keeps_the_part_inside_the_window():
    window = [(0, 0), (10, 0), (10, 10), (0, 10)]
    assert sorted(clip([(5, 5), (15, 5), (15, 8), (5, 8)], window)) == [(5, 5), (5, 8), (10, 5), (10, 8)]
    assert clip([(20, 20), (30, 20), (30, 30)], window) == []


def test_a_card_is_drawn_from_the_sprite_of_the_active_language():
    with translation.override("fr"):
        assert '/cards/fr.svg#JS"' in card_face("JS")
        assert '/cards/en.svg#JS"' in card_face("JS", index="en")
    with translation.override("en-gb"):
        assert '/cards/en-full.svg#JS"' in card_face("JS", full=True)
    with translation.override("de"):
        assert '/cards/en.svg#JS"' in card_face("JS")


def test_a_drawn_card_says_its_name_unless_the_page_already_does():
    assert 'role="img" aria-label="jack of spades"' in card_face("JS")
    silent = card_face("JS", label=False)
    assert 'aria-hidden="true"' in silent
    assert "jack" not in silent


def test_the_tags_work_in_a_template():
    page = "{% load cards %}{% card_face 'TD' %}{% card_back %}{% suit_mark 'TD' %}{{ 'TD'|face }} {{ 'TD'|spoken }}"
    text = Template(page).render(Context())
    assert text.count("<svg ") == 3
    assert "#TD" in text
    assert "#back" in text
    assert '#D"' in text
    assert text.endswith("10 ten of diamonds")


def test_tags_render_well_formed_markup_without_inline_style():
    for card in CARDS:
        element = ElementTree.fromstring(card_face(card))
        assert "style" not in element.attrib


def test_corner_letters_follow_the_language_or_the_argument():
    assert [face(card) for card in ("TS", "JS", "QS", "KS", "AS", "7S")] == ["10", "J", "Q", "K", "A", "7"]
    with translation.override("fr"):
        assert [face(card) for card in ("TS", "JS", "QS", "KS", "AS", "7S")] == ["10", "V", "D", "R", "A", "7"]
        assert face("JS", "en") == "J"


def test_names_are_spoken_in_words():
    assert spoken("JS") == "jack of spades"
    assert len({spoken(card) for card in CARDS}) == 32
    assert (rank_name("TD"), suit_name("TD"), suit_name("D")) == ("ten", "diamonds", "diamonds")


def test_any_object_that_reads_as_a_card_will_do():
    class Card:
        def __str__(self) -> str:
            return "QH"

    assert spoken(Card()) == "queen of hearts"
    assert face(Card()) == "Q"


@pytest.mark.parametrize("text", ["", "S", "1S", "10S", "JX", "js", "<b>", "None"])
def test_what_is_no_card_is_refused_in_words(text):
    for refuse in (spoken, face, card_face, rank_name):
        with pytest.raises(ValueError, match="is no card"):
            refuse(text)
