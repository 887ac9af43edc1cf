"""No address of the account pages is an error of ours, whatever stands in it and whoever asks."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User

from .people import show_it_is_me

pytestmark = pytest.mark.django_db

ODD = ["0", str(2**63), "x", "٣", "%00", "%F0%9F%82%A1" + "a" * 3000]


def account_routes() -> list[str]:
    """Every route of the account pages, as the resolver has them."""

    def walk(resolver: URLResolver, prefix: str) -> list[str]:
        found: list[str] = []
        for entry in resolver.url_patterns:
            route = prefix + str(entry.pattern)
            found += [route] if isinstance(entry, URLPattern) else walk(entry, route)
        return found

    return sorted({route for route in walk(get_resolver(), "") if route.startswith("account/")})


def paths(route: str) -> list[str]:
    plain = route.replace("^", "").replace("$", "")
    if "<" not in plain:
        return [f"/{plain}"]
    found = []
    for odd in ODD:
        path = plain
        while "<" in path:
            start = path.index("(?P<") if "(?P<" in path else path.index("<")
            end = path.index(")" if "(?P<" in path else ">", start)
            path = path[:start] + odd + path[end + 1 :]
        found.append(f"/{path}")
    return found


def browsers(bens: Client) -> dict[str, Client]:
    visitor = Client()
    visitor.force_login(User.objects.create_guest())
    show_it_is_me(bens)
    return {"nobody": Client(), "visitor": visitor, "Ben": bens}


@pytest.mark.parametrize("route", account_routes())
def test_every_address_has_an_answer_for_everybody(route, bens):
    for browser in browsers(bens).values():
        for path in paths(route):
            assert browser.get(path + "?next=//evil.example&email=%00&x=%ff").status_code < 500
            assert browser.post(path, {"email": "x", "code": "x", "name": "x", "login": "\x00"}).status_code < 500
