"""Cards on pages and in mails: ``{% load cards %}``.

A card is its two characters, such as ``JS``, or anything whose ``str()`` is that. Court letters follow the choice of
the reader, or else the language of the page (K Q J, or R D V in French), unless ``index="fr"`` or ``index="en"`` says
otherwise.
"""

from __future__ import annotations

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.art.faces import COURT_LETTERS, face_of
from games.art.paths import HEIGHT, WIDTH
from games.words import card_name, card_text, rank_name, suit_letter, suit_name

register = template.Library()

# Translators: the key for a suit, beside the rank, when a card is chosen by the keyboard. Four different letters.
HIDDEN = mark_safe('aria-hidden="true"')  # nosec B308 # no word of anybody's is in it
SUIT_KEYS = {
    "S": pgettext_lazy("key for spades", "S"),
    "H": pgettext_lazy("key for hearts", "H"),
    "D": pgettext_lazy("key for diamonds", "D"),
    "C": pgettext_lazy("key for clubs", "C"),
}

register.filter("rank_name", rank_name)
register.filter("suit_name", suit_name)


@register.simple_tag(takes_context=True, name="card_face")
def _card_face(
    context: Context, card: object, *, full: bool = False, index: str = "", label: bool = True
) -> SafeString:
    return card_face(card, full=full, index=index or _choice(context), label=label)


def card_face(card: object, *, full: bool = False, index: str = "", label: bool = True) -> SafeString:
    """Draw *card*: compact, or with ``full=True`` the face for large sizes.

    With ``label=False`` screen readers pass the picture over: for use where the name stands beside it in words.
    """
    text = card_text(card)
    css, name = f"card-face suit-{text[1].lower()}", spoken(text) if label else ""
    return _picture(text, css, name, full=full, index=index)


@register.simple_tag
def card_back(*, label: bool = True) -> SafeString:
    """Draw the back of a card."""
    return _picture("back", "card-face card-back", str(_("a card face down")) if label else "")


@register.simple_tag
def suit_mark(suit: object, *, label: bool = True) -> SafeString:
    """Draw the mark of a suit, or of a card's suit, to stand in a line of text."""
    letter = suit_letter(suit)
    name = suit_name(letter) if label else ""
    return _picture(letter, f"suit-mark suit-{letter.lower()}", name, box=(100, 100))


@register.simple_tag(takes_context=True)
def card_text_face(context: Context, card: object) -> str:
    """Return what the corner of *card* says to this reader."""
    return face(card, _choice(context))


@register.simple_tag(takes_context=True)
def card_keys(context: Context, card: object) -> str:
    """Return the keys that stand for *card*: what its corner says, and the letter of its suit."""
    return face(card, _choice(context)) + str(SUIT_KEYS[card_text(card)[1]])


def _choice(context: Context) -> str:
    """Return the letters that the reader has chosen; "" for those of the language."""
    return getattr(context.get("user"), "card_letters", "")


@register.filter
def face(card: object, index: str = "") -> str:
    """Return what the corner of *card* says: ``10``, or ``V`` for a jack on a French page."""
    return face_of(card_text(card)[0], _index(index))


@register.filter
def spoken(card: object) -> str:
    """Return the name of *card* in the page's language: ``jack of spades``."""
    return card_name(card)


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
    spoken_as = format_html('role="img" aria-label="{}"', name) if name else HIDDEN
    return format_html(
        '<svg class="{}" viewBox="0 0 {} {}" width="{}" height="{}" {}><use href="{}#{}"/></svg>',
        css, *box, *box, spoken_as, file, symbol,
    )  # fmt: skip
