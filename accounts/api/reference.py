"""The description of the API: OpenAPI for programs, and a page made from it for people."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

FIRST = ["signup", "guests", "tokens", "password", "email", "me"]  # as one begins
METHODS = ("get", "post", "put", "patch", "delete")
REF = "#/components/schemas/"


@dataclass(frozen=True)
class Field:
    """One name of an object: what it may hold, and what that means."""

    name: str
    kind: str
    shape: str  # the name of the shape it holds, or empty
    required: bool
    text: str


@dataclass(frozen=True)
class Answer:
    status: str
    phrase: str
    shape: str
    is_list: bool
    examples: list[tuple[str, str]]


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    path: str
    summary: str
    text: str
    needs_token: bool
    parameters: list[Field]
    body: list[Field]
    examples: list[tuple[str, str]]
    answers: list[Answer]

    @property
    def told(self) -> list[Answer]:
        """The answers that are worth a line of their own."""
        return [answer for answer in self.answers if answer.status < "4" or answer.examples]

    @property
    def refused(self) -> list[Answer]:
        return [answer for answer in self.answers if answer not in self.told]


@dataclass
class Section:
    name: str
    operations: list[Operation] = field(default_factory=list)


@functools.cache
def schema() -> dict[str, Any]:
    """Return the description; kept, because making it takes as long as a hundred requests."""
    with translation.override("en"):
        return dict(SchemaGenerator().get_schema(request=None, public=True))


@require_safe
@cache_control(public=True, max_age=3600)
def openapi(request: HttpRequest) -> HttpResponse:
    return JsonResponse(schema())


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The page to read it."""
    return render(
        request, "accounts/api.html", {"sections": _sections(), "shapes": _shapes(), "info": schema()["info"]}
    )


@functools.cache
def _sections() -> list[Section]:
    sections: dict[str, Section] = {}
    for path, methods in schema()["paths"].items():
        for method in METHODS:
            if method in methods:
                tag = methods[method]["tags"][0]
                sections.setdefault(tag, Section(tag)).operations.append(_operation(path, method, methods[method]))
    return sorted(
        sections.values(), key=lambda section: FIRST.index(section.name) if section.name in FIRST else len(FIRST)
    )


@functools.cache
def _shapes() -> list[tuple[str, str, list[Field]]]:
    shapes = schema()["components"]["schemas"]
    return [
        (name, shape.get("description", ""), _fields(shape)) for name, shape in shapes.items() if "enum" not in shape
    ]


def _operation(path: str, method: str, described: dict[str, Any]) -> Operation:
    content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    return Operation(
        name=described["operationId"],
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        text=described.get("description", ""),
        needs_token=bool(described.get("security")) and {} not in described["security"],
        parameters=[_parameter(parameter) for parameter in described.get("parameters", [])],
        body=_fields(content.get("schema", {})),
        examples=_examples(content),
        answers=[_answer(status, answer) for status, answer in described["responses"].items()],
    )


def _answer(status: str, described: dict[str, Any]) -> Answer:
    content = described.get("content", {}).get("application/json", {})
    _words, shape = _kind(content.get("schema", {}))
    is_list = content.get("schema", {}).get("type") == "array"
    return Answer(status, HTTPStatus(int(status)).phrase, shape, is_list, _examples(content))


def _parameter(described: dict[str, Any]) -> Field:
    kind, shape = _kind(described["schema"])
    text = described.get("description", "")
    return Field(described["name"], f"{kind}, in the {described['in']}", shape, described.get("required", False), text)


def _fields(described: dict[str, Any]) -> list[Field]:
    described = _resolved(described)
    required = described.get("required", [])
    return [
        Field(name, *_kind(inner), name in required, inner.get("description", ""))
        for name, inner in described.get("properties", {}).items()
    ]


def _kind(described: dict[str, Any]) -> tuple[str, str]:
    """Return what may be held in words, and the name of the shape in it, if any."""
    if "$ref" in described:
        inner = _resolved(described)
        return _kind(inner) if "enum" in inner else ("", described["$ref"].removeprefix(REF))
    for several in ("allOf", "oneOf", "anyOf"):
        if several in described:
            kinds = [_kind(part) for part in described[several]]
            words = " or ".join(words for words, _shape in kinds if words)
            return words, next((shape for _words, shape in kinds if shape), "")
    if described.get("type") == "array":
        words, shape = _kind(described["items"])
        return f"list of {words}".strip(), shape
    if "enum" in described:
        return "one of " + ", ".join(json.dumps(value) for value in described["enum"]), ""
    words = str(described.get("format") or described.get("type") or "anything")
    return words + (" or null" if described.get("nullable") else ""), ""


def _resolved(described: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in described:
        return described
    return dict(schema()["components"]["schemas"][described["$ref"].removeprefix(REF)])


def _examples(content: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (example.get("summary") or name, json.dumps(example["value"], indent=2, ensure_ascii=False))
        for name, example in content.get("examples", {}).items()
    ]
