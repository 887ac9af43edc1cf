"""What the table's templates need beyond the cards themselves: ``{% load tables %}``."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.mail import absolute
from games.words import time_left_in_words

register = template.Library()


register.filter("absolute", absolute)


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
