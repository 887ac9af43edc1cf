"""The cookie in which a sentence waits for the next page: by https one that no other host can set or read."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    cookie_name = "__Host-messages" if settings.IS_HTTPS else "messages"


class SentenceStorage(FallbackStorage):
    """In the cookie, and in the session what has no room there."""

    storage_classes = (HostCookieStorage, SessionStorage)
