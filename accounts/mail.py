"""Mail as text and HTML, in its reader's language and time zone. It makes messages; it sends none."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation

AUTOMATIC = {"Auto-Submitted": "auto-generated"}  # so that no holiday notice answers it (RFC 3834)


def absolute(path: str) -> str:
    """Return the full address of *path* on this site, whatever host the request named."""
    return settings.SITE_URL + path


def render_message(
    template: str,
    context: Mapping[str, Any],
    *,
    to: str,
    language: str = "",
    zone: ZoneInfo | None = None,
    headers: Mapping[str, str] | None = None,
) -> EmailMultiAlternatives:
    """Render the mail *template* for one reader.

    *template* names three files, for instance ``mail/account/reset`` for ``templates/mail/account/reset.subject.txt``,
    ``….txt`` and ``….html``; the last extends ``mail/_layout.html``. They find *context* and ``site_url``.
    """
    context = {"site_url": settings.SITE_URL, **context}
    with translation.override(language or settings.LANGUAGE_CODE), timezone.override(zone or ZoneInfo("UTC")):
        subject = " ".join(render_to_string(f"{template}.subject.txt", context).split())
        text = re.sub(r"\n{3,}", "\n\n", render_to_string(f"{template}.txt", context).strip()) + "\n"
        html = _inliner().inline(render_to_string(f"{template}.html", context))
    message = EmailMultiAlternatives(subject, text, to=[to], headers={**AUTOMATIC, **(headers or {})})
    message.attach_alternative(html, "text/html")
    return message


@functools.cache
def _inliner() -> css_inline.CSSInliner:
    """Mail programs drop style sheets, so each rule goes to where it applies; `@media` rules stay for those that do."""
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
