"""What a channel is: a way to a player, beside which all rules of what is told, and when, are the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from accounts.models import User
from games.models import Notice
from games.table import TableView

Told: TypeAlias = Sequence[tuple[Notice, TableView]]  # to one reader, each with the table as they see it


class ServerAway(Exception):
    """The server that all of a channel goes through cannot be reached, or does not let us in."""


class Channel(ABC):
    """Whom it reaches, and how a message is sent there."""

    name: str  # a `Notice.Channel`
    at_once: int = 1  # so many messages are sent together

    @abstractmethod
    def reaches(self, user: User) -> bool:
        """Whether there is an address of *user* to send to."""

    @abstractmethod
    def readers_among(self, users: Collection[int]) -> set[int]:
        """Return whom of *users*, by their keys, it may reach: one query."""

    @abstractmethod
    def pack(self, told: Told) -> Callable[[], Any]:
        """Make the message that tells all of *told* to one reader, and return what sends it, without the database."""

    def held_until(self, user: User) -> datetime | None:
        """Return until when nothing is tried with *user*, whose address has failed; None if it may be."""
        return None

    def has_succeeded(self, user: User, result: Any, now: datetime) -> None:  # noqa: B027 - most keep nothing
        """Keep that sending to *user* came to *result*."""

    def has_failed(self, user: User, error: Exception, now: datetime) -> datetime | None:
        """Keep that sending to *user* failed, and return when to try again; None: as each notice has it."""
        return None

    def is_for_good(self, error: Exception) -> bool:
        """Whether trying again is of no use."""
        return False

    def expects(self, error: Exception) -> bool:
        """Whether it is an error of others, of which no trace need be kept."""
        return isinstance(error, OSError)

    def in_words(self, error: Exception) -> str:
        """Say what has gone wrong, for the log and the row."""
        return f"{type(error).__name__}: {error}"
