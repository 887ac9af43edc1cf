"""A mail server that keeps what it gets, and can be told to misbehave."""

from __future__ import annotations

import asyncio
import email
import email.policy
import logging
import time
from dataclasses import dataclass
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from polignac_site.processes import free_port

logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd's, one line a command


@dataclass(frozen=True)
class Delivery:
    """One message as it came over the wire."""

    sender: str
    recipients: list[str]
    message: EmailMessage


class MailServer:
    """A real SMTP server on a free port of this machine.

    ``deliveries`` is what it has taken, oldest first. It takes everything at once until told otherwise:
    :meth:`refuse`, :meth:`delay`, :meth:`go_down`; :meth:`behave` ends all three.
    """

    def __init__(self) -> None:
        self.deliveries: list[Delivery] = []
        self.port = free_port()
        self._refusal = ""
        self._refused: str | None = None
        self._seconds = 0.0
        self._controller: Controller | None = None
        self.behave()

    @property
    def url(self) -> str:
        """The EMAIL_URL of this server."""
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def messages(self) -> list[EmailMessage]:
        return [delivery.message for delivery in self.deliveries]

    def refuse(self, answer: str = "451 4.3.0 Come back later", *, to: str | None = None) -> None:
        """Answer each message, or those to one address, with *answer*: 4xx for now, 5xx for good."""
        self._refusal, self._refused = answer, to

    def delay(self, seconds: float) -> None:
        """Take *seconds* over each message."""
        self._seconds = seconds

    def go_down(self) -> None:
        """Refuse connections until :meth:`behave`."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def behave(self) -> None:
        """Take everything at once again."""
        self._refusal, self._refused, self._seconds = "", None, 0.0
        if self._controller is None:
            self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
            self._controller.start()

    def wait_for(self, count: int, timeout: float = 30) -> list[EmailMessage]:
        """Return the messages as soon as there are *count* or more.

        :raises TimeoutError: if there are still fewer after *timeout* seconds.
        """
        deadline = time.monotonic() + timeout
        while len(self.deliveries) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(self.deliveries)} of {count} messages came within {timeout} s")
            time.sleep(0.02)
        return self.messages

    # aiosmtpd calls these by name.

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self._refusal and self._refused in (None, address):
            return self._refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        await asyncio.sleep(self._seconds)
        message = email.message_from_bytes(envelope.original_content or b"", policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.deliveries.append(Delivery(envelope.mail_from or "", list(envelope.rcpt_tos), message))
        return "250 OK"
