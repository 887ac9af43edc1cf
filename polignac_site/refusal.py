"""Refusing to start: one plain line and exit status 1, no traceback."""

from __future__ import annotations

import logging
import os
import re
from typing import Any, NoReturn
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_TRUE, _FALSE = ("1", "on", "true", "yes"), ("0", "off", "false", "no")


def refuse(message: str) -> NoReturn:
    """End this process, saying why."""
    raise SystemExit(f"Polignac cannot start: {message}")


def site_address(url: str) -> SplitResult:
    """Return SITE_URL in its parts; refuse what is no address."""
    try:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return parts
    except ValueError:
        pass
    refuse(f"SITE_URL is {url!r}, but it must be an address such as https://polignac.example.")


class PlainEnv(environ.Env):
    """The environment. A variable whose value makes no sense refuses the start; an empty one counts as not set."""

    ENVIRON = {name: value for name, value in os.environ.items() if value}

    def bool(self, name: str, default: bool) -> bool:
        word = self.ENVIRON.get(name, str(default)).lower()
        if word not in _TRUE + _FALSE:
            refuse(f"{name} is {word!r}, but it must be true or false.")
        return word in _TRUE

    def log_level(self, name: str, default: str) -> str:
        word = self.ENVIRON.get(name, default).upper()
        if word not in logging.getLevelNamesMapping():
            refuse(f"{name} is {word!r}, but it must be one of DEBUG, INFO, WARNING, ERROR.")
        return word

    def private_key(self, name: str) -> str:
        """32 bytes in Base64 for addresses, as `VAPID_PRIVATE_KEY` is; empty where there are none."""
        text = self.ENVIRON.get(name, "").rstrip("=")
        if text and not re.fullmatch(r"[A-Za-z0-9_-]{43}", text):
            refuse(f"{name} must be 32 bytes in Base64 for addresses; docs/running.md says how one is made.")
        return text

    def redis_url(self, name: str, default: str) -> str:
        url = self.ENVIRON.get(name, default)
        if not url.startswith(("redis://", "rediss://")):
            refuse(f"{name} must be like redis://:password@host:6379/0.")
        return url

    def db_url(self, name: str) -> dict[str, Any]:
        try:
            config = dict(super().db_url(name))
        except (ValueError, ImproperlyConfigured):
            config = {}
        if config.get("ENGINE") not in ("django.db.backends.sqlite3", "django.db.backends.postgresql"):
            refuse(
                f"{name} must be like postgres://user:password@host:5432/polignac or sqlite:////srv/polignac.sqlite3."
            )
        return config

    def email_url(self, name: str) -> dict[str, Any]:
        try:
            return dict(super().email_url(name))
        except (ValueError, ImproperlyConfigured):
            refuse(f"{name} must be like smtp+tls://user:password@host:587 or smtp://localhost:25.")
