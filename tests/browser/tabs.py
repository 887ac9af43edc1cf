"""Browsers of their own for several people, which note whatever a page does that it must not do."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

from accounts.models import User
from tests.sights import session_of

PHONE = {"width": 360, "height": 740}
TABLET = {"width": 768, "height": 1024}
WIDE = {"width": 1280, "height": 900}
PATIENCE = 20_000  # milliseconds: a machine may be busy


class Tabs:
    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.complaints: list[str] = []
        self.expected_failures = {404}  # statuses of pages that a test asks for on purpose
        self._contexts: list[BrowserContext] = []

    def open(self, user: User | None = None, *, phone: bool = False, **options: Any) -> Page:
        """Open a browser as *user*, or as somebody not signed in; *options* are Playwright's."""
        if phone:
            options = {"viewport": PHONE, "is_mobile": True, "has_touch": True} | options
        context = self.browser.new_context(
            **(
                {
                    "base_url": self.site,
                    "viewport": WIDE,
                    "locale": "en-GB",
                    "reduced_motion": "reduce",
                    "service_workers": "block",  # or each test would wait for one to fetch the shell
                }
                | options
            )
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        if user is not None:
            context.add_cookies([{"name": "session", "value": session_of(user), "url": self.site}])
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.complaints.append(f"script: {error.error}"))
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        return context.new_page()

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _on_console(self, line: ConsoleMessage) -> None:
        # What the server refused is judged by its status, below; the service worker is blocked by `open`.
        expected = ("Failed to load resource", "Service Worker registration blocked by Playwright")
        if line.type in ("error", "warning") and not line.text.startswith(expected):
            self.complaints.append(f"console: {line.text}")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and f"{parts.scheme}://{parts.netloc}" != self.site:
            self.complaints.append(f"request to another host: {request.url}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected_failures:
            self.complaints.append(f"{response.status}: {response.request.method} {response.url}")


def overflow(page: Page) -> int:
    """Return by how many pixels the page can be scrolled sideways."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
