"""Posting to addresses that players have named: to public machines only, and never for long.

A name is looked up once, and what is connected to is what was looked at: a second answer cannot lead into our own
network. Redirects are not followed, little of an answer is read, and everything together takes some seconds at most.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

LONGEST_STEP = 4.0  # seconds: to connect, and between two pieces of an answer
LONGEST = 8.0  # seconds: all of it but looking the name up
MOST_READ = 2000  # bytes of an answer
MOST_ADDRESSES = 3  # of a name, tried one after the other
NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")
PRINTABLE = re.compile(r"[!-~]+")
LOWEST_PORT = 1024  # besides 443

# Taken for public, and yet none that anybody reaches: protocol assignments, of which Python knows some only; relays of
# 6to4; and what Azure calls its wire server, which is the host of the very machine.
NOT_PUBLIC_EITHER = tuple(map(IPv4Network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")))
# IPv6 in which an IPv4 address is wrapped: wherever that leads.
WRAPPED = tuple(
    map(IPv6Network, ("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"))
)


class BadAddress(ValueError):
    """An address that nothing is ever posted to."""


class NotReached(Exception):
    """Nobody has answered, for one of `REASONS`."""


# Why nobody has answered.
NO_SUCH_MACHINE, NOT_PUBLIC, TOO_SLOW, BAD_CERTIFICATE, NO_HTTPS, NO_HTTP, REFUSED = REASONS = (
    "no_such_machine", "not_public", "too_slow", "bad_certificate", "no_https", "no_http", "refused",
)  # fmt: skip


class Answer(NamedTuple):
    """What came back."""

    status: int
    text: str
    retry_after: int | None  # seconds, where that was asked for

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300


def checked(url: str) -> SplitResult:
    """Return the parts of an address that may be posted to.

    :raises BadAddress: if it is not https, has a name or a port that is none, a password, or odd characters.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadAddress(str(error)) from None
    if parts.scheme != "https" or not PRINTABLE.fullmatch(url) or "\\" in url:
        raise BadAddress("an address begins with https://")
    if not parts.hostname or not NAME.fullmatch(parts.hostname) or parts.username is not None or parts.fragment:
        raise BadAddress("an address has the name of a machine, and no password")
    if port is not None and port != http.client.HTTPS_PORT and port < LOWEST_PORT:
        raise BadAddress("this port is for something else")
    if not _is_public_if_a_number(parts.hostname):
        raise BadAddress("this is no public address")
    return parts


def _is_public_if_a_number(host: str) -> bool:
    try:
        return is_public(ip_address(host))
    except ValueError:
        return True  # a name, which is looked up when something is posted


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether *address* is of a machine anybody can reach, and of none of ours."""
    others = WRAPPED if address.version == 6 else NOT_PUBLIC_EITHER
    if any(address in network for network in others) or getattr(address, "is_site_local", False):
        return False
    is_special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_link_local
    return address.is_global and not is_special


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of *host*, as the system knows them.

    :raises OSError: if there are none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(address[4][0]) for address in found))


@cache
def _public_certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


class Poster:
    """Posts. What it looks names up with, which addresses it may connect to and whom it trusts are for tests to say."""

    def __init__(
        self,
        *,
        look_up: Callable[[str, int], list[str]] = look_up,
        may_connect: Callable[[IPv4Address | IPv6Address], bool] = is_public,
        context: Callable[[], ssl.SSLContext] = _public_certificates,
        longest: float = LONGEST,
    ) -> None:
        self._look_up = look_up
        self._may_connect = may_connect
        self._context = context
        self._longest = longest

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Post *body* and return what came back, whatever its status.

        :raises BadAddress: if *url* may not be posted to.
        :raises NotReached: if there is no answer.
        """
        parts = checked(url)
        host, port = parts.hostname or "", parts.port or http.client.HTTPS_PORT
        connection = _Connection(host, port, self._addresses(host, port), self._context())
        watch = Timer(self._longest, connection.cut)
        watch.daemon = True
        watch.start()
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, body, dict(headers))
            answer = connection.getresponse()
            text = answer.read(MOST_READ).decode(errors="replace")
            return Answer(answer.status, text, _seconds(answer.getheader("Retry-After")))
        except (OSError, http.client.HTTPException) as error:
            raise NotReached(TOO_SLOW if connection.was_cut else _reason(error)) from error
        finally:
            watch.cancel()
            connection.close()

    def _addresses(self, host: str, port: int) -> list[str]:
        """Look *host* up, once, and return where it may be reached.

        :raises NotReached: if it has no address, or none that is public.
        """
        try:
            found = self._look_up(host, port)
        except (OSError, UnicodeError) as error:
            raise NotReached(NO_SUCH_MACHINE) from error
        allowed = [address for address in found if self._may_connect(ip_address(address.partition("%")[0]))]
        if not allowed:
            raise NotReached(NOT_PUBLIC)
        return allowed[:MOST_ADDRESSES]


class _Connection(http.client.HTTPSConnection):
    """A connection to one of the addresses given, whose certificate must be for the name."""

    def __init__(self, host: str, port: int, addresses: list[str], context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=LONGEST_STEP, context=context)
        self._addresses = addresses
        self._trusts = context
        self._open: ssl.SSLSocket | None = None  # kept, since the answer takes `sock` over
        self.was_cut = False

    def connect(self) -> None:
        """Take the first address that answers."""
        for place, address in enumerate(self._addresses, 1):
            try:
                plain = socket.create_connection((address, self.port), LONGEST_STEP)
                break
            except OSError:
                if place == len(self._addresses) or self.was_cut:
                    raise
        self.sock = self._open = self._trusts.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock.do_handshake()

    def cut(self) -> None:
        """End it now, from another thread: whoever sends a byte every few seconds would keep us for ever."""
        self.was_cut = True
        if self._open is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._open, socket.SHUT_RDWR)  # not that of TLS, which would forget its state


def _seconds(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"[0-9]{1,6}", text) else None


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return BAD_CERTIFICATE
    if isinstance(error, ssl.SSLError):
        return NO_HTTPS
    if isinstance(error, TimeoutError):
        return TOO_SLOW
    return NO_HTTP if isinstance(error, http.client.HTTPException) else REFUSED
