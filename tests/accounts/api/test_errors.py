"""What every part of the API shares: no input is a 500, and each refusal has a code and a sentence."""

from __future__ import annotations

import statistics
import time

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404
from rest_framework import serializers

from accounts.api.errors import ApiProblem, exception_handler, register

from .caller import Caller

DEEP = 10_000


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "invalid"),
        (b"{", 400, "bad_json"),
        (b"{'a': 1}", 400, "bad_json"),
        (b"\xff\xfe", 400, "bad_json"),
        (b'\xef\xbb\xbf{"a": 1}', 400, "bad_json"),
        (b'{"a": NaN}', 400, "bad_json"),
        (b'{"a": Infinity}', 400, "bad_json"),
        (b'{"a": -Infinity}', 400, "bad_json"),
        (b'{"a": 1e400}', 400, "bad_json"),
        (b'{"a": 9223372036854775808}', 400, "bad_json"),
        (b'{"a": ' + b"9" * 5000 + b"}", 400, "bad_json"),
        (b'{"a": "\\u0000"}', 400, "bad_json"),
        (b'{"\\u0000": 1}', 400, "bad_json"),
        (b'{"a": "\x00"}', 400, "bad_json"),
        (b'{"a": "\\ud800"}', 400, "bad_json"),
        (b'{"a": ["\\udfff"]}', 400, "bad_json"),
        (b"[" * DEEP + b"]" * DEEP, 400, "bad_json"),
        (b'{"a":' * DEEP + b"1" + b"}" * DEEP, 400, "bad_json"),
        (b"[" * 40 + b"]" * 40, 400, "bad_json"),
        (b'"' + b"x" * 70_000 + b'"', 413, "too_large"),
        (b'{"a": "' + b"x" * 1_000_000 + b'"}', 413, "too_large"),
        (b"[]", 400, "invalid"),
        (b"null", 400, None),
        (b"1", 400, "invalid"),
        (b'"text"', 400, "invalid"),
        (b"[1, 2]", 400, "invalid"),
    ],
)
def test_what_cannot_be_read_is_refused(nobody, db, body, status, code):
    answer = nobody.post("signup", body)
    assert answer.status == status
    assert code is None or answer.code == code
    assert answer.json["detail"]


@pytest.mark.parametrize("name", [r"\ud83c\udca1", "é🂡"])
def test_a_whole_character_beyond_the_first_plane_can_be_read(nobody, db, name):
    body = f'{{"name": "{name}", "email": "a@example.org", "password": "four jacks in a hand"}}'
    assert nobody.post("signup", body.encode()).fields == {"name": ["name_spelling"]}


def test_a_key_that_comes_twice_is_refused_since_nobody_knows_which_counts(nobody, db):
    answer = nobody.post("signup", b'{"name": "Ana", "name": "admin"}')
    assert (answer.status, answer.code) == (400, "bad_json")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"]
)
def test_what_is_not_json_by_its_own_word_is_415(nobody, db, kind):
    answer = nobody.post("signup", b"a=1", content_type=kind)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-16", "application/json; charset=x", "APPLICATION/JSON"]
)
def test_json_is_utf_8_whatever_else_is_said(nobody, db, kind):
    assert nobody.post("signup", b"{}", content_type=kind).code == "invalid"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "GET"])
def test_a_method_that_is_not_there_is_405(nobody, db, method):
    answer = nobody.call(method, "signup")
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST, OPTIONS"


def test_what_only_a_browser_wants_is_406(bens_app):
    answer = bens_app.get("me", Accept="text/html")
    assert (answer.status, answer.code) == (406, "not_acceptable")
    assert bens_app.get("me", Accept="text/html,*/*;q=0.8").status == 200


@pytest.mark.parametrize(
    "path", ["nothing", "me/nothing", "tokens/a/b", "me/", "signup/", "me?format=xml", "\x00", "%ff"]
)
def test_every_path_has_an_answer(bens_app, path):
    answer = bens_app.get(path)
    assert answer.status in {200, 404}
    if answer.status == 404:
        assert answer.code == "not_found"


def test_hostile_bodies_are_refused_quickly(nobody, db):
    for body in (b"[" * DEEP, b'{"a": "' + b"x" * 1_000_000 + b'"}', b'{"a": ' + b"9" * 60_000 + b"}"):
        took = []
        for _ in range(3):
            start = time.perf_counter()
            nobody.post("tokens", body)
            took.append(time.perf_counter() - start)
        assert statistics.median(took) < 0.1  # seconds


def test_every_field_of_every_input_takes_any_json_without_a_500(bens_app, nobody):
    odd: list[object] = [
        None,
        True,
        -1,
        1.5,
        2**62,
        "",
        " ",
        "\n",
        "é" * 50,
        [],
        [[]],
        {},
        {"a": {"b": []}},
        "x" * 60_000,
    ]
    inputs: dict[tuple[str, str], list[str]] = {
        ("POST", "signup"): ["name", "email", "password", "time_zone", "language"],
        ("POST", "guests"): ["time_zone", "language"],
        ("POST", "tokens"): ["login", "password", "token_name", "code"],
        ("PATCH", "me"): ["time_zone", "language"],
        ("POST", "me/password"): ["current", "new"],
        ("PUT", "me/email"): ["email", "password"],
        ("POST", "email/confirm"): ["key"],
        ("POST", "password/reset"): ["login"],
        ("POST", "password"): ["key", "new"],
        ("POST", "me/second-factor/key"): ["password"],
        ("POST", "me/second-factor/app"): ["setup", "code"],
        ("POST", "me/second-factor/recovery-codes"): ["password", "renew"],
        ("PATCH", "me/second-factor/passkeys/1"): ["name", "password"],
    }
    for (method, path), names in inputs.items():
        for value in odd:
            for name in names:
                body = dict.fromkeys(names, "something") | {name: value}
                assert bens_app.call(method, path, body).status < 500
                assert nobody.call(method, path, body).status < 500


def handled(error: Exception):
    answer = exception_handler(error, {})
    assert answer is not None
    return answer.status_code, answer.data, answer.headers


def test_an_error_that_is_registered_has_its_own_code_and_status():
    class Stale(Exception):
        code = "stale"

    register(Stale, 409)
    status, data, _headers = handled(Stale("The game has moved on."))
    assert (status, data) == (409, {"code": "stale", "detail": "The game has moved on."})


def test_a_problem_may_carry_more():
    status, data, _headers = handled(ApiProblem("No.", "no", extra={"table": {"ply": 3}}))
    assert (status, data) == (400, {"code": "no", "detail": "No.", "table": {"ply": 3}})


def test_errors_of_nested_inputs_say_where():
    class Inner(serializers.Serializer):
        card = serializers.IntegerField()

    class Outer(serializers.Serializer):
        cards = Inner(many=True)

    with pytest.raises(serializers.ValidationError) as error:
        Outer(data={"cards": [{"card": 1}, {"card": "x"}]}).is_valid(raise_exception=True)
    _status, data, _headers = handled(error.value)
    assert {name: errors[0]["code"] for name, errors in data["fields"].items()} == {"cards.1.card": "invalid"}


def test_an_error_about_the_whole_input_stands_at_the_top():
    error = serializers.ValidationError("Choose one.", code="choose")
    assert handled(error)[:2] == (400, {"code": "choose", "detail": "Choose one."})


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404("secret"), 404, "not_found"),
        (PermissionDenied("secret"), 403, "permission_denied"),
        (RequestDataTooBig("secret"), 413, "too_large"),
        (OperationalError("database is locked"), 503, "try_again"),
    ],
)
def test_errors_from_below_have_a_code_and_tell_no_secret(error, status, code):
    found, data, headers = handled(error)
    assert (found, data["code"]) == (status, code)
    assert str(error) not in data["detail"]
    assert (status == 503) == ("Retry-After" in headers)


def test_a_mistake_of_ours_is_not_hidden():
    assert exception_handler(ZeroDivisionError(), {}) is None


def test_a_caller_without_a_session_is_given_no_cookie(nobody, db):
    assert "Set-Cookie" not in nobody.get("me").headers
    assert isinstance(nobody, Caller)
