"""Every address of the site, from the URL resolver: what is tested for all of them is tested for a new one as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

# Addresses that are there in development alone: `games.pages.mailbox` shows all mail where no mail server is set.
ONLY_IN_DEVELOPMENT = ("mailbox:",)
# What stands for any address that leads nowhere.
ANY_OTHER = "any other address of the API"


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    pattern: str
    parameters: tuple[str, ...]
    methods: tuple[str, ...]  # a view that is a function may answer some of these with 405

    @property
    def is_api(self) -> bool:
        return self.pattern.startswith("api/v1/")

    def path(self, values: Mapping[str, Any]) -> str:
        """Return an address of this route.

        :raises KeyError: if *values* has not each of its parameters.
        """
        if self.name == ANY_OTHER:
            return f"/{self.pattern}nowhere"
        if self.name.startswith("/"):  # nameless: the pattern has no parameters
            return f"/{self.pattern}"
        return reverse(self.name, kwargs={name: values[name] for name in self.parameters})


def all_routes() -> list[Route]:
    """Return each route once, in the order in which they are tried."""
    routes: dict[str, Route] = {}
    for pattern, namespace, found in _walk(get_resolver(), "", ""):
        name = namespace + (found.name or "")
        if name.startswith(ONLY_IN_DEVELOPMENT):
            continue
        if not found.name:
            name = ANY_OTHER if pattern.startswith("api/") else f"/{pattern}"
        parameters = tuple(re.findall(r"<(?:\w+:)?(\w+)>", pattern))
        routes.setdefault(name, Route(name, pattern, parameters, _methods(found, is_api=pattern.startswith("api/v1/"))))
    return list(routes.values())


def _methods(found: URLPattern, *, is_api: bool) -> tuple[str, ...]:
    view = getattr(found.callback, "cls", None) or getattr(found.callback, "view_class", None)
    methods = ("GET", "POST", "PUT", "PATCH", "DELETE") if is_api else ("GET", "POST")
    return tuple(method for method in methods if view is None or hasattr(view, method.lower()))


def _walk(resolver: URLResolver, before: str, namespace: str) -> Iterator[tuple[str, str, URLPattern]]:
    for part in resolver.url_patterns:
        pattern = before + str(part.pattern)
        if isinstance(part, URLResolver):
            inner = f"{namespace}{part.namespace}:" if part.namespace else namespace
            yield from _walk(part, pattern, inner)
        else:
            yield pattern, namespace, part
