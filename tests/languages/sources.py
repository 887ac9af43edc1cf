"""What is marked for translation, found without gettext: in Python by its syntax, in templates as Django reads them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts", "games", "polignac_site", "deploy")
# The functions that mark a string, and what their arguments are.
MARKS = {
    "_": ("msgid",),
    "gettext": ("msgid",),
    "gettext_lazy": ("msgid",),
    "gettext_noop": ("msgid",),
    "ngettext": ("msgid", "plural"),
    "ngettext_lazy": ("msgid", "plural"),
    "pgettext": ("context", "msgid"),
    "pgettext_lazy": ("context", "msgid"),
    "npgettext": ("context", "msgid", "plural"),
    "npgettext_lazy": ("context", "msgid", "plural"),
}
_STRING = r"""[urU]?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
_IN_TEMPLATE = re.compile(rf"\b({'|'.join(MARKS)})\(\s*((?:{_STRING}\s*,?\s*)+)", re.DOTALL)


class Message(NamedTuple):
    """What gettext knows a string by."""

    context: str
    msgid: str
    plural: str = ""


def messages() -> set[Message]:
    """Return everything that is marked, in the code and in the templates."""
    python = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    templates = (path for ending in ("html", "txt") for path in (ROOT / "templates").rglob(f"*.{ending}"))
    found = {message for path in python for message in in_python(path.read_text())}
    return found | {message for path in templates for message in in_template(path.read_text())}


def in_python(text: str) -> Iterator[Message]:
    """Yield what is marked in Python code."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _name(node.func) in MARKS:
            strings = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            yield _message(_name(node.func), [string for string in strings if isinstance(string, str)])


def in_template(text: str) -> Iterator[Message]:
    """Yield what is marked in a template."""
    for function, strings in _IN_TEMPLATE.findall(templatize(text)):
        yield _message(function, list(ast.literal_eval(f"({strings.strip().rstrip(',')},)")))


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _message(function: str, strings: list[str]) -> Message:
    arguments = dict(zip(MARKS[function], strings, strict=False))
    return Message(arguments.get("context", ""), arguments["msgid"], arguments.get("plural", ""))
