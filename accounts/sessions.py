"""Sessions in the database (the setting ``SESSION_ENGINE``), looked up by keys that can be one."""

from __future__ import annotations

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Take a cookie for no session where it holds what no key does: PostgreSQL refuses a NUL in a query."""
        return key is not None and len(key) >= 8 and key.isascii() and key.isalnum()
