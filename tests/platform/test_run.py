"""``make run``: it starts everything, says where, and leaves nothing behind."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from polignac_site import processes
from polignac_site.run import CannotRun, about_mail, listen, only_one_in

from .processes_of import command_lines, wait_until_gone

ROOT = Path(__file__).resolve().parent.parent.parent


class Site:
    """A site of its own: its data in *folder*, on a free port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = processes.free_port()
        self.output = folder.parent / "output"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        ours = {"VAR_DIR": str(self.folder), "PORT": str(self.port)}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "polignac_site.run"],
                cwd=ROOT,
                env=_clean_environment() | ours,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        return self.process

    def start_and_wait(self) -> subprocess.Popen[bytes]:
        process = self.start()
        deadline = time.monotonic() + 120
        while f"Polignac is on http://localhost:{self.port}" not in self.said:
            assert process.poll() is None, self.said
            assert time.monotonic() < deadline, self.said
            time.sleep(0.05)
        return process

    @property
    def said(self) -> str:
        return self.output.read_text()

    def status_of_front_page(self) -> int:
        with closing(http.client.HTTPConnection("localhost", self.port, timeout=10)) as connection:
            connection.request("GET", "/")
            return connection.getresponse().status

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        for pid in command_lines(self.folder):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _clean_environment() -> dict[str, str]:
    ours = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL", "DEBUG", "MAKELEVEL", "HOST")
    return {name: value for name, value in os.environ.items() if name not in ours}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path / "a folder with spaces")
    yield site
    site.kill()


@pytest.mark.parametrize("stop_signal", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_answers_and_ends_every_process_it_started(site: Site, stop_signal: signal.Signals):
    process = site.start_and_wait()
    assert site.status_of_front_page() < 500
    running = " ".join(command_lines(site.folder).values())
    assert [word for word in ("valkey-server", "uvicorn", "celery") if word not in running] == []
    process.send_signal(stop_signal)
    assert process.wait(timeout=60) == 0
    assert command_lines(site.folder) == {}
    assert "Traceback" not in site.said


def test_it_goes_on_with_the_same_database_when_started_again(site: Site):
    database = site.folder / "polignac.sqlite3"
    for expected in (0, 1):
        process = site.start_and_wait()
        with closing(sqlite3.connect(database, timeout=20)) as connection, connection:
            assert connection.execute("SELECT count(*) FROM django_session").fetchone() == (expected,)
            connection.execute("INSERT INTO django_session VALUES (?, '', '2100-01-01')", [f"session {expected}"])
        process.terminate()
        assert process.wait(timeout=60) == 0


def test_its_children_end_with_it_when_it_is_killed(site: Site):
    process = site.start_and_wait()
    process.kill()
    process.wait()
    wait_until_gone(site.folder)


@pytest.mark.parametrize("name", ["uvicorn", "celery", "valkey-server"])
def test_when_a_child_dies_it_says_so_and_stops(site: Site, name: str):
    process = site.start_and_wait()
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    (victim,) = (int(pid) for pid in children if name in Path(f"/proc/{pid}/cmdline").read_text())
    os.kill(victim, signal.SIGKILL)
    assert process.wait(timeout=60) == 1
    wait_until_gone(site.folder)
    assert "ended by itself (signal SIGKILL), so everything stops" in site.said
    assert "Traceback" not in site.said


def test_a_port_in_use_is_said_plainly(site: Site):
    with socket.create_server(("127.0.0.1", site.port)):
        assert site.start().wait(timeout=60) == 1
    assert f"Port {site.port} is not free" in site.said
    assert f"process {os.getpid()}, listens there" in site.said
    assert f"PORT={site.port + 1} make run" in site.said
    assert "Traceback" not in site.said


def test_a_second_site_on_the_same_data_is_refused_plainly(site: Site):
    with only_one_in(site.folder, "http://localhost:8000"):
        assert site.start().wait(timeout=60) == 1
    assert f"already runs from this folder: process {os.getpid()}, http://localhost:8000." in site.said
    assert "Traceback" not in site.said


def test_an_address_of_another_machine_is_refused_plainly():
    with pytest.raises(CannotRun, match=r"Cannot listen on 192\.0\.2\.1, port 9000: .*\. HOST and PORT say where to\."):
        listen("192.0.2.1", 9000)


def test_a_port_that_is_no_number_is_refused_plainly(site: Site, monkeypatch: pytest.MonkeyPatch):
    site.port = 70000
    assert site.start().wait(timeout=60) == 1
    assert site.said == "PORT is '70000', but it must be a number from 1 to 65535.\n"


def test_a_database_that_is_away_is_said_plainly(site: Site, monkeypatch: pytest.MonkeyPatch):
    away = f"postgres://nobody@127.0.0.1:{processes.free_port()}/polignac"
    monkeypatch.setattr(sys.modules[__name__], "_clean_environment", lambda: os.environ | {"DATABASE_URL": away})
    assert site.start().wait(timeout=60) == 1
    assert "'manage.py migrate' failed" in site.said
    assert "Connection refused" in site.said
    assert command_lines(site.folder) == {}


def test_where_no_server_sends_mail_it_is_said_where_it_lies(settings, tmp_path):
    here = "http://localhost:8000"
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = "django.core.mail.backends.filebased.EmailBackend", tmp_path
    settings.DEBUG = True
    assert f"can be read on {here}/mail" in about_mail(here)
    settings.DEBUG = False
    assert str(tmp_path) in about_mail(here)
    assert "EMAIL_URL" in about_mail(here)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert about_mail(here) == ""
