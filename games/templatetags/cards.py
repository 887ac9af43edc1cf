"""Cards on pages and in mails: ``{% load cards %}``.

A card is its two characters, such as ``JS``, or anything whose ``str()`` is that. Court letters follow the language of
the page (K Q J, or R D V in French) unless ``index="fr"`` or ``index="en"`` says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.art.faces import COURT_LETTERS, face_of
from games.art.paths import HEIGHT, WIDTH

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise  # known to the type stubs only

register = template.Library()

_RANKS: dict[str, _StrPromise] = {
    "7": pgettext_lazy("rank of a card", "seven"),
    "8": pgettext_lazy("rank of a card", "eight"),
    "9": pgettext_lazy("rank of a card", "nine"),
    "T": pgettext_lazy("rank of a card", "ten"),
    "J": pgettext_lazy("rank of a card", "jack"),
    "Q": pgettext_lazy("rank of a card", "queen"),
    "K": pgettext_lazy("rank of a card", "king"),
    "A": pgettext_lazy("rank of a card", "ace"),
}
_SUITS: dict[str, _StrPromise] = {
    "S": pgettext_lazy("suit of cards", "spades"),
    "H": pgettext_lazy("suit of cards", "hearts"),
    "D": pgettext_lazy("suit of cards", "diamonds"),
    "C": pgettext_lazy("suit of cards", "clubs"),
}
# Translators: the name of a card, such as "jack of spades".
_NAME = pgettext_lazy("a card", "%(rank)s of %(suit)s")


@register.simple_tag
def card_face(card: object, *, full: bool = False, index: str = "", label: bool = True) -> SafeString:
    """Draw *card*: compact, or with ``full=True`` the face for large sizes.

    With ``label=False`` screen readers pass the picture over: for use where the name stands beside it in words.
    """
    text = _text(card)
    return _picture(text, f"card-face suit-{text[1].lower()}", spoken(text) if label else "", full=full, index=index)


@register.simple_tag
def card_back(*, label: bool = True) -> SafeString:
    """Draw the back of a card."""
    return _picture("back", "card-face card-back", str(_("a card face down")) if label else "")


@register.simple_tag
def suit_mark(suit: object, *, label: bool = True) -> SafeString:
    """Draw the mark of a suit, or of a card's suit, to stand in a line of text."""
    letter = _suit(suit)
    name = str(_SUITS[letter]) if label else ""
    return _picture(letter, f"suit-mark suit-{letter.lower()}", name, box=(100, 100))


@register.filter
def face(card: object, index: str = "") -> str:
    """Return what the corner of *card* says: ``10``, or ``V`` for a jack on a French page."""
    return face_of(_text(card)[0], _index(index))


@register.filter
def spoken(card: object) -> str:
    """Return the name of *card* in the page's language: ``jack of spades``."""
    text = _text(card)
    return str(_NAME) % {"rank": _RANKS[text[0]], "suit": _SUITS[text[1]]}


@register.filter
def rank_name(card: object) -> str:
    """Return the name of the rank of *card*: ``jack``."""
    return str(_RANKS[_text(card)[0]])


@register.filter
def suit_name(suit: object) -> str:
    """Return the name of a suit, or of a card's suit: ``spades``."""
    return str(_SUITS[_suit(suit)])


def _text(card: object) -> str:
    text = str(card)
    if len(text) != 2 or text[0] not in _RANKS or text[1] not in _SUITS:
        raise ValueError(f"{text!r} is no card: a rank of 789TJQKA and a suit of SHDC are needed")
    return text


def _suit(value: object) -> str:
    text = str(value)
    return text if text in _SUITS else _text(text)[1]


def _index(index: str = "") -> str:
    """Return the index set asked for, else that of the active language."""
    language = index or (get_language() or "").partition("-")[0]
    return language if language in COURT_LETTERS else "en"


def _picture(
    symbol: str,
    css: str,
    name: str,
    *,
    full: bool = False,
    index: str = "",
    box: tuple[int, int] = (WIDTH, HEIGHT),
) -> SafeString:
    file = static(f"games/cards/{_index(index)}{'-full' if full else ''}.svg")
    spoken_as = format_html('role="img" aria-label="{}"', name) if name else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="{}" viewBox="0 0 {} {}" width="{}" height="{}" {}><use href="{}#{}"/></svg>',
        css, *box, *box, spoken_as, file, symbol,
    )  # fmt: skip
