from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User

from .people import make_user, sign_in


@pytest.fixture
def ben(db: None) -> User:
    return make_user("Ben")


@pytest.fixture
def bens(ben: User) -> Client:
    """Ben's browser, signed in."""
    client = Client()
    sign_in(client, ben)
    return client
