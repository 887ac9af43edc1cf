"""Nothing that anybody can send is answered with a 500."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .reader import htmx
from .tables import at, finished, seat

# fmt: off
ODD = [
    "", " ", "0", "-1", "1e9", str(2**31), str(2**63), "9" * 5000, "٣", "\x00", "a\x00b", "\ud800", "💥", "'; --",
    "<script>", "../..", "%", "{}", "[]", "None", "true",
]
FIELDS = [
    "ply", "card", "declaration", "seat", "name", "token", "players", "length", "target", "hands_limit", "ace_high",
    "clock", "clock_number", "clock_unit", "who", "bots", "time_zone", "language", "next", "page", "version",
]
# fmt: on
KINDS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data"]
KINDS += ["application/json", "text/plain; charset=utf-99", ""]
DEEDS = ["play", "declare", "resign", "take-seat-back", "join", "leave", "start", "add-bot", "remove-bot", "invite"]


def encodable(text):
    return text.encode("utf-8", "replace").decode()


@pytest.mark.parametrize("word", ODD, ids=range(len(ODD)))
def test_odd_words_in_every_field_of_a_deed_are_answered(ann, ben, word):
    data = dict.fromkeys(FIELDS, encodable(word))
    for game in (seat(ann, begun=False, players=3), seat(ann, ben, bots=1)):
        answers = {deed: ann.post(at(game, f"/{deed}"), data, follow=False).status for deed in DEEDS}
        assert max(answers.values()) < 500, answers
        assert ann.post(at(game, "/play"), data, headers=htmx("table")).status < 500


@pytest.mark.parametrize("word", ODD, ids=range(len(ODD)))
def test_odd_words_in_every_field_of_other_forms_are_answered(ann, word):
    data = dict.fromkeys(FIELDS, encodable(word))
    for path in ("/games/new", "/play-now", "/account/language/", "/account/settings/"):
        assert ann.post(path, data).status < 500


@pytest.mark.parametrize("word", ODD, ids=range(len(ODD)))
def test_odd_words_in_a_query_are_answered(ann, ben, cat, word):
    game = seat(ann, ben, cat)
    for path in ("/games", "/games/finished", "/lobby", "/", at(game), at(game, "/table"), "/players/Ann"):
        response = ann.client.get(path, dict.fromkeys(FIELDS, encodable(word)))
        assert response.status_code < 500


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(parts=st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20), max_size=4))
def test_any_address_is_answered(nobody, parts):
    for start in ("/games/", "/players/", "/join/", "/games/AAAAAAAAAA/hands/"):
        response = nobody.client.get(start + "/".join(parts).replace("?", ""))
        assert response.status_code in (200, 301, 302, 404)


@pytest.mark.parametrize(
    "body", [b"", b"\xff\xfe", b"a=%FF%FE", b"&&&&==", b"card=JS&card=QS&ply=0&ply=1", b"a=1&" * 3000, b'{"ply": 0}']
)
@pytest.mark.parametrize("kind", KINDS)
def test_any_body_is_answered(ann, ben, body, kind):
    game = seat(ann, ben, bots=1)
    ann.client.handler.enforce_csrf_checks = False
    for path in (at(game, "/play"), "/games/new"):
        assert ann.client.generic("POST", path, body, content_type=kind).status_code < 500


def test_a_finished_game_answers_every_deed(ann, ben, cat):
    game = finished(ann, ben, cat)
    answers = {deed: ann.post(at(game, f"/{deed}"), {"ply": "0", "card": "JS"}).status for deed in DEEDS}
    assert answers == dict.fromkeys(DEEDS, 200) | {"play": 409, "declare": 400}
