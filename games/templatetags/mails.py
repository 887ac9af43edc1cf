"""What the mails about games need beyond the cards themselves: ``{% load mails %}``."""

from __future__ import annotations

from django import template

from .cards import face

register = template.Library()

_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@register.filter
def short(card: object) -> str:
    """Return *card* as two or three signs of text: ``10♠``, or ``V♠`` in French."""
    return face(card) + _SIGNS[str(card)[1]]


@register.filter
def is_red(card: object) -> bool:
    """Whether *card* is a heart or a diamond."""
    return str(card)[1] in "HD"
