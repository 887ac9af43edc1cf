"""The site as `make run` serves it, streams included: uvicorn, on the test database."""

from __future__ import annotations

import http.client
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from polignac_site import processes


@dataclass
class WebServer:
    """A process of its own. It can be stopped as a restart does, and started again on the same port."""

    port: int
    log: Path
    env: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "uvicorn", "polignac_site.asgi:application", f"--port={self.port}"]
        command += ["--no-proxy-headers", "--lifespan=off", "--timeout-graceful-shutdown=2"]
        with self.log.open("ab") as log:
            self.process = processes.start(command, log=log, cwd=settings.BASE_DIR, env=self.env)
        deadline = time.monotonic() + 60
        while not self.answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
                connection.request("GET", "/rules")
                return connection.getresponse().status == 200
        except OSError:
            return False

    def stop(self) -> None:
        if self.process is not None:
            processes.stop(self.process, patience=20)
