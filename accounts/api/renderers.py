"""Writing answers: JSON by orjson, which takes a tenth of the time the standard library does over a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework import renderers

# A program that reads an answer as JavaScript takes these two for ends of lines.
_ESCAPED = {b"\xe2\x80\xa8": b"\\u2028", b"\xe2\x80\xa9": b"\\u2029"}
# orjson writes instants by itself as well, but with +00:00 for Z.
_AS_EVER = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATETIME


class JSONRenderer(renderers.JSONRenderer):
    """As REST framework writes it; what orjson does not know (dates, lazy strings) is made plain as it does."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        if data is None:
            return b""
        if self.get_indent(accepted_media_type or "", dict(renderer_context or {})) is not None:
            return super().render(data, accepted_media_type, renderer_context)
        answer = orjson.dumps(data, default=self.encoder_class().default, option=_AS_EVER)
        for raw, escaped in _ESCAPED.items():
            answer = answer.replace(raw, escaped)
        return answer
