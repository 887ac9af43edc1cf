"""Finding the processes of a site by its folder, to see that none is left."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path


def command_lines(folder: Path) -> dict[int, str]:
    """Return the command line of each process that works in *folder* or has it in its environment."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # another user's, or gone
            environment = (process / "environ").read_text(errors="replace")
            if str(folder) in environment or (process / "cwd").readlink().is_relative_to(folder):
                found[int(process.name)] = (process / "cmdline").read_text(errors="replace").replace("\0", " ")
    return {pid: line for pid, line in found.items() if pid != os.getpid()}


def wait_until_gone(folder: Path, timeout: float = 60) -> None:
    """Return as soon as no process of *folder* is left.

    :raises AssertionError: naming those that are left after *timeout* seconds.
    """
    deadline = time.monotonic() + timeout
    while left := command_lines(folder):
        assert time.monotonic() < deadline, f"still there after {timeout} s: {left}"
        time.sleep(0.05)
