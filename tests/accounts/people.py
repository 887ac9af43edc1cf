"""The people of these tests, and what one does with them."""

from __future__ import annotations

import re

from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Letter, User

PASSWORD = "four jacks in one hand"


def make_user(name: str = "Ben", *, confirmed: bool = True, **fields: object) -> User:
    """Make an account that signs in with `PASSWORD`; its address is ``<name>@example.org``."""
    email = f"{name.lower()}@example.org"
    user = User.objects.create_user(name, email, PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=confirmed)
    user.refresh_from_db()
    return user


def sign_in(client: Client, user: User) -> None:
    """Sign in as a person would, so that allauth knows how."""
    answer = client.post("/account/login/", {"login": user.username, "password": PASSWORD})
    assert answer.status_code == 302, answer.content.decode()


def show_it_is_me(client: Client) -> None:
    """Give the password once more, as pages ask before what could lock one out."""
    answer = client.post("/account/reauthenticate/", {"password": PASSWORD, "next": "/account/settings/"})
    assert answer.status_code == 302, answer.content.decode()


def signup(**changes: str) -> dict[str, str]:
    """What one fills in to sign up."""
    return {"username": "Ana", "email": "ana@example.org", "password1": PASSWORD, **changes}


def last_letter(to: str) -> Letter:
    return Letter.objects.filter(to=to).latest("pk")


def link_in(letter: Letter) -> str:
    """Return the path of the link in *letter*, which must lead to this site."""
    addresses = re.findall(r"https?://\S+", letter.text)
    assert addresses[0].startswith("http://localhost:8000/"), addresses
    return addresses[0].removeprefix("http://localhost:8000")
