"""``python -m tests.lint`` (``make lint``): every check that needs no test. ``--fix`` mends style and templates."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
PYTHON = sys.executable

OURS = ("accounts", "games", "polignac_site", "tools", "manage.py")  # tests do what nobody should

# As on a real site: `check --deploy` must have nothing to say about it.
FOR_REAL = {
    "DEBUG": "false",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "SITE_URL": "https://polignac.example",
    "DATABASE_URL": "postgres://polignac@localhost/polignac",
}


def checks() -> dict[str, list[str]]:
    """Return each check's command by its name."""
    templates = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("**/templates/**/*.html"))]
    templates = [path for path in templates if not path.startswith((".venv", "var"))]
    return {
        "style": [PYTHON, "-m", "ruff", "check"],
        "format": [PYTHON, "-m", "ruff", "format", "--check"],
        "security": [PYTHON, "-m", "bandit", "--quiet", "--configfile=pyproject.toml", "--recursive", *OURS],
        "types": [PYTHON, "-m", "mypy", "."],
        "layers": [str(PROGRAMS / "lint-imports"), "--no-logo"],
        "templates": [str(PROGRAMS / "djade"), "--target-version=5.2", "--check", *templates],
        "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
        "deployment": [PYTHON, "manage.py", "check", "--deploy", "--fail-level=WARNING"],
    }


def fixes() -> dict[str, list[str]]:
    """Return the command of each check that can mend what it finds."""
    every = checks()
    return {
        "style": [*every["style"], "--fix"],
        "format": [word for word in every["format"] if word != "--check"],
        "templates": [word for word in every["templates"] if word != "--check"],
    }


def main(words: list[str]) -> int:
    commands = fixes() if words == ["--fix"] else checks()
    failed = [name for name, command in commands.items() if not passes(name, command)]
    print(f"Failed: {', '.join(failed)}." if failed else "Nothing to complain of.", flush=True)
    return 1 if failed else 0


def passes(name: str, command: list[str]) -> bool:
    """Run one check; show what it says if it fails."""
    started = time.monotonic()
    environment = os.environ | (FOR_REAL if name == "deployment" else {})
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    print(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'} ({time.monotonic() - started:.0f} s)", flush=True)
    if done.returncode != 0:
        print(done.stdout, flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
