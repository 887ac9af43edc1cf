"""``python -m polignac_site.run`` (``make run``): the whole site on one machine, until Ctrl-C.

It starts a Valkey server (unless REDIS_URL names one), brings the database up to date, and starts uvicorn and a
Celery worker with beat. HOST and PORT say where. When one of them ends by itself, everything ends: exit status 1.
"""

from __future__ import annotations

import errno
import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from django.conf import settings

from . import broker, processes
from .listeners import who_listens

PATIENCE = 60.0  # seconds until the front page must answer


class CannotRun(Exception):
    """Something stands in the way; the message says what, and what to do."""


class Stopped(Exception):
    """Somebody asked the site to stop."""


class StopRequest:
    """Whether somebody has asked the site to stop: Ctrl-C, ``kill``, or the terminal closed."""

    def __init__(self) -> None:
        self.came = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.came = True


class Site:
    """The processes of the site, in the order they were started."""

    def __init__(self, listener: socket.socket, address: str, stop_request: StopRequest) -> None:
        self.listener = listener
        self.address = address
        self.stop_request = stop_request
        self.logs = settings.VAR_DIR / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)
        self.children: dict[str, subprocess.Popen[bytes]] = {}  # by what a person calls them
        self.environment = os.environ | {
            "SITE_URL": address,
            "VAR_DIR": str(settings.VAR_DIR),
            "PYTHONUNBUFFERED": "1",
        }

    def run(self) -> int:
        """Start everything and stay until asked to stop; return the exit status."""
        try:
            self._start()
            self._say_where()
            while True:
                self._wait()
        except Stopped:
            print("\nStopping ...", flush=True)
            return 0
        finally:
            self._end()

    def _start(self) -> None:
        self._start_broker()
        self._manage("migrate", "--no-input", "--verbosity=0")
        if not settings.DEBUG:
            self._manage("collectstatic", "--no-input", "--verbosity=0")
        self._start_child("web", "uvicorn", *self._uvicorn_options(), pass_fds=[self.listener.fileno()])
        self._start_child("worker", "celery", "-A", "polignac_site", "worker", "--beat", "--pool=threads",
                          "--concurrency=4", "--loglevel=WARNING", "--without-gossip", "--without-mingle")  # fmt: skip
        self._wait_for_page()

    def _start_broker(self) -> None:
        if url := os.environ.get("REDIS_URL"):
            if not broker.answers(url):
                raise CannotRun("REDIS_URL is set, but no server answers there. Start it, or unset REDIS_URL.")
            return
        server = broker.start(settings.VAR_DIR / "valkey", self.logs / "valkey.log")
        self.children["Valkey server"] = server.process
        self.environment["REDIS_URL"] = server.url

    def _uvicorn_options(self) -> list[str]:
        return [
            "polignac_site.asgi:application",
            f"--fd={self.listener.fileno()}",
            "--no-proxy-headers",  # settings.BEHIND_PROXY says whom to believe
            "--no-server-header",
            "--lifespan=off",
            "--timeout-graceful-shutdown=2",  # streams would go on for ever
        ]

    def _manage(self, *words: str) -> None:
        """Run a command of manage.py to its end.

        :raises CannotRun: if it fails.
        """
        log = self.logs / f"{words[0]}.log"
        command = [sys.executable, "manage.py", *words]
        process = processes.start(command, log=log, cwd=settings.BASE_DIR, env=self.environment)
        self.children[words[0]] = process
        while process.poll() is None:
            self._wait(ending=process)
        del self.children[words[0]]
        if process.returncode != 0:
            raise CannotRun(f"'manage.py {words[0]}' failed; all it said is in {_name(log)}:\n{_last_lines(log, 2)}")

    def _start_child(self, name: str, module: str, *words: str, pass_fds: list[int] | None = None) -> None:
        self.children[name] = processes.start(
            [sys.executable, "-m", module, *words],
            log=self.logs / f"{name}.log",
            cwd=settings.BASE_DIR,
            env=self.environment,
            pass_fds=pass_fds or [],
        )

    def _wait_for_page(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not (status := _status_of_page(self.listener)):
            if time.monotonic() > deadline:
                raise CannotRun(f"The page does not answer after {PATIENCE:.0f} seconds. See {_name(self.logs)}.")
            self._wait()
        if status >= 500:
            print(f"The front page answers with an error ({status}): see {_name(self.logs / 'web.log')}.")

    def _wait(self, ending: subprocess.Popen[bytes] | None = None) -> None:
        """Let a moment pass.

        :raises Stopped: if somebody asked for it meanwhile.
        :raises CannotRun: if a process other than *ending* has ended by itself.
        """
        time.sleep(0.1)
        if self.stop_request.came:
            raise Stopped
        for name, process in self.children.items():
            if process is not ending and process.poll() is not None:
                log = self.logs / f"{name.partition(' ')[0].lower()}.log"
                raise CannotRun(
                    f"The {name} process ended by itself ({_how(process.returncode)}), so everything stops. "
                    f"The end of {_name(log)}:\n{_last_lines(log)}"
                )

    def _say_where(self) -> None:
        print(
            f"\nPolignac is on {self.address} - Ctrl-C stops it, starting again goes on with the same games.\n"
            f"{about_mail(self.address)}What its processes say is in {_name(self.logs)}.\n",
            flush=True,
        )

    def _end(self) -> None:
        """End every process, those that use others first."""
        self.listener.close()
        valkey = self.children.pop("Valkey server", None)
        processes.stop(*self.children.values())
        if valkey:
            processes.stop(valkey)


def about_mail(address: str) -> str:
    """Say where mail goes that no server is named for; nothing where one is."""
    if not settings.EMAIL_BACKEND.endswith("filebased.EmailBackend"):
        return ""
    if settings.DEBUG:
        return f"Mail is not sent, but can be read on {address}/mail. "
    folder = _name(Path(settings.EMAIL_FILE_PATH))
    return f"Mail is not sent, it lies in {folder}: EMAIL_URL names a server that sends it. "


@contextmanager
def only_one_in(folder: Path, address: str) -> Iterator[None]:
    """Hold the folder of this site's data, which a second site must not use at the same time.

    :raises CannotRun: if another holds it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise CannotRun(
                f"Polignac already runs from this folder: {lock.read().strip()}. Stop that one first with Ctrl-C."
            ) from None
        lock.truncate(0)
        lock.write(f"process {os.getpid()}, {address}\n")
        lock.flush()
        yield


def listen(host: str, port: int) -> socket.socket:
    """Take *port*, so that nobody else gets it before uvicorn does.

    :raises CannotRun: if somebody else has it, or this user may not.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            who = who_listens(port) or "something listens there"
            raise CannotRun(
                f"Port {port} is not free ({who}). Stop it, or take another port: "
                f"PORT={port + 1 if port < 65535 else 8001} make run"
            ) from None
        why = str(error.strerror).partition(" (while")[0]
        raise CannotRun(f"Cannot listen on {host}, port {port}: {why}. HOST and PORT say where to.") from None


def main() -> int:
    stop_request = StopRequest()
    if "MAKELEVEL" in os.environ:
        processes.end_with_parent()  # make hands Ctrl-C on, but when it is killed it cannot
    try:
        host, port = os.environ.get("HOST") or "127.0.0.1", _port()
        address = settings.SITE_URL if "SITE_URL" in os.environ else f"http://localhost:{port}"
        print("Starting Polignac ...", flush=True)
        with only_one_in(settings.VAR_DIR, address):
            return Site(listen(host, port), address, stop_request).run()
    except (CannotRun, broker.BrokerError) as reason:
        print(reason, file=sys.stderr)
        return 1


def _port() -> int:
    word = os.environ.get("PORT") or "8000"
    if not word.isdecimal() or not 0 < int(word) < 65536:
        raise CannotRun(f"PORT is {word!r}, but it must be a number from 1 to 65535.")
    return int(word)


def _status_of_page(listener: socket.socket) -> int | None:
    """Return the HTTP status of the front page, None while nothing answers."""
    host, port = listener.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # nosec B104 # noqa: S104 - not bound to
    connection = http.client.HTTPConnection(here, port, timeout=1)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/", headers={"Host": "localhost"})
        return connection.getresponse().status
    return None


def _how(status: int) -> str:
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


def _last_lines(log: Path, count: int = 15) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:])


def _name(path: Path) -> str:
    """Return *path* as somebody in the project's folder would type it."""
    return os.path.relpath(path, settings.BASE_DIR) if path.is_relative_to(settings.BASE_DIR) else str(path)


if __name__ == "__main__":
    sys.exit(main())
