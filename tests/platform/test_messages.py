"""Translations are compiled without gettext on the machine."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

import pytest

from polignac_site import messages

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "trick"
msgstr "levée"

#, fuzzy
msgid "hand"
msgstr "main ?"

msgctxt "verb"
msgid "lead"
msgstr "entamer"

msgid "%(n)s point"
msgid_plural "%(n)s points"
msgstr[0] "%(n)s point"
msgstr[1] "%(n)s points de pénalité"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    source = tmp_path / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO)
    return source


def test_what_is_compiled_is_what_gettext_reads(source: Path, tmp_path: Path):
    assert messages.compile_outdated(tmp_path) == [source]
    with source.with_suffix(".mo").open("rb") as compiled:
        french = gettext.GNUTranslations(compiled)
    assert french.gettext("trick") == "levée"
    assert french.gettext("hand") == "hand"  # a fuzzy entry is a guess
    assert french.pgettext("verb", "lead") == "entamer"
    assert [french.ngettext("%(n)s point", "%(n)s points", n) for n in (0, 1, 2)] == [
        "%(n)s point",
        "%(n)s point",
        "%(n)s points de pénalité",
    ]


def test_only_what_has_changed_is_compiled_again(source: Path, tmp_path: Path):
    messages.compile_outdated(tmp_path)
    assert messages.compile_outdated(tmp_path) == []
    later = source.with_suffix(".mo").stat().st_mtime + 1
    os.utime(source, (later, later))
    assert messages.compile_outdated(tmp_path) == [source]
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]


def test_without_xgettext_the_extraction_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("PATH", "")
    assert messages.main(["extract"]) == 1
    assert capsys.readouterr().err == "xgettext is not here. On Debian or Ubuntu: apt-get install gettext\n"


def test_another_word_is_answered_with_how_it_is_used(capsys: pytest.CaptureFixture[str]):
    assert messages.main(["translate"]) == 2
    assert "compile" in capsys.readouterr().err
