"""The mailbox of development: the mails that lie in files because no mail server is set. It opens for nobody else."""

from __future__ import annotations

import email
import email.policy
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from csp.constants import NONE, SELF
from csp.decorators import csp, csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

MOST_FILES = 100  # the newest ones
BETWEEN = b"-" * 79 + b"\n"  # what Django's file backend writes after each mail

# A mail is styled inside its tags, runs nothing and loads nothing.
MAIL_POLICY = {"default-src": [NONE], "style-src": ["'unsafe-inline'"], "frame-ancestors": [SELF], "base-uri": [NONE]}


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail in a file, by the name of the file and its place in it, from 0."""

    file: str
    number: int
    written: datetime
    message: EmailMessage

    @property
    def subject(self) -> str:
        return self.message["Subject"] or ""

    @property
    def to(self) -> str:
        return self.message["To"] or ""

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def text(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: str) -> str:
        body = self.message.get_body((kind,))
        return "" if body is None else body.get_content()


def is_open() -> bool:
    """Whether mail goes into files on the machine of whoever develops the site."""
    return settings.DEBUG and settings.EMAIL_BACKEND == "django.core.mail.backends.filebased.EmailBackend"


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """List the mails, the newest first."""
    letters = [letter for file in _files()[:MOST_FILES] for letter in reversed(_read(file))]
    return render(request, "games/mailbox.html", {"letters": letters})


@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]
def letter(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Show a mail as text, and its HTML in a frame."""
    return render(request, "games/mailbox_letter.html", {"letter": _find(file, number)})


@require_safe
@xframe_options_sameorigin
@csp(MAIL_POLICY)  # type: ignore[arg-type]
def letter_html(request: HttpRequest, file: str, number: int) -> HttpResponse:
    """Show the HTML of a mail as a mail program would; its links lead out of the frame."""
    html = _find(file, number).html
    if not html:
        raise Http404("This mail is text only.")
    return HttpResponse(html.replace("<head>", '<head><base target="_top">', 1))


def _files() -> list[Path]:
    if not is_open():
        raise Http404("Mail is not written to files here.")
    return sorted(Path(settings.EMAIL_FILE_PATH).glob("*.log"), key=lambda file: file.stat().st_mtime, reverse=True)


def _read(file: Path) -> list[Letter]:
    written = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC)
    mails = [part for part in file.read_bytes().split(BETWEEN) if part.strip()]
    return [Letter(file.name, number, written, _parse(mail)) for number, mail in enumerate(mails)]


def _parse(mail: bytes) -> EmailMessage:
    message = email.message_from_bytes(mail, policy=email.policy.default)
    assert isinstance(message, EmailMessage)  # by the policy
    return message


def _find(name: str, number: int) -> Letter:
    """Return a mail of a file in the folder; a name that is none of its files' is never opened."""
    file = next((file for file in _files() if file.name == name), None)
    letters = _read(file) if file else []
    if number >= len(letters):
        raise Http404("There is no such mail.")
    return letters[number]
