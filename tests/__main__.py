"""``python -m tests``: run every test on SQLite and on PostgreSQL, and count them.

    python -m tests [--database=sqlite|postgres|both] [arguments of pytest]

Tests that use no database run on the first one only. The last line says how many passed and failed.
The deals of a test are drawn by its name, the same in every run; ``LOTS=word python -m tests`` draws others.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree

from .servers import chromium

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "var" / "tests"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests", description="Other arguments go to pytest.")
    parser.add_argument("--database", choices=["sqlite", "postgres", "both"], default="both")
    options, arguments = parser.parse_known_args()
    chromium.install_if_absent()
    databases = ["sqlite", "postgres"] if options.database == "both" else [options.database]
    statuses, counts = [], {"passed": 0, "failed": 0, "skipped": 0}
    for database in databases:
        is_first = database == databases[0]
        statuses.append(run_pytest(database, arguments if is_first else ["--database-only", *arguments]))
        for outcome, number in outcomes(REPORTS / f"{database}.xml").items():
            counts[outcome] += number
    if counts["skipped"]:
        print("Tests were skipped: here that counts as a failure, since a test nobody runs shows nothing.")
    failed = counts["failed"] + counts["skipped"]
    print(f"{counts['passed']} passed, {failed} failed", flush=True)
    return 1 if any(statuses) or failed or not counts["passed"] else 0


def run_pytest(database: str, arguments: list[str]) -> int:
    """Run pytest on *database* with its report in ``var/tests``; return 0 or its exit status."""
    print(f"== Tests on {'SQLite' if database == 'sqlite' else 'PostgreSQL'}", flush=True)
    report = REPORTS / f"{database}.xml"
    report.unlink(missing_ok=True)
    report.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", f"--junit-xml={report}", *parallel(arguments), *arguments]
    with ExitStack() as servers:
        environment = environment_of_tests()
        if database == "postgres":
            from .servers import postgres

            environment["DATABASE_URL"] = servers.enter_context(postgres.running())
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    no_tests = 5
    return 0 if status == no_tests and "--database-only" in arguments else status


def parallel(arguments: list[str]) -> list[str]:
    """Return pytest's options for two processes, unless *arguments* say how many."""
    return [] if any(word.startswith(("-n", "--numprocesses")) for word in arguments) else ["-n2"]


def environment_of_tests() -> dict[str, str]:
    """Return the environment without what would have the tests use somebody's real servers."""
    ours = {"DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL", "DEBUG", "VAR_DIR", "MAIL_FROM"}
    return {name: value for name, value in os.environ.items() if name not in ours}


def outcomes(report: Path) -> dict[str, int]:
    """Count the tests in a JUnit report; without one pytest itself has failed, which counts as one failure."""
    if not report.exists():
        return {"failed": 1}
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))
    tests, failures, errors, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    return {"passed": tests - failures - errors - skipped, "failed": failures + errors, "skipped": skipped}


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C: servers end and folders go
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
