"""No answer to any input is a 500, and each refusal says in JSON what it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Move

from .people import GAMES, seat_all

# fmt: off
BODIES = [
    b"", b" ", b"{", b"}", b'{"ply":', b"NaN", b"Infinity", b"-Infinity", b'{"ply": NaN, "card": "JS"}',
    b'{"ply": 1e400, "card": "JS"}', b'{"ply": -1e400, "card": "JS"}', b'{"ply": 1e3, "card": "JS"}',
    b'{"ply": 9223372036854775808, "card": "JS"}', b'{"ply": ' + b"9" * 5000 + b', "card": "JS"}',
    b'{"ply": -0, "card": "\\u0000"}', b'{"ply": 0, "card": "\x00"}', b'{"ply": 0, "card": "\\ud800"}',
    b'{"ply": 0, "card": "\\udc00\\ud800"}', b'{"\\ud800": 0}', b'{"\\u0000": 0}',
    b'\xff\xfe{"ply": 0}', b"\xef\xbb\xbf{}",
    b'{"ply": 0, "card": "\xed\xa0\x80"}', b'{"ply": 0, "ply": 1, "card": "JS"}', b"[" * 100_000, b'{"a":' * 50_000,
    b'{"card":' + b"[" * 20_000 + b"]" * 20_000 + b', "ply": 0}', b'{"card": "' + b"J" * 1_000_000 + b'", "ply": 0}',
    b'{"name": "' + b"x" * 1_000_000 + b'"}', b'{"invite": {"$ne": ""}}', b'{"name": "\\ud800\\ud800\\ud800"}',
    b'{"name": "Ben\\u0000"}', b'{"bots": 1e400}', b'{"move_time": 1e400}', b'{"target": -9223372036854775809}',
    b'{"players": 4, "target": 1e1}', '{"ply": "٣", "card": "JS"}'.encode(), '{"ply": 0, "card": "J♠"}'.encode(),
    b"<xml/>", b"a=1&b=2", b"null", b"true", b"0", b'""', b"[]", b"{}",
]
# fmt: on
TARGETS = ["", "/{slug}/moves", "/{slug}/join", "/{slug}/invitations", "/{slug}/leave", "/{slug}/bots", "/{slug}/start"]
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW"]


def check(answer):
    """Hold an answer against the promise."""
    assert answer.status < 500, answer.body
    if answer.status >= 400 and answer.body:
        assert set(answer.json) >= {"code", "detail"}, answer.body
        assert isinstance(answer.json["code"], str)
        assert answer.headers["Content-Type"].startswith("application/json")


@pytest.fixture
def slug(anna):
    return anna.post(GAMES, {"players": 3}).json["slug"]


@pytest.mark.parametrize("path", TARGETS)
def test_a_hostile_body_is_refused_and_never_a_500(anna, ben, slug, path):
    for body in BODIES:
        check(ben.post(GAMES + path.format(slug=slug), body))
    assert Move.objects.count() == 0


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "multipart/form-data", "", "é", "a" * 9000])
def test_what_is_not_sent_as_json_is_refused(anna, slug, content_type):
    for path in (GAMES, f"{GAMES}/{slug}/invitations"):
        answer = anna.call("POST", path, b"a=1", **{"Content-Type": content_type})
        check(answer)
        assert answer.status in (400, 415)


def test_every_address_answers_every_method(anna, slug):
    paths = [
        GAMES, f"{GAMES}/{slug}", f"{GAMES}/{slug}/moves", f"{GAMES}/{slug}/join", f"{GAMES}/{slug}/bots",
        f"{GAMES}/{slug}/bots/1", f"{GAMES}/{slug}/hands/1", f"{GAMES}/{slug}/record", f"{GAMES}/{slug}/sittings",
        f"{GAMES}/{slug}/resign", f"{GAMES}/{slug}/take-back", f"{GAMES}/{slug}/invitations", "/api/v1/invitations/x",
        "/api/v1/nowhere", "/api/v1/", "/api/v1/games/", f"{GAMES}/{slug}/moves/",
    ]  # fmt: skip
    for path in paths:
        for method in METHODS:
            check(anna.call(method, path))


@pytest.mark.parametrize("token", ["", "x", "plg_" + "0" * 64, "a b", "\x7f", "é", "x" * 8000, "plg_%00"])
@pytest.mark.parametrize("word", ["Token", "Bearer", "Basic", ""])
def test_a_token_that_is_none_is_refused(anna, slug, word, token):
    answer = anna.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": "JS"}, Authorization=f"{word} {token}")
    check(answer)
    assert answer.status == 401
    assert answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*", "", "é", "application/json;q=0"])
def test_whatever_is_accepted_the_answer_is_json(anna, slug, accept):
    answer = anna.get(f"{GAMES}/{slug}", Accept=accept)
    assert answer.status in (200, 406)
    assert answer.json


@pytest.mark.parametrize("language", ["fr", "xx", "fr-FR;q=2,*", "é", "en" * 5000, ";;;", "fr\x00"])
def test_whatever_language_is_asked_for_there_is_an_answer(anna, slug, language):
    check(anna.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": "JS"}, **{"Accept-Language": language}))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(
    [
        "ply",
        "card",
        "declaration",
        "players",
        "target",
        "hands",
        "bots",
        "access",
        "move_time",
        "invite",
        "name",
        "general",
    ]
)


@pytest.mark.hypothesis
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.dictionaries(names, anything, max_size=5) | anything, path=st.sampled_from(TARGETS))
def test_any_json_gets_an_answer(anna, ben, slug, body, path):
    text = json.dumps(body).encode()  # NaN and Infinity as Python writes them, lone surrogates escaped
    check(anna.post(GAMES + path.format(slug=slug), text))
    check(ben.post(GAMES + path.format(slug=slug), text))


@pytest.mark.hypothesis
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.dictionaries(
        st.sampled_from(["status", "mine", "my_turn", "lobby", "limit", "offset", "step", "format"]),
        st.text(max_size=20) | st.integers().map(str) | st.sampled_from(["true", "false", "open", "json"]),
    )
)
def test_any_query_gets_an_answer(anna, slug, query):
    for path in (GAMES, f"{GAMES}/{slug}", f"{GAMES}/{slug}/hands/1"):
        response = anna.client.get(path, query, headers={"Authorization": f"Token {anna.token}"})
        assert response.status_code < 500
        assert response.headers["Content-Type"].startswith("application/json")


def test_a_game_played_by_somebody_is_not_disturbed(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    before = anna.table(slug)
    for body in BODIES:
        check(anna.post(f"{GAMES}/{slug}/moves", body))
    assert {**anna.table(slug), "now": None} == {**before, "now": None}
