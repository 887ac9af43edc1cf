"""The pulse of the tables: which game has a new version, told to whatever process follows them.

A word on it is a hint: it may be lost, come twice or come late. Who hears one looks at the table itself, and who hears
none looks from time to time.
"""

from __future__ import annotations

from accounts.hints import publish

CHANNEL = "polignac.tables"


def tell(slug: str, version: int) -> None:
    """Say, once the transaction in progress is committed, that the game *slug* has come to *version*."""
    publish(CHANNEL, f"{slug} {version}")


def read(word: bytes) -> tuple[str, int]:
    """Return the slug and the version that *word* tells of.

    :raises ValueError: if it is not one of ours.
    """
    slug, version = word.decode("ascii").split(" ")
    return slug, int(version)
