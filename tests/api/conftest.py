from __future__ import annotations

import pytest

from .people import Caller, account, onlooker, visitor


@pytest.fixture
def anna(db: None) -> Caller:
    return account("Anna")


@pytest.fixture
def ben(db: None) -> Caller:
    return account("Ben")


@pytest.fixture
def cat(db: None) -> Caller:
    return account("Cat")


@pytest.fixture
def stranger(db: None) -> Caller:
    return account("Stranger")


@pytest.fixture
def guest(db: None) -> Caller:
    return visitor()


@pytest.fixture
def nobody() -> Caller:
    return onlooker()
