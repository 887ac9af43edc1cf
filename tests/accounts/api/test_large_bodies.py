"""What is too large is read to its end, within reason, so that the answer is not lost with the connection."""

from __future__ import annotations

from io import BytesIO

import pytest

from accounts.api.parsers import LARGEST, MOST_PASSED_OVER, StrictJSONParser, TooLarge


class Endless(BytesIO):
    """A client that sends and sends."""

    sent = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size
        self.sent += size
        return b"A" * size


def test_a_body_that_is_too_large_is_read_to_its_end() -> None:
    stream = BytesIO(b'"' + b"A" * 10 * LARGEST + b'"')
    with pytest.raises(TooLarge):
        StrictJSONParser().parse(stream)
    assert stream.read() == b""


def test_nobody_is_listened_to_for_ever() -> None:
    stream = Endless()
    with pytest.raises(TooLarge):
        StrictJSONParser().parse(stream)
    assert MOST_PASSED_OVER < stream.sent < MOST_PASSED_OVER + 3 * LARGEST


def test_the_largest_body_that_is_read_is_taken() -> None:
    text = "A" * (LARGEST - 2)
    assert StrictJSONParser().parse(BytesIO(f'"{text}"'.encode())) == text
