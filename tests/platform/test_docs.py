"""What docs/ says about the platform is so."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_environment_variable_that_is_read_is_explained():
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "polignac_site/settings.py").read_text()))
    read |= set(re.findall(r'environ\.get\("(\w+)"', (ROOT / "polignac_site/run.py").read_text()))
    read |= set(re.findall(r'environ\.get\("(\w+)"', (ROOT / "deploy/gunicorn.conf.py").read_text()))
    assert {"SECRET_KEY", "PORT", "WEB_BIND"} <= read
    explained = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs/running.md").read_text()))
    assert read - explained == set()


def test_every_requirement_is_pinned_and_explained():
    text = (ROOT / "docs/dependencies.md").read_text().lower()
    constraints = (ROOT / "constraints.txt").read_text().lower().replace("_", "-")
    for name in ("requirements.txt", "requirements-test.txt", "requirements-bench.txt", "requirements-audit.txt"):
        for line in (ROOT / name).read_text().splitlines():
            if line and not line.startswith(("#", "-r")):
                ((package, version),) = re.findall(r"^([\w-]+)(?:\[[\w,]+\])?==([\w.]+)$", line)
                assert package.lower() in text, f"{package} is not in docs/dependencies.md"
                assert f"{package.lower()}=={version}" in constraints, f"{package} is pinned otherwise: make lock"
