"""The browser of the browser tests: Chromium as the system packages it."""

from __future__ import annotations

import os
import shutil
import subprocess

PACKAGES = ("chromium", "fonts-dejavu-core")
# It is started as root too, for which it has no sandbox, and has no business on the network by itself.
OPTIONS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """Return the path of the browser; CHROMIUM in the environment names another than the system's."""
    if path := os.environ.get("CHROMIUM"):
        return path
    return shutil.which("chromium") or shutil.which("chromium-browser")


def install_if_absent() -> None:
    """Install the browser where this user may, and say what to do where not."""
    if find() is not None:
        return
    command = f"apt-get install --no-install-recommends {' '.join(PACKAGES)}"
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        print(f"The browser tests need Chromium and will fail without it. On Debian, as root: {command}", flush=True)
        return
    print("Installing Chromium for the browser tests (half a minute) ...", flush=True)
    _run("apt-get update")
    if not _run(f"{command} --yes"):
        print(f"Chromium could not be installed; the browser tests will fail. Try: {command}", flush=True)


def _run(command: str) -> bool:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command.split(), check=False, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    return done.returncode == 0
