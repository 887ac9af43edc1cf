from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from tests.builders import bots_choosing, first_move, make_guest, make_user


@pytest.fixture(autouse=True)
def quick_bots() -> Iterator[None]:
    """Bots play the first card they may: how well they play is another folder's matter."""
    with bots_choosing(first_move):
        yield


@pytest.fixture
def ann(db: None) -> User:
    return make_user("Ann")


@pytest.fixture
def ben(db: None) -> User:
    return make_user("Ben")


@pytest.fixture
def cat(db: None) -> User:
    return make_user("Cat")


@pytest.fixture
def dan(db: None) -> User:
    return make_user("Dan")


@pytest.fixture
def eve(db: None) -> User:
    """Somebody who sits at no table."""
    return make_user("Eve")


@pytest.fixture
def guest(db: None) -> User:
    return make_guest()
