"""A browser without JavaScript: it reads pages, follows redirects and sends the forms that pages show."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import User


@dataclass
class Form:
    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)  # name and value of each button that sends it


class _Reading(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self._is_style = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._is_style = tag == "style"
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "form":
            self._form = Form(values.get("method", "get").lower(), values.get("action", ""))
            self.forms.append(self._form)
        elif self._form is not None:
            self._read_control(self._form, tag, values)

    def _read_control(self, form: Form, tag: str, values: dict[str, str]) -> None:
        kind, name = values.get("type", ""), values.get("name", "")
        if tag == "button" and kind == "submit" and "hidden" not in values:
            form.buttons.append((name, values.get("value", "")))
        elif tag == "input" and name and (kind not in ("radio", "checkbox") or "checked" in values):
            form.fields[name] = values.get("value", "on" if kind == "checkbox" else "")
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in values or self._select not in form.fields):
            form.fields[self._select] = values.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._is_style = False
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if not self._is_style:
            self.words.append(data)


class Page:
    """What came back. `url` is where the redirects led."""

    def __init__(self, response: HttpResponse, url: str) -> None:
        self.response, self.url = response, url
        self.status = response.status_code
        self.html = response.content.decode(errors="replace")  # a picture has none
        reading = _Reading(self.html)
        self.forms, self.links = reading.forms, reading.links
        self.text = re.sub(r"\s+", " ", " ".join(reading.words))

    def header(self, name: str) -> str:
        return self.response.headers.get(name, "")

    def form(self, action: str) -> Form:
        """Return the only form that leads to an address that ends like this; to the page itself, where it is empty."""
        found = [form for form in self.forms if form.action.endswith(action) and bool(form.action) == bool(action)]
        assert len(found) == 1, (action, [form.action for form in self.forms], self.text)
        return found[0]

    def offers(self, action: str) -> bool:
        return any(form.action.endswith(action) for form in self.forms)

    @property
    def cards_offered(self) -> list[str]:
        """Return the cards its reader may play."""
        buttons = [button for form in self.forms for button in form.buttons]
        return [value for name, value in buttons if name == "card" and value]

    @property
    def ply(self) -> int:
        return int(self.form("/play").fields["ply"])


class Reader:
    """Somebody with a browser that insists on CSRF tokens, signed in as *user* or not at all."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.user = user
        if user is not None:
            self.client.force_login(user)

    def get(self, path: str, *, follow: bool = True, headers: dict[str, str] | None = None) -> Page:
        response: Any = self.client.get(path, headers=headers, follow=follow)
        return Page(response, response.redirect_chain[-1][0] if follow and response.redirect_chain else path)

    def post(
        self,
        path: str,
        data: dict[str, Any] | None = None,
        *,
        follow: bool = True,
        headers: dict[str, str] | None = None,
    ) -> Page:
        """Send a form with the token of this browser's cookie, as a page would."""
        if "csrf" not in self.client.cookies:
            self.client.get("/")
        token = self.client.cookies["csrf"].value
        response: Any = self.client.post(
            path, {"csrfmiddlewaretoken": token, **(data or {})}, headers=headers, follow=follow
        )
        return Page(response, response.redirect_chain[-1][0] if follow and response.redirect_chain else path)

    def submit(self, page: Page, action: str, *, follow: bool = True, **changes: str) -> Page:
        """Send the form of *page* that leads to *action*, filled in as shown but for *changes*."""
        form = page.form(action)
        path = form.action or page.url
        response: Any = self.client.post(path, form.fields | changes, follow=follow)
        return Page(response, response.redirect_chain[-1][0] if follow and response.redirect_chain else path)


def htmx(target: str) -> dict[str, str]:
    """Return the headers htmx sends when it will swap *target*."""
    return {"HX-Request": "true", "HX-Target": target}
