"""Style sheets written into the page: ``{% load styles %}``.

Nothing is painted before the browser has every sheet of a page. As files they would come a round trip after the page,
which on a slow line is most of a second; in the page they cost some kilobytes. What the policy must allow for that,
`allowed_by` tells `games.pages.policy`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@dataclass(frozen=True, slots=True)
class Style:
    text: str
    source: str  # as style-src names it


@register.simple_tag(takes_context=True)
def styles(context: Context, *names: str) -> SafeString:
    """Write the sheets *names*, such as ``games/site.css``, one after another into the page.

    A page made for no request has no policy to name them in: it asks for them as files.
    """
    request = context.get("request")
    if request is None:
        return format_html_join("", '<link rel="stylesheet" href="{}">', ((static(name),) for name in names))
    style = _style(names) if settings.DEBUG else _kept_style(names)
    request.allowed_styles = (*allowed_by(request), style.source)
    return mark_safe(f"<style>{style.text}</style>")  # nosec B308 # noqa: S308 - files of our own


def allowed_by(request: HttpRequest) -> tuple[str, ...]:
    """Return what the page made for *request* has written into it, as the directive style-src names it."""
    return getattr(request, "allowed_styles", ())


def _style(names: tuple[str, ...]) -> Style:
    text = "".join(map(_shortened, names))
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Style(text, f"'sha256-{digest}'")


_kept_style = cache(_style)


def _shortened(name: str) -> str:
    """Return a sheet without its comments and indents, and with addresses that are good in any page."""
    found = finders.find(name)
    if found is None:
        raise LookupError(f"there is no style sheet {name}")
    text = re.sub(r"/\*.*?\*/", "", Path(found).read_text(), flags=re.DOTALL)
    text = re.sub(r"\s*\n\s*", "\n", text.strip())
    folder = PurePosixPath(name).parent
    return re.sub(r'url\("([^":]+)"\)', lambda match: f'url("{static(str(folder / match[1]))}")', text)
