"""Making an account: one way in for the page and for the API."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from .models import ApiToken, User


class NameTaken(Exception):
    """Somebody else took the name in the meantime."""


class NoLongerGuest(Exception):
    """The visitor has signed up already, in another tab or by a second click."""


def register(
    *,
    name: str,
    email: str,
    password: str,
    time_zone: str,
    language: str,
    guest: User | None = None,
    token: ApiToken | None = None,
) -> User:
    """Make an account, or turn *guest* into one: the same row, so that the games stay.

    The arguments have passed `SignupForm`. Of the visitor's tokens only *token*, the one in use, lives on.

    :raises NameTaken: if the database has *name* by now, whatever the case.
    :raises NoLongerGuest: if *guest* is an account by now.
    """
    secret = make_password(password)  # slow, so before the transaction
    try:
        with transaction.atomic():
            user = _row_for(guest)
            user.username, user.email, user.password, user.is_guest = name, email, secret, False
            user.time_zone, user.language = time_zone, language
            user.save()
            EmailAddress.objects.create(user=user, email=email, primary=True)
            ApiToken.objects.revoke_all(user, but=token)
    except IntegrityError as error:
        if User.objects.filter(username__iexact=name).exists():
            raise NameTaken from error
        raise
    return user


def _row_for(guest: User | None) -> User:
    if guest is None:
        return User()
    row = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
    if row is None:
        raise NoLongerGuest
    return row
