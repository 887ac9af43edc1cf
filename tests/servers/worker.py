"""Real Celery workers on the test database."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from polignac_site import processes


@dataclass(frozen=True)
class Worker:
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    def kill(self) -> None:
        """End it as a power cut would: SIGKILL, to it and to all it has started."""
        processes.kill(self.process)

    def stop(self) -> None:
        """Ask it to finish what it does, and to end."""
        processes.stop(self.process, patience=20)

    def wait_for_log(self, pattern: str, timeout: float = 30) -> None:
        """Return as soon as *pattern* is in its log.

        :raises AssertionError: if it ends first, or after *timeout* seconds.
        """
        deadline = time.monotonic() + timeout
        while not re.search(pattern, text := self.log.read_text(errors="replace")):
            ended = self.process.poll() is not None
            assert not ended, f"The worker ended before it logged {pattern!r}:\n{text}"
            assert time.monotonic() < deadline, f"The worker has not logged {pattern!r} in {timeout} s:\n{text}"
            time.sleep(0.05)


@dataclass
class Workers:
    """Starts workers for one test and ends them with it."""

    redis_url: str
    folder: Path
    started: list[Worker] = field(default_factory=list)

    def start(self, *, beat: bool = False, concurrency: int = 2, **env: str) -> Worker:
        """Start a worker, with beat if asked, and wait until it takes tasks. *env* adds to its environment."""
        log = self.folder / f"worker-{len(self.started)}.log"
        command = [sys.executable, "-m", "celery", "-A", "polignac_site", "worker", "--pool=threads"]
        command += [f"--concurrency={concurrency}", "--loglevel=INFO", *(["--beat"] if beat else [])]
        env = environment(self.redis_url, self.folder) | env
        worker = Worker(processes.start(command, log=log, cwd=settings.BASE_DIR, env=env), log)
        self.started.append(worker)
        worker.wait_for_log(r"celery@\S+ ready")
        return worker

    def end(self) -> None:
        for worker in self.started:
            worker.kill()


def environment(redis_url: str, folder: Path) -> dict[str, str]:
    """Return the environment of another process of the site under test, which keeps its files in *folder*."""
    return os.environ | {
        "DATABASE_URL": database_url(),
        "REDIS_URL": redis_url,
        "SITE_URL": settings.SITE_URL,
        "VAR_DIR": str(folder),
    }


def database_url() -> str:
    """Return the DATABASE_URL of the test database that this process uses."""
    name = quote(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    user, host, port = (connection.settings_dict[key] for key in ("USER", "HOST", "PORT"))
    return f"postgres://{user}@{host}:{port}/{name}"
