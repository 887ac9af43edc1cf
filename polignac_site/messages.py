"""Translations: ``python -m polignac_site.messages compile`` or ``extract``.

``compile`` turns each ``locale/*/LC_MESSAGES/*.po`` into the ``.mo`` that Django reads. It needs no gettext on the
machine, so the site speaks French wherever ``make setup`` ran. ``extract`` brings the ``.po`` up to date with the
code, which does need gettext.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent


def outdated(locale: Path) -> Iterator[Path]:
    """Yield each ``.po`` below *locale* that is newer than its ``.mo``."""
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            yield source


def compile_outdated(locale: Path = ROOT / "locale") -> list[Path]:
    """Compile what is outdated below *locale* and return it. Fuzzy entries are left out, as gettext does."""
    sources = list(outdated(locale))
    for source in sources:
        unfinished = source.with_suffix(f".{os.getpid()}")  # then renamed: a reader never meets half a file
        polib.pofile(str(source)).save_as_mofile(str(unfinished))
        unfinished.replace(source.with_suffix(".mo"))
    return sources


def extract() -> int:
    """Run Django's ``makemessages`` for every language but the one the code is in; return its exit status."""
    if shutil.which("xgettext") is None:
        print("xgettext is not here. On Debian or Ubuntu: apt-get install gettext", file=sys.stderr)
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "polignac_site.settings")
    command = [sys.executable, "manage.py", "makemessages", "--no-wrap", "--add-location=file"]
    command += [f"--locale={code}" for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    command += [f"--ignore={folder}" for folder in (".venv", "var", "staticfiles", "tests")]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # nosec B603 # words of ours


def main(words: list[str]) -> int:
    match words:
        case ["compile"]:
            for source in compile_outdated():
                print(f"Compiled {source.relative_to(ROOT)}")
            return 0
        case ["extract"]:
            return extract()
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
