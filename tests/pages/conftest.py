from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.builders import bots_choosing, first_move, make_guest, make_user

from .reader import Reader


@pytest.fixture(autouse=True)
def quick_bots() -> Iterator[None]:
    """Bots play the first card they may: how well they play is another folder's matter."""
    with bots_choosing(first_move):
        yield


@pytest.fixture
def ann(db: None) -> Reader:
    return Reader(make_user("Ann"))


@pytest.fixture
def ben(db: None) -> Reader:
    return Reader(make_user("Ben"))


@pytest.fixture
def cat(db: None) -> Reader:
    return Reader(make_user("Cat"))


@pytest.fixture
def dan(db: None) -> Reader:
    return Reader(make_user("Dan"))


@pytest.fixture
def eve(db: None) -> Reader:
    """Somebody who sits at no table."""
    return Reader(make_user("Eve"))


@pytest.fixture
def guest(db: None) -> Reader:
    """Somebody who plays without an account."""
    return Reader(make_guest())


@pytest.fixture
def nobody(db: None) -> Reader:
    """Somebody who is not signed in."""
    return Reader()
