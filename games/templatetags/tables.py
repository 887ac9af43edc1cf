"""What the table's templates need beyond the cards themselves: ``{% load tables %}``."""

from __future__ import annotations

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def mini(card: object) -> SafeString:
    """Return *card* as short as it is written in a sentence (rank and suit mark), with its spoken name."""
    # A tag rather than an include, so that a translated sentence can have it in its middle.
    return mark_safe(get_template("games/_mini.html").render({"card": card}).strip())  # noqa: S308
