"""Reading what clients send: JSON as its standard says, of a modest size, that a database can keep."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any, NoReturn

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.parsers import BaseParser

from .errors import ApiProblem

LARGEST = 64 * 1024  # bytes
MOST_PASSED_OVER = 1024 * 1024  # bytes of what is not wanted
DEEPEST = 32  # nested lists and objects
LARGEST_NUMBER = 2**63 - 1


class BadJSON(ApiProblem):
    default_code = "bad_json"
    default_detail = _("This is not JSON that can be read here.")


class TooLarge(ApiProblem):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = _("That is too large: 64 kilobytes at most.")


def pass_over(stream: IO[Any] | HttpRequest) -> None:
    """Read what is left, within reason: a server that closes with a body half read may take its answer with it."""
    left = MOST_PASSED_OVER
    with suppress(OSError):  # whoever sends it has gone
        while left > 0 and (piece := stream.read(LARGEST)):
            left -= len(piece)


class StrictJSONParser(BaseParser):
    """JSON in UTF-8, without what some add to it: no NaN, no Infinity, no NUL, no half of a character, no key twice."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return what the JSON text says.

        :raises TooLarge: beyond `LARGEST` bytes.
        :raises BadJSON: if it is not such JSON.
        """
        sent = stream.read(LARGEST + 1)
        if len(sent) > LARGEST:
            raise TooLarge
        try:
            said = json.loads(
                sent.decode("utf-8"),
                parse_constant=_refuse,
                parse_float=_finite,
                parse_int=_not_too_large,
                object_pairs_hook=_each_key_once,
            )
        except (ValueError, RecursionError):  # UnicodeDecodeError and JSONDecodeError are ValueErrors
            raise BadJSON from None
        _check(said)
        return said


def _refuse(_word: str) -> NoReturn:
    raise BadJSON


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadJSON
    return number


def _not_too_large(text: str) -> int:
    if len(text) > 20 or abs(number := int(text)) > LARGEST_NUMBER:
        raise BadJSON
    return number


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    said = dict(pairs)
    if len(said) != len(pairs):  # which of the two was meant nobody can tell
        raise BadJSON
    return said


def _check(said: Any) -> None:
    """Refuse texts that no database keeps, and what is nested too deeply.

    :raises BadJSON: then.
    """
    waiting = [(said, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, str) and not _is_text(value):
            raise BadJSON
        if isinstance(value, dict | list):
            if depth == DEEPEST:
                raise BadJSON
            inner = [*value.keys(), *value.values()] if isinstance(value, dict) else value
            waiting.extend((part, depth + 1) for part in inner)


def _is_text(value: str) -> bool:
    """Tell whether *value* is without NUL and without half characters (lone surrogates)."""
    return "\x00" not in value and not any("\ud800" <= character <= "\udfff" for character in value)
