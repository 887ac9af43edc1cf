"""The channel of mail: through the mail server, one message after the other."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection

from accounts.models import User
from games.models import Notice

from .channel import Channel, ServerAway, Told
from .mail import message_for, message_for_several


class MailChannel(Channel):
    name = Notice.Channel.MAIL

    def reaches(self, user: User) -> bool:
        return bool(user.confirmed_email)

    def readers_among(self, users: Collection[int]) -> set[int]:
        return set(users)  # its rows are written with the deed

    def pack(self, told: Told) -> Callable[[], Any]:
        return partial(_send, message_for(*told[0]) if len(told) == 1 else message_for_several(told))

    def is_for_good(self, error: Exception) -> bool:
        """Whether the server will never take mail for this address (5xx), not only not now (4xx)."""
        if not isinstance(error, smtplib.SMTPRecipientsRefused):
            return False
        return all(code >= 500 for code, _reason in error.recipients.values())

    def expects(self, error: Exception) -> bool:
        return isinstance(error, (ServerAway, OSError, smtplib.SMTPException))

    def in_words(self, error: Exception) -> str:
        return str(error) if isinstance(error, ServerAway) else super().in_words(error)


def _send(message: EmailMultiAlternatives) -> None:
    """Hand *message* to the mail server; on return it has taken it.

    :raises ServerAway: if it cannot be reached.
    :raises smtplib.SMTPException, OSError: if it does not take the message.
    """
    connection = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        raise ServerAway(f"{type(error).__name__}: {error}") from error
    try:
        message.connection = connection
        message.send()
    finally:
        with suppress(OSError, smtplib.SMTPException):  # it has taken the message, or has not
            connection.close()


MAIL = MailChannel()
