"""``python -m tests.audit`` (``make audit``): whether a package that is pinned has a known vulnerability.

It asks a registry on the network, so it is no part of ``make lint``. A package of which the registry says nothing has
not been audited, and that is no good news: it is counted, and without any answer at all the command fails.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "constraints.txt"
COMMAND = (sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--format=json", f"--requirement={PINNED}")
VULNERABLE, NOT_AUDITED = 1, 2  # exit statuses
PATIENCE = 600  # seconds


def main() -> int:
    try:
        done = subprocess.run(COMMAND, capture_output=True, text=True, check=False, timeout=PATIENCE)
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, subprocess.TimeoutExpired):
        print("Nothing has been audited: the registry did not answer.")
        return NOT_AUDITED
    status, lines = judge(packages)
    print("\n".join(lines))
    return status


def judge(packages: list[dict[str, Any]]) -> tuple[int, list[str]]:
    """Return the exit status, and what to say of what pip-audit has found of *packages*."""
    audited = [package for package in packages if "skip_reason" not in package]
    faults = [(package, fault) for package in audited for fault in package["vulns"]]
    lines = [
        f"{package['name']} {package['version']}: {fault['id']}; mended in {', '.join(fault['fix_versions']) or 'none'}"
        for package, fault in faults
    ]
    lines.append(f"{len(audited)} of {len(packages)} packages audited, {len(faults)} known vulnerabilities.")
    if len(audited) < len(packages):
        lines.append(f"Of {len(packages) - len(audited)} the registry said nothing: these have NOT been audited.")
    if faults:
        return VULNERABLE, lines
    return (0 if audited else NOT_AUDITED), lines


if __name__ == "__main__":
    sys.exit(main())
