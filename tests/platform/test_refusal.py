"""What is missing or makes no sense in the environment stops the start in one plain line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from polignac_site.refusal import PlainEnv, site_address

ROOT = Path(__file__).resolve().parent.parent.parent

MANAGE = ["manage.py", "check"]
GUNICORN = ["-m", "gunicorn", "polignac_site.wsgi", "--bind=127.0.0.1:0", "--no-control-socket", "--log-level=critical"]
CELERY = ["-m", "celery", "-A", "polignac_site", "worker", "--pool=threads"]
RUN = ["-m", "polignac_site.run"]


def _start(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize("command", [MANAGE, CELERY, GUNICORN, RUN], ids=["manage", "celery", "gunicorn", "run"])
def test_without_a_secret_nothing_starts_with_debug_off(command: list[str], tmp_path: Path):
    ended = _start(command, DEBUG="false", SECRET_KEY="", VAR_DIR=str(tmp_path))
    assert ended.returncode in (1, 3)  # 3 is gunicorn's
    assert "Traceback" not in ended.stderr
    line, *others = ended.stderr.splitlines()
    assert line.startswith("Polignac cannot start: SECRET_KEY is missing or weak")
    assert others in ([], ["Worker failed to boot."])


@pytest.mark.parametrize("secret", ["short", "a" * 60, "django-insecure-" + "abcdefghij" * 5])
def test_a_weak_secret_is_no_better_than_none(secret: str):
    ended = _start(MANAGE, DEBUG="false", SECRET_KEY=secret)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    assert "SECRET_KEY is missing or weak" in ended.stderr


@pytest.mark.parametrize(
    ("reader", "name", "value"),
    [
        ("bool", "DEBUG", "perhaps"),
        ("log_level", "LOG_LEVEL", "loud"),
        ("redis_url", "REDIS_URL", "localhost"),
        ("db_url", "DATABASE_URL", "mysql://localhost/polignac"),
        ("db_url", "DATABASE_URL", "postgres://localhost:port/polignac"),
        ("email_url", "EMAIL_URL", "pigeon://localhost"),
        ("email_url", "EMAIL_URL", "smtp://localhost:port"),
        ("private_key", "VAPID_PRIVATE_KEY", "secret"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_the_name_of_its_variable(reader: str, name: str, value: str):
    env = PlainEnv()
    env.ENVIRON = {name: value}
    defaults: dict[str, list[Any]] = {"bool": [True], "log_level": ["INFO"], "redis_url": ["redis://localhost"]}
    with pytest.raises(SystemExit, match=f"Polignac cannot start: {name} "):
        getattr(env, reader)(name, *defaults.get(reader, []))


@pytest.mark.parametrize(
    "url", ["polignac.example", "ftp://polignac.example", "https://", "http://a:port", "http://a:0"]
)
def test_an_address_that_is_none_is_refused(url: str):
    with pytest.raises(SystemExit, match="SITE_URL"):
        site_address(url)


def test_https_with_debug_on_is_refused():
    ended = _start(MANAGE, DEBUG="true", SITE_URL="https://polignac.example")
    assert ended.returncode == 1
    assert ended.stderr == (
        "Polignac cannot start: DEBUG is on, but SITE_URL is an https address: set DEBUG=false to run for real.\n"
    )


def test_an_empty_variable_counts_as_not_set(tmp_path: Path):
    names = ("DATABASE_URL", "EMAIL_URL", "REDIS_URL", "SITE_URL", "DEBUG", "SECRET_KEY")
    ended = _start(["manage.py", "diffsettings"], VAR_DIR=str(tmp_path), **dict.fromkeys(names, ""))
    assert ended.returncode == 0, ended.stderr
    assert "SITE_URL = 'http://localhost:8000'" in ended.stdout
