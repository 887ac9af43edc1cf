"""Finding processes by what is in their environment, to see that none is left."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path


def command_lines(mark: str) -> dict[int, str]:
    """Return the command line of each process of this user whose environment has *mark* in it."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # another user's, or gone
            if mark in (process / "environ").read_text(errors="replace"):
                found[int(process.name)] = (process / "cmdline").read_text(errors="replace").replace("\0", " ")
    return found


def wait_until_gone(mark: str, timeout: float = 60) -> None:
    """Return as soon as no process has *mark* in its environment.

    :raises AssertionError: naming those that are left after *timeout* seconds.
    """
    deadline = time.monotonic() + timeout
    while left := command_lines(mark):
        assert time.monotonic() < deadline, f"still there after {timeout} s: {left}"
        time.sleep(0.05)
