"""What is refused is read to its end, within reason, so that the answer is not lost with the connection."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from rest_framework.test import APIRequestFactory

from accounts.api.me import MeView
from accounts.api.parsers import LARGEST, MOST_PASSED_OVER, StrictJSONParser, pass_over

LARGE = b'"' + b"A" * 10 * LARGEST + b'"'


class Endless(BytesIO):
    """A client that sends and sends."""

    sent = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size
        self.sent += size
        return b"A" * size


class Gone(BytesIO):
    """A client that has gone away."""

    def read(self, size: int | None = -1) -> bytes:
        raise OSError


@pytest.mark.parametrize("token", ["", "Token no-such-token"])
@pytest.mark.django_db
def test_a_body_that_nobody_wants_is_read_to_its_end(token: str) -> None:
    request: Any = APIRequestFactory().patch(
        "/api/v1/me", LARGE, content_type="application/json", HTTP_AUTHORIZATION=token
    )
    answer = MeView.as_view()(request)
    assert answer.status_code == 401
    assert request.read() == b""


def test_nobody_is_listened_to_for_ever() -> None:
    stream = Endless()
    pass_over(stream)
    assert MOST_PASSED_OVER <= stream.sent < MOST_PASSED_OVER + 2 * LARGEST


def test_who_has_gone_is_not_waited_for() -> None:
    pass_over(Gone())


def test_the_largest_body_that_is_read_is_taken() -> None:
    text = "A" * (LARGEST - 2)
    assert StrictJSONParser().parse(BytesIO(f'"{text}"'.encode())) == text
