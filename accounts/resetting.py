"""A forgotten password: whoever asks for the letter learns nothing by how long it takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

TAKES = 0.25  # seconds: longer than it takes to write a letter


@contextmanager
def in_the_same_time() -> Iterator[None]:
    """Have what is done within take `TAKES`, whether there is such an account or not."""
    answer_at = time.monotonic() + TAKES
    try:
        yield
    finally:
        time.sleep(max(0.0, answer_at - time.monotonic()))
