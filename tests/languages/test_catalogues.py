"""The words of each language: complete, up to date, and alike in what is filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest
from django.conf import settings

from .sources import ROOT, Message, in_python, in_template, messages

CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|%[a-z]")
TAG = re.compile(r"</?[a-z][^>]*>")


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parts[-3])
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(request.param))


def known_by(entry: polib.POEntry) -> Message:
    return Message(entry.msgctxt or "", entry.msgid, entry.msgid_plural or "")


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def pairs(catalogue: polib.POFile) -> Iterator[tuple[str, str]]:
    """Yield each English text with each of its translations; every plural form with the English plural."""
    for entry in catalogue:
        for text in texts(entry):
            yield entry.msgid_plural or entry.msgid, text


def test_every_language_offered_has_its_words():
    languages = {code for code, _name in settings.LANGUAGES} - {settings.LANGUAGE_CODE}
    assert {path.parts[-3] for path in CATALOGUES} == languages


def test_the_strings_are_those_of_the_sources(catalogue):
    marked, translated = messages(), {known_by(entry) for entry in catalogue if not entry.obsolete}
    advice = "'make messages' brings them up to date; then translate what is new"
    assert marked - translated == set(), f"not in the catalogue: {advice}"
    assert translated - marked == set(), f"in the catalogue only: {advice}"


def test_every_string_is_translated_and_none_is_a_guess(catalogue):
    assert [entry.msgid for entry in catalogue if not all(text.strip() for text in texts(entry))] == []
    assert [entry.msgid for entry in catalogue if entry.fuzzy or entry.obsolete] == []


def test_a_plural_has_every_form(catalogue):
    forms = int(re.findall(r"nplurals=(\d+)", catalogue.metadata["Plural-Forms"])[0])
    plurals = [entry for entry in catalogue if entry.msgid_plural]
    assert plurals
    assert [entry.msgid for entry in plurals if set(entry.msgstr_plural) != set(range(forms))] == []


def test_what_is_filled_in_is_the_same(catalogue):
    different = [
        (english, text)
        for english, text in pairs(catalogue)
        if sorted(PLACEHOLDER.findall(english)) != sorted(PLACEHOLDER.findall(text))
    ]
    assert different == []


def test_tags_and_the_space_around_are_the_same(catalogue):
    different = [
        (english, text)
        for english, text in pairs(catalogue)
        if TAG.findall(english) != TAG.findall(text) or [p.isspace() for p in english[::-1][:1] + english[:1]]
        != [p.isspace() for p in text[::-1][:1] + text[:1]]
    ]  # fmt: skip
    assert different == []


# French

FRENCH = polib.pofile(str(ROOT / "locale/fr/LC_MESSAGES/django.po"))
NOT_AS_PRINTED = {
    "a straight apostrophe": re.compile(r"'"),
    "three dots": re.compile(r"\.\.\."),
    "no narrow no-break space before ; ! or ?": re.compile(r"[^\u202f][;!?]"),
    "no no-break space before a colon": re.compile(r"[^\u00a0\d]:"),
    "no no-break space inside « »": re.compile(r"«[^\u00a0]|[^\u00a0]»"),
    "English quotation marks": re.compile(r"[“”\"]"),
    "a hyphen where e\u2011mail could be torn apart": re.compile(r"e-mail", re.IGNORECASE),
}
NOT_SAID = (
    "bot",
    "bots",
    "levée",
    "levées",
    "courriel",
    "mail",
    "lobby",
    "token",
    "passkey",
    "atouts",
    "tu",
    "ton",
    "ta",
)


def plain(text: str) -> str:
    """Take out what is not read: what is filled in, formats of dates, code."""
    return re.sub(r"%\(\w+\)s|%[sd%]|H:i|<[^>]*>", "", text)


@pytest.mark.parametrize("fault", NOT_AS_PRINTED)
def test_french_is_set_as_it_is_printed(fault):
    found = [text for entry in FRENCH for text in texts(entry) if NOT_AS_PRINTED[fault].search(plain(text))]
    assert found == []


def test_french_keeps_to_one_word_for_one_thing():
    words = re.compile(rf"\b(?:{'|'.join(NOT_SAID)})\b", re.IGNORECASE)
    found = [text for entry in FRENCH for text in texts(entry) if words.search(plain(text).replace("e\u2011mail", ""))]
    assert found == []


def test_french_counts_zero_as_one():
    assert FRENCH.metadata["Plural-Forms"] == "nplurals=2; plural=(n > 1);"


# How strings are found


def test_marks_in_python_are_found_whatever_their_kind():
    text = '_("a" "b"); pgettext("c", "d"); translation.ngettext("e", "f", n); npgettext("g", "h", "i", n); other("j")'
    assert list(in_python(text)) == [
        Message("", "ab"), Message("c", "d"), Message("", "e", "f"), Message("g", "h", "i"),
    ]  # fmt: skip


def test_marks_in_templates_are_found_whatever_their_kind():
    text = (
        "{% load i18n %}{% translate \"it's\" %}{% translate 'a' context \"b\" %}{{ _('c') }}"
        "{% blocktranslate with x=y %}{{ x }} d{% endblocktranslate %}"
        '{% blocktranslate count n=m context "e" %}{{ n }} f{% plural %}{{ n }} g{% endblocktranslate %}'
    )
    assert set(in_template(text)) == {
        Message("", "it's"), Message("b", "a"), Message("", "c"), Message("", "%(x)s d"),
        Message("e", "%(n)s f", "%(n)s g"),
    }  # fmt: skip
