"""A program that calls the account half of the API."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from accounts.models import ApiToken

ROOT = "/api/v1/"


@dataclass
class Answer:
    status: int
    headers: Any
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return self.json["code"]

    @property
    def fields(self) -> dict[str, list[str]]:
        """The codes of what is at fault, by field."""
        return {name: [error["code"] for error in errors] for name, errors in self.json["fields"].items()}


@dataclass
class Caller:
    secret: str = ""
    token: ApiToken | None = None
    client: Client = field(default_factory=Client)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send *body*, as JSON unless it is bytes, and return what was answered."""
        if self.secret:
            headers.setdefault("Authorization", f"Token {self.secret}")
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        kind = headers.pop("content_type", "application/json")
        response = self.client.generic(method, ROOT + path, data, content_type=kind, headers=headers)
        return Answer(response.status_code, response.headers, response.content)

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("POST", path, body, **headers)
