"""Pages and mails read in French, with everything that French has a word for in ⟦brackets⟧.

What is left outside the brackets was never marked for translation, or has no French: Django's own words and those of
allauth count like ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from unittest import mock

from django.core.mail import EmailMultiAlternatives
from django.dispatch import receiver
from django.test import signals
from django.utils.translation import trans_real

from games.models.game import BOT_NAMES

from .sources import ROOT

SHOWN = ("Camille", "Basile", "Diane", "Anne", "Bruno", "Chloé", "David")  # on the front page, in the rules
OPEN, CLOSE = "⟦", "⟧"
SPOKEN = {"title", "aria-label", "alt", "placeholder", "label"}  # attributes that a reader sees or hears
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NOT_WORDS = re.compile(r"https?://\S+|\S+@\S+|&\w+;")  # addresses
WORD = re.compile(r"[^\W\d_]{2,}")


class _Marking:
    """The French translations of this process, in brackets."""

    def __init__(self, french: Any) -> None:
        self._french = french

    def __getattr__(self, name: str) -> Any:
        return getattr(self._french, name)

    def gettext(self, message: str) -> str:
        text = self._french.gettext(message)
        return f"{OPEN}{text}{CLOSE}" if message in self._french._catalog else text

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        try:
            return f"{OPEN}{self._french._catalog.plural(singular, number)}{CLOSE}"
        except KeyError:
            return singular if number == 1 else plural


class French:
    """What was read, and what of it was not French."""

    def __init__(self, *names: str) -> None:
        self.names = {*names, *BOT_NAMES, "Polignac", "Discord", "Slack"}
        self.left: dict[str, list[str]] = {}
        self.templates: set[str] = set()

    def page(self, what: str, html: str, *, language: str = "fr") -> None:
        """Read a page, or the HTML of a mail."""
        reading = _Reading(language)
        reading.feed(html)
        self._look(what, reading.texts)

    def mail(self, message: EmailMultiAlternatives) -> None:
        """Read a mail: its subject, its text, its HTML."""
        self._look(f"the subject {message.subject!r}", [str(message.subject)])
        self._look(f"the text of {message.subject!r}", [str(message.body)])
        for html, _type in message.alternatives:
            self.page(f"the HTML of {message.subject!r}", str(html))

    def templates_not_read(self, *folders: str) -> set[str]:
        """Return the templates below these folders that nothing was made of."""
        files = [path for folder in folders for path in (ROOT / "templates" / folder).rglob("*") if path.is_file()]
        names = {str(path.relative_to(ROOT / "templates")) for path in files if path.suffix in (".html", ".txt")}
        return names - self.templates

    def _look(self, what: str, texts: Iterable[str]) -> None:
        names = re.compile(rf"\b(?:{'|'.join(map(re.escape, self.names))})\b")
        left = " ".join(NOT_WORDS.sub(" ", unmarked(text)) for text in texts)
        if words := WORD.findall(names.sub(" ", left)):
            self.left[what] = words


@contextmanager
def reading(*names: str) -> Iterator[French]:
    """Mark what French has words for; *names* of people need none."""
    french = French(*names)

    @receiver(signals.template_rendered, weak=False)
    def note(template: Any, **_: Any) -> None:
        french.templates.add(str(template.name))

    translations: dict[str, Any] = vars(trans_real)["_translations"]
    try:
        with mock.patch.dict(translations, fr=_Marking(trans_real.translation("fr"))):
            yield french
    finally:
        signals.template_rendered.disconnect(note)


def unmarked(text: str) -> str:
    """Return what of *text* stands outside the brackets, which may be nested."""
    depth, left = 0, []
    for sign in text:
        depth += (sign == OPEN) - (sign == CLOSE)
        left.append(" " if depth or sign == CLOSE else sign)
    assert depth == 0, f"brackets do not close: {text}"
    return "".join(left)


class _Reading(HTMLParser):
    """What a reader sees or hears of a page that is in one language. Code, names and quotations say what they are."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._passed_over: list[bool] = [False]  # for each element around
        self._text: list[str] = []
        self._attributes: list[str] = []

    @property
    def texts(self) -> list[str]:
        return ["".join(self._text), *self._attributes]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        passed_over = self._passed_over[-1] or self._is_not_ours(tag, values)
        if not passed_over:
            self._attributes += [value for name, value in values.items() if _is_spoken(tag, name, values)]
        if tag not in VOID:
            self._passed_over.append(passed_over)
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._passed_over.pop()
            self._text.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._passed_over[-1]:
            self._text.append(data)

    def _is_not_ours(self, tag: str, values: dict[str, str]) -> bool:
        other_language = values.get("lang", self._language) != self._language
        places = tag == "select" and values.get("name") == "time_zone"  # as the time zone database names them
        return tag in ("script", "style", "code", "pre") or values.get("translate") == "no" or other_language or places


def _is_spoken(tag: str, name: str, values: dict[str, str]) -> bool:
    if tag == "meta":
        return name == "content" and values.get("name") == "description"
    if tag == "input" and name == "value":
        return values.get("type") in ("submit", "button", "reset")
    return name in SPOKEN or (name.startswith("data-") and " " in values[name].strip())
