"""The email address of an account: which one waits to be confirmed, and confirming it."""

from __future__ import annotations

from allauth.account.internal.flows.email_verification import mark_email_address_as_verified
from allauth.account.internal.flows.manage_email import sync_user_email_address
from allauth.account.models import EmailAddress, get_emailconfirmation_model
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import User

# True of whoever asks: how many accounts name the address, and which of them was sent the last link, it does not tell.
NO_LINK_SENT = _(
    "No link was sent just now: an address gets one every three minutes at most. "
    "Look for the last one, among unwanted mail as well, or ask again in three minutes."
)


class NoSuchLink(LookupError):
    """No link has this key, or it has been followed, or is too old."""


class AddressTaken(Exception):
    """Another account has confirmed this address."""


def unconfirmed_address(user: User) -> EmailAddress | None:
    """Return the address that *user* has yet to confirm: the only one, or the one that is to take its place."""
    sync_user_email_address(user)  # of an account that was not made by signing up
    return EmailAddress.objects.get_new(user)


def confirm(request: HttpRequest, key: str) -> None:
    """Confirm the address to which the link with this *key* was sent.

    :raises NoSuchLink: if there is none.
    :raises AddressTaken: if another account was first, perhaps at the same moment.
    """
    link = get_emailconfirmation_model().from_key(key)
    if link is None:
        raise NoSuchLink
    try:
        with transaction.atomic():
            confirmed = mark_email_address_as_verified(request, link.email_address)
    except IntegrityError as error:
        raise AddressTaken from error
    if confirmed is None:
        raise AddressTaken
