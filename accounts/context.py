"""What every page may want to know about its reader."""

from __future__ import annotations

from django.http import HttpRequest


def mail_unconfirmed(request: HttpRequest) -> dict[str, bool]:
    """Tell whether to ask the reader to confirm the email address. Costs no query."""
    user = getattr(request, "user", None)  # an error page may come before the session
    asks = bool(user and user.is_authenticated and user.email and not user.email_confirmed)
    return {"mail_unconfirmed": asks}
