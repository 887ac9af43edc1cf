"""Processes that do not outlive the one that started them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any

_PR_SET_PDEATHSIG = 1  # prctl(2); Linux alone has it
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def end_with_parent(stop_signal: signal.Signals = signal.SIGTERM, *, parent: int | None = None) -> None:
    """Ask the kernel to send this process *stop_signal* when its parent ends, however it ends.

    "Parent" is the thread that started this process: start children from a thread that lives as long as they
    should. Where there is no such thing (macOS), children are ended by their parent only.

    The kernel does not tell of a parent that had ended before: where *parent* is given, its process number, this
    process then ends here and now, with exit status 1.
    """
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, stop_signal)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def start(
    command: Sequence[str | Path],
    *,
    log: Path | IO[bytes],
    stop_signal: signal.Signals = signal.SIGTERM,
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.Popen[bytes]:
    """Start *command* in a group of its own, away from the terminal's Ctrl-C, its output in *log*.

    *options* go to :class:`subprocess.Popen`. The child gets *stop_signal* when this process ends, even by SIGKILL.
    """
    options.setdefault("stdin", subprocess.DEVNULL)
    output = log.open("wb") if isinstance(log, Path) else log
    try:
        return subprocess.Popen(  # nosec B603 # noqa: S603 - our own commands
            [os.fspath(word) for word in command],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=env,
            start_new_session=True,
            preexec_fn=partial(end_with_parent, stop_signal, parent=os.getpid()),
            **options,
        )
    finally:
        if isinstance(log, Path):
            output.close()


def stop(*processes: subprocess.Popen[Any], stop_signal: signal.Signals = signal.SIGTERM, patience: float = 5) -> None:
    """Ask *processes* to end; after *patience* seconds each, end them and whatever they have started."""
    for process in processes:
        if process.poll() is None:
            process.send_signal(stop_signal)
    for process in processes:
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            kill(process)


def kill(process: subprocess.Popen[Any]) -> None:
    """End *process* and its whole group at once, with SIGKILL."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def free_port(host: str = "127.0.0.1") -> int:
    """Return a TCP port of *host* that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port
