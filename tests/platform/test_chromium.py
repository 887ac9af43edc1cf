"""The browser of the browser tests is installed where that may be done, and named where it may not."""

from __future__ import annotations

import pytest

from tests.servers import chromium

COMMAND = "apt-get install --no-install-recommends chromium fonts-dejavu-core"


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have no browser here, be root, and only note what would be run."""
    asked: list[str] = []
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")

    def note(command: str) -> bool:
        asked.append(command)
        return True

    monkeypatch.setattr(chromium, "_run", note)
    return asked


def test_a_browser_that_is_there_is_left_alone(commands: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chromium, "find", lambda: "/usr/bin/chromium")
    chromium.install_if_absent()
    assert commands == []


def test_root_installs_it_from_the_packages_of_the_system(commands: list[str]):
    chromium.install_if_absent()
    assert commands == ["apt-get update", f"{COMMAND} --yes"]


def test_somebody_else_is_told_what_to_type(
    commands: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    chromium.install_if_absent()
    assert commands == []
    assert COMMAND in capsys.readouterr().out


def test_an_installation_that_fails_is_said(
    commands: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(chromium, "_run", lambda command: False)
    chromium.install_if_absent()
    assert f"could not be installed; the browser tests will fail. Try: {COMMAND}" in capsys.readouterr().out


def test_another_browser_can_be_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CHROMIUM", "/opt/chromium")
    assert chromium.find() == "/opt/chromium"
