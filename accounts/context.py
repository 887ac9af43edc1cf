"""What every page may want to know about its reader."""

from __future__ import annotations

from django.http import HttpRequest


def mail_unconfirmed(request: HttpRequest) -> dict[str, bool]:
    """Tell whether to ask the reader to confirm the email address, or that mail to it comes back. Costs no query."""
    user = getattr(request, "user", None)  # an error page may come before the session
    if not (user and user.is_authenticated and user.email):
        return {"mail_unconfirmed": False, "mail_refused": False}
    return {"mail_unconfirmed": not user.email_confirmed, "mail_refused": user.mail_refused is not None}
