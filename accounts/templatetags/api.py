"""For the page that describes the API."""

from __future__ import annotations

import re

from django import template
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def prose(text: str) -> SafeString:
    """Show the little Markdown that descriptions have: paragraphs, and `code` between backticks."""
    paragraphs = [part for part in str(text).split("\n\n") if part.strip()]
    return format_html_join("\n", "<p>{}</p>", ((_code(part),) for part in paragraphs))


def _code(text: str) -> SafeString:
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return mark_safe(marked)  # nosec B308 # noqa: S308 - escaped just here
