"""Days as a language writes them: ``{% load days %}``."""

from __future__ import annotations

import re
from datetime import date

from django import template
from django.utils import formats
from django.utils.translation import pgettext

register = template.Library()


@register.filter(expects_localtime=True)
def day(value: date, wanted: str) -> str:
    """Write *value* as the filter ``date`` does, but for the number of a month's first day: *1er* in French."""
    pattern = str(formats.get_format(wanted))
    if value.day == 1:
        # Translators: how the first day of a month is numbered, as in Django's date formats. In French: j\e\r
        first = pgettext("the first of a month in a date format", "j")
        pattern = re.sub(r"(?<!\\)j", lambda _: first, pattern)
    return formats.date_format(value, pattern)
