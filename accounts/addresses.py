"""The email address of an account: which one waits to be confirmed."""

from __future__ import annotations

from allauth.account.internal.flows.manage_email import sync_user_email_address
from allauth.account.models import EmailAddress
from django.utils.translation import gettext_lazy as _

from .models import User

# True of whoever asks: how many accounts name the address, and which of them was sent the last link, it does not tell.
NO_LINK_SENT = _(
    "No link was sent just now: an address gets one every three minutes at most. "
    "Look for the last one, among unwanted mail as well, or ask again in three minutes."
)


def unconfirmed_address(user: User) -> EmailAddress | None:
    """Return the address that *user* has yet to confirm: the only one, or the one that is to take its place."""
    sync_user_email_address(user)  # of an account that was not made by signing up
    return EmailAddress.objects.get_new(user)
