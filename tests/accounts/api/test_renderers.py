"""What an answer is written as: what REST framework would write."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.utils.translation import gettext_lazy as _
from rest_framework import renderers
from rest_framework.exceptions import ErrorDetail

from accounts.api.renderers import JSONRenderer
from games.models import Move


class Pair(NamedTuple):
    one: int
    other: str


@pytest.mark.parametrize(
    "said",
    [
        None,
        {},
        {"a": [1, 2.5, True, None, "é", "\u2028 and \u2029", "</script>"]},
        {"detail": ErrorDetail("no", code="no"), ErrorDetail("name", code="x"): [_("mail")], 3: "three"},
        [datetime(2026, 3, 1, 12, tzinfo=UTC), date(2026, 3, 1), timedelta(hours=1), UUID(int=1)],
        {"by": Move.By.PLAYER, "pair": Pair(1, "b"), "set": (1, 2), "lazy": _("mail")},
        2**63 - 1,
    ],
)
def test_it_is_what_rest_framework_would_write(said: Any) -> None:
    assert JSONRenderer().render(said) == renderers.JSONRenderer().render(said)


def test_who_asks_for_an_indent_gets_it() -> None:
    assert JSONRenderer().render({"a": 1}, "application/json; indent=2") == b'{\n  "a": 1\n}'
