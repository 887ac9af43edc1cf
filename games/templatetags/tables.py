"""What the table's templates need beyond the cards themselves: ``{% load tables %}``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.mail import absolute
from games.words import time_left_in_words

register = template.Library()

SUITS_IN_TURN = "SHCD"  # black and red, so that neighbours cannot be taken for each other


register.filter("absolute", absolute)


@register.filter
def in_order_of(suits: Sequence[Any], reader: object) -> Sequence[Any]:
    """Sort cards held (`HeldSuit` of the pages) as *reader* likes them; they come by suit, each from low to high."""
    order = getattr(reader, "card_order", "")
    if order.startswith("alternate"):
        suits = sorted(suits, key=lambda suit: SUITS_IN_TURN.index(suit.suit))
    if order.endswith("high"):
        suits = [replace(suit, cards=suit.cards[::-1]) for suit in suits]
    return suits


@register.filter
def time_left(deadline: datetime) -> str:
    """Return how much time is left until *deadline*, in words."""
    return time_left_in_words(deadline - timezone.now())


@register.simple_tag(takes_context=True, name="mini")
def _mini(context: Context, card: object) -> SafeString:
    return mini(card, context.get("user"))


def mini(card: object, reader: object = None) -> SafeString:
    """Return *card* as short as it is written in a sentence (rank and suit mark), with its spoken name."""
    # A tag rather than an include, so that a translated sentence can have it in its middle.
    shown = get_template("games/_mini.html").render({"card": card, "user": reader})
    return mark_safe(shown.strip())  # nosec B308 # noqa: S308 - rendered, so escaped


@register.simple_tag(takes_context=True)
def shown_move(context: Context, move: object) -> str:
    """Return a card as `mini` does, or a declaration in a word."""
    if str(move) == "general":
        return _("general")
    return _("pass") if str(move) == "pass" else mini(move, context.get("user"))
