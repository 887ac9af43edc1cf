from __future__ import annotations

import pytest

from accounts.models import ApiToken, User

from .caller import Caller


@pytest.fixture
def nobody() -> Caller:
    return Caller()


@pytest.fixture
def bens_app(ben: User) -> Caller:
    """A program with a token of Ben's."""
    token, secret = ApiToken.objects.issue(ben, "app")
    return Caller(secret, token)


@pytest.fixture
def visitors_app(db: None) -> Caller:
    """A program with the token of a visitor."""
    token, secret = ApiToken.objects.issue(User.objects.create_guest(), "app")
    return Caller(secret, token)
