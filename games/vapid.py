"""The key by which push services know this site (VAPID, RFC 8292): from the settings, or made at the first use."""

from __future__ import annotations

import base64
import logging
import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02

logger = logging.getLogger(__name__)
FILE = "vapid.key"


@cache
def key() -> Vapid02 | None:
    """Return the key; None where there is none and none can be kept: then there is no push.

    :raises ValueError: if the one in the settings is none.
    """
    if settings.VAPID_PRIVATE_KEY:
        return Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode())
    try:
        return Vapid02.from_raw(_kept(Path(settings.VAR_DIR) / FILE))
    except OSError as error:
        logger.warning("There is no push: VAPID_PRIVATE_KEY is not set, and none can be kept in VAR_DIR (%s).", error)
        return None


def public_key() -> str:
    """Return what a browser subscribes with; empty where there is no push."""
    found = key()
    if found is None:
        return ""
    point = found.public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return encoded(point).decode()


def make() -> bytes:
    """Return a new key, as the settings want it."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def encoded(raw: bytes) -> bytes:
    """Write bytes as push services do: Base64 for addresses, without its end."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=")


def decoded(text: str) -> bytes:
    """Read what `encoded` writes.

    :raises ValueError: if it is something else.
    """
    if not text.isascii() or len(text) > 200:
        raise ValueError("no Base64 for addresses")
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def _kept(path: Path) -> bytes:
    """Return the key in a file, which is made where there is none: of several at once by one."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name) as draft:  # of this process and this thread
            draft.write(make())
            draft.flush()
            with suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_bytes()
