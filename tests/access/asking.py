"""Asking for an address in a role, and saying in a word what came of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import copy
from http.cookies import SimpleCookie
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction

from .routes import ANY_OTHER, Route
from .scenes import ACCESSES, ROLES, SENT, World

YES, NO, SIGN_IN, NOT_THERE, NOTHING, NO_SUCH_METHOD = "yes", "no", "sign in", "not there", "nothing", "405"
ENTRANCES = ("/account/login/", "/account/signup/", "/account/reauthenticate/")
# What is written when somebody only looks, or is told something.
NOT_A_DEED = re.compile(
    r'(SAVEPOINT|RELEASE|ROLLBACK|SELECT)|UPDATE "games_seat" SET "seen"|\w+ [INTO ]*"django_session"'
)
TELLS_OF_TROUBLE = ("/health",)  # with a 503, as long as no worker runs

Row = dict[str, str]  # by role


class Undone(Exception):
    """Raised to undo what an address has done."""


def observe(world: World, route: Route) -> dict[tuple[str, str], Row]:
    """Ask for *route* in every role, by every method, and return what came of it by method and access.

    A method that nobody may use is left out.

    :raises AssertionError: with a sentence that says what to do, if no address can be made for the route.
    """
    accesses = ACCESSES if set(route.parameters) & {"slug", "token", "invite"} else ("",)
    rows: dict[tuple[str, str], Row] = {}
    for access in accesses:
        for method in ("GET",) if route.name == ANY_OTHER else route.methods:
            row = {role: ask(world, route, method, role, access or "public") for role in ROLES}
            if NO_SUCH_METHOD not in row.values() or set(row.values()) - {NO_SUCH_METHOD, SIGN_IN}:
                rows[method, access] = row
    return rows


def ask(world: World, route: Route, method: str, role: str, access: str) -> str:
    """Ask once, undo what it has done, and return what came of it in a word."""
    path = address(world, route, access)
    came, deeds = "", Deeds()
    cache.clear()  # nobody is slowed
    try:
        with transaction.atomic(), connection.execute_wrapper(deeds):
            response = send(world, route, method, role, path)
            came = _word(response, path, method, has_changed=deeds.done)
            raise Undone
    except Undone:
        return came


class Deeds:
    """Notices whether anything is written while it is wrapped around the statements of a request."""

    def __init__(self) -> None:
        self.done = False

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        self.done = self.done or not NOT_A_DEED.match(str(sql))
        return execute(sql, params, many, context)


def address(world: World, route: Route, access: str) -> str:
    try:
        return route.path(world.values(route, access))
    except KeyError as missing:
        raise AssertionError(
            f"{route.name} asks for a parameter {missing} that the tests know no value for: "
            "add one to `values_of` in tests/access/scenes.py."
        ) from None


def send(world: World, route: Route, method: str, role: str, path: str, **headers: str) -> Any:
    """Send what a person or a program in this *role* would send."""
    sent = SENT.get(route.name, {})
    client = world.client
    client.cookies = copy(world.cookies[role]) if not route.is_api else SimpleCookie()
    if not route.is_api:
        return client.generic("GET", path, headers=headers) if method == "GET" else client.post(path, sent)
    if token := world.tokens.get(role):
        headers["Authorization"] = f"Token {token}"
    body = b"" if method == "GET" else json.dumps(sent).encode()
    return client.generic(method, path, body, content_type="application/json", headers=headers)


def _word(response: Any, path: str, method: str, *, has_changed: bool) -> str:
    status = response.status_code
    if status == 401 or (status == 302 and response["Location"].startswith(ENTRANCES)):
        return SIGN_IN
    if status == 404:
        return NOT_THERE
    if status == 405:
        return NO_SUCH_METHOD
    if status == 204 and method == "GET":
        return NOTHING
    if status in (403, 409):
        return NO
    if status in (301, 302, 303) and method != "GET" and not has_changed:
        return NO
    assert status < 500 or path in TELLS_OF_TROUBLE, (status, response.content)
    assert status != 429, "somebody was slowed, which says nothing of what they may do"
    return YES
