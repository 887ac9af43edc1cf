"""The table of who may do what: kept in docs/who-may-do-what.md, where people read it and the test does."""

from __future__ import annotations

from pathlib import Path

from .asking import Row
from .scenes import ROLES

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "who-may-do-what.md"
COLUMNS = ("address", "name", "method", "table", *ROLES)
BEGINNING = "| address |"

Key = tuple[str, str, str]  # name of the route, method, access


def read() -> dict[Key, Row]:
    """Read the table of the page."""
    rows: dict[Key, Row] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == len(COLUMNS):
            _, name, method, access, *words = cells
            rows[name, method, access] = dict(zip(ROLES, words, strict=True))
    return rows


def write(rows: dict[Key, Row], addresses: dict[str, str]) -> None:
    """Write the table anew; what stands before it on the page stays."""
    before = PAGE.read_text(encoding="utf-8").partition(BEGINNING)[0]
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + " --- |" * len(COLUMNS)]
    for (name, method, access), row in rows.items():
        cells = [f"`/{addresses[name]}`", f"`{name}`", method, access, *(row[role] for role in ROLES)]
        lines.append("| " + " | ".join(cells) + " |")
    PAGE.write_text(before + "\n".join(lines) + "\n", encoding="utf-8")
