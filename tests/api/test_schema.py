"""The description of the API is valid, and what is answered is what it describes, in each field."""

from __future__ import annotations

import io
import re
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import schemathesis
from django.core.cache import cache
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.api.reference import schema as openapi
from games.api.urls import urlpatterns
from games.services.reviewing import review_hands

from .people import GAMES, let_bots_play, play_on, seat_all

CASES = 20_000
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def strict(described: Any) -> Any:
    """Return a schema of OpenAPI 3.0 as JSON Schema, in which every object has the fields described and no others."""
    if isinstance(described, list):
        return [strict(part) for part in described]
    if not isinstance(described, dict):
        return described
    schema = {name: strict(part) for name, part in described.items() if name not in ("nullable", "example")}
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
    if described.get("nullable"):
        return {"anyOf": [schema, {"type": "null"}]}
    return schema


def check(value: Any, described: dict[str, Any]) -> None:
    """Hold *value* against its description."""
    whole = {**strict(described), "components": strict(openapi()["components"])}
    jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker()).validate(value)


def described_answer(method: str, path: str, status: int) -> dict[str, Any]:
    """Return the description of the JSON that is answered."""
    for template, methods in openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path.partition("?")[0]):
            return methods[method.lower()]["responses"][str(status)]["content"]["application/json"]["schema"]
    raise AssertionError(f"{path} is not described")


def test_the_description_is_valid_and_complete():
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=io.StringIO())


def test_every_address_of_games_is_described():
    paths = {re.sub(r"{\w+}", "<>", path): path for path in openapi()["paths"]}
    routes = {"/api/v1/" + re.sub(r"<\w+:\w+>", "<>", str(pattern.pattern)) for pattern in urlpatterns[:-1]}
    assert routes <= set(paths)
    for path in (paths[route] for route in routes):
        for method, operation in openapi()["paths"][path].items():
            assert operation["summary"], (path, method)
            assert {"401", "503"} & set(operation["responses"]), (path, method)


@pytest.mark.parametrize("name", ["A table", "One game", "The game has moved on", "Against the rules"])
def test_the_examples_are_as_described(name):
    found = 0
    for methods in openapi()["paths"].values():
        for operation in methods.values():
            for answer in operation["responses"].values():
                content = answer.get("content", {}).get("application/json", {})
                for example in content.get("examples", {}).values():
                    if example.get("summary") == name:
                        check(example["value"], content["schema"])
                        found += 1
    assert found


def test_every_answer_of_a_game_is_as_described(anna, ben, cat, nobody):
    callers = [anna, ben, cat]

    def ask(caller, method, path, body=None):
        answer = caller.call(method, path, body)
        check(answer.json, described_answer(method, path, answer.status))
        return answer

    slug = seat_all(*callers, target=5, general=True, short_hands=True)
    ask(nobody, "GET", f"{GAMES}/{slug}/record")
    for moves in (0, 2, 1, 12, 30, 1000):
        play_on(slug, callers, moves)
        for caller in (*callers, nobody):
            for path in ("", "/deals", "/log"):
                ask(caller, "GET", f"{GAMES}/{slug}{path}")
        ask(nobody, "GET", f"{GAMES}/{slug}/hands/1")
    assert anna.table(slug)["status"] == "finished"
    for path in ("/hands/1?step=7", "/hands/99", "/hands/1/review", "/record", "/record?review=true", "/sittings"):
        ask(nobody, "GET", f"{GAMES}/{slug}{path}")
    review_hands()
    for path in ("/hands/1/review", "/record?review=true"):
        ask(nobody, "GET", f"{GAMES}/{slug}{path}")
    ask(anna, "POST", f"{GAMES}/{slug}/moves", {"ply": 0, "card": "JS"})
    ask(anna, "POST", f"{GAMES}/{slug}/resign")
    ask(anna, "GET", f"{GAMES}?mine=true")
    ask(nobody, "GET", f"{GAMES}?mine=true")
    ask(nobody, "GET", f"{GAMES}?mine=perhaps")


def test_every_answer_before_a_game_is_as_described(anna, ben, guest):
    def ask(caller, method, path, body=None):
        answer = caller.call(method, path, body)
        check(answer.json, described_answer(method, path, answer.status))
        return answer

    table = ask(anna, "POST", GAMES, {"players": 4}).json
    slug = table["slug"]
    for body in ({"players": 9}, {"target": 7}, {"colour": "red"}):
        ask(anna, "POST", GAMES, body)
    ask(guest, "POST", GAMES, {})
    ask(anna, "POST", f"{GAMES}/{slug}/bots")
    ask(anna, "DELETE", f"{GAMES}/{slug}/bots/3")
    ask(anna, "DELETE", f"{GAMES}/{slug}/bots/3")
    ask(ben, "GET", f"/api/v1/invitations/{table['invite']}")
    ask(ben, "POST", f"{GAMES}/{slug}/join", {"invite": table["invite"]})
    ask(anna, "POST", f"{GAMES}/{slug}/invitations", {"name": "Nobody-here"})
    ask(anna, "GET", "/api/v1/players/Ben")
    ask(anna, "GET", "/api/v1/players/Nobody-here")
    ask(anna, "GET", f"{GAMES}?lobby=true")
    ask(ben, "POST", f"{GAMES}/{slug}/start")
    ask(anna, "POST", f"{GAMES}/{slug}/start")
    let_bots_play(slug)
    for caller in (anna, ben):
        ask(caller, "GET", f"{GAMES}/{slug}")
        ask(caller, "POST", f"{GAMES}/{slug}/moves", {"ply": 31, "card": "JS"})
        ask(caller, "POST", f"{GAMES}/{slug}/moves", {"ply": 31, "card": "no"})
        ask(caller, "POST", f"{GAMES}/{slug}/take-back")


def test_what_is_said_of_an_account_without_settings_and_of_a_visitor_is_as_described(anna, guest):
    for caller in (anna, guest):
        check(caller.get("/api/v1/me").json, described_answer("GET", "/api/v1/me", 200))


@pytest.fixture
def tables_asked_for(anna, ben, cat):
    """Make a table of Anna's with each status; from then on no end of a request closes the test's connection."""
    slugs = [anna.post(GAMES, {"bots": 3}).json["slug"], anna.post(GAMES, {}).json["slug"]]
    slugs += [seat_all(anna, ben, cat), seat_all(anna, ben, cat, hands=1, target=None)]
    play_on(slugs[-1], [anna, ben, cat], 1000)
    signals = [request_started, request_finished]
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield slugs
    for signal in signals:
        signal.connect(close_old_connections)


def operations(path_regex: str) -> list[Any]:
    """Return what the description of the API has at these paths; a fault in it has been raised by the tests above."""
    api = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    return [found.ok() for found in api.include(path_regex=path_regex).get_all_operations()]  # type: ignore[union-attr]


@pytest.mark.hypothesis
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_no_request_made_from_the_description_is_answered_otherwise(anna, tables_asked_for, mode):
    described = operations("^/api/v1/(games|invitations|lessons|players)")
    assert sum(ask_as_described(each, mode, tables_asked_for[:1], anna.token) for each in described) > 15


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("tenth", range(10))
def test_of_20_000_requests_made_from_the_description_none_is_answered_otherwise(anna, tables_asked_for, tenth):
    """Every operation there is, as described and just not, at tables of each status, until the number is reached."""
    described = operations("^/api/v1/")[tenth::10]
    asked = 0
    while asked < CASES // 10:
        for mode in GenerationMode:
            for each in described:
                asked += ask_as_described(each, mode, tables_asked_for, anna.token, most=40)
    assert asked >= CASES // 10


def ask_as_described(operation: Any, mode: GenerationMode, slugs: list[str], token: str, *, most: int = 5) -> int:
    """Make requests that are as described, or just not, and check each answer; return how many were made.

    What they do is undone: a token given back, or a seat left, would leave nothing to ask for.
    """
    made = 0

    @settings(max_examples=most, suppress_health_check=list(HealthCheck), derandomize=most <= 5, database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        nonlocal made
        made += 1
        if "slug" in case.path_parameters and made % 2:
            case.path_parameters["slug"] = slugs[made // 2 % len(slugs)]
        cache.clear()  # nobody is slowed
        with transaction.atomic():
            case.call_and_validate(headers={"Authorization": f"Token {token}"}, checks=CHECKS)
            transaction.set_rollback(True)

    try:
        ask()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # nothing can be sent there that is not as described
    return made
