"""Who listens on a port, as far as Linux tells this user."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_LISTENING = "0A"  # the state of a socket in /proc/net/tcp


def who_listens(port: int) -> str:
    """Return a phrase such as "python3, process 1234, listens there"; empty if that cannot be told."""
    inodes = set(_inodes(port))
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # another user's, or gone
            if any(str(link.readlink()) in inodes for link in (process / "fd").iterdir()):
                return f"{(process / 'comm').read_text().strip()}, process {process.name}, listens there"
    return ""


def _inodes(port: int) -> Iterator[str]:
    """Yield what the open files of a process that listens on *port* link to."""
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with suppress(OSError):
            for line in Path(table).read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == _LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                    yield f"socket:[{fields[9]}]"
