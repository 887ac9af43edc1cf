"""What may be tried by who means no good: scanning links, names that look alike, endless passwords, odd JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Letter, User
from games.models import Move
from games.notices.delivery import deliver_notices
from games.services import seating
from tests.access.asking import Deeds
from tests.accounts.people import PASSWORD, make_user, sign_in, signup
from tests.builders import DAY, make_game, move_on, move_once

# Link scanners


def links_of_letters(client: Client) -> Iterator[str]:
    """Have every letter about an account written, and yield the links in them."""
    client.post("/account/signup/", signup())
    Client().post("/account/password/reset/", {"email": "ben@example.org"})
    ben = Client()
    sign_in(ben, User.objects.get(username="Ben"))
    ben.post("/account/email/", {"email": "ben.elsewhere@example.org", "action_add": ""})
    for letter in Letter.objects.all():
        yield from re.findall(r"https?://[^\s\"'<>]+", letter.text + letter.html)


def links_of_notices() -> Iterator[str]:
    """Have mails about games sent, of a turn, a deadline, an invitation, an end; yield the links in them."""
    users = [make_user(name) for name in ("Cat", "Dan", "Eve")]
    active, over = make_game(*users), make_game(*users, target=None, hands=1)
    move_on(over)
    open_table = make_game(users[0], begun=False)
    seating.invite(slug=open_table.slug, user=users[0], name="Dan")
    move_once(active)
    for later in (timedelta(minutes=5), 0.95 * DAY):
        with time_machine.travel(timezone.now() + later, tick=False):
            deliver_notices(timezone.now())
    for message in mail.outbox:
        assert isinstance(message, mail.EmailMultiAlternatives)
        text = str(message.body) + "".join(str(content) for content, _kind in message.alternatives)
        text += str(message.extra_headers.get("List-Unsubscribe", ""))
        yield from re.findall(r"https?://[^\s\"'<>]+", text)


@pytest.mark.django_db
def test_a_scanner_that_gets_every_link_of_every_mail_five_times_changes_nothing(client: Client) -> None:
    make_user("Ben")
    links = sorted({*links_of_letters(client), *links_of_notices()})
    ours = [link.removeprefix("http://localhost:8000") for link in links if link.startswith("http://localhost:8000")]
    assert any("confirm-email" in link for link in ours)
    assert any("password/reset/key" in link for link in ours)
    assert any("/games/" in link for link in ours)
    assert len(ours) == len(links)  # a mail leads nowhere else
    scanner, deeds = Client(), Deeds()
    with connection.execute_wrapper(deeds):
        for link in ours * 5:
            path = link.replace("&amp;", "&")
            for method in ("get", "head"):
                assert getattr(scanner, method)(path, follow=True).status_code < 500, path
    assert not deeds.done
    assert User.objects.get(username="Ana").email_confirmed is False


# Names


ALICES = {
    "another case": "alice",
    "a Cyrillic a": "аlice",
    "a zero-width space": "Ali\u200bce",
    "a zero-width joiner": "Alice\u200d",
    "a soft hyphen": "Al\u00adice",
    "wide letters": "Ａlice",
    "a dotless i": "Al\u0131ce",
    "a combining accent": "Alice\u0301",
    "turned round": "\u202eecilA",
    "a space behind": "Alice\u00a0",
}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ALICES)
def test_of_names_that_look_alike_only_the_first_is_given(kind: str) -> None:
    make_user("Alice")
    page = Client().post("/account/signup/", signup(username=ALICES[kind]))
    body = {"username": ALICES[kind], "email": "x@example.org", "password": PASSWORD}
    answer = Client().post("/api/v1/signup", json.dumps(body), content_type="application/json")
    assert (page.status_code, answer.status_code) == (200, 400)
    assert list(User.objects.values_list("username", flat=True)) == ["Alice"]


# Passwords

ENDLESS = "ä" * 51_200  # 100 kilobytes


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/account/login/", {"login": "Ben", "password": ENDLESS}),
        ("/account/signup/", signup(password1=ENDLESS)),
        ("/account/password/change/", {"oldpassword": PASSWORD, "password1": ENDLESS, "password2": ENDLESS}),
        ("/account/password/change/", {"oldpassword": ENDLESS, "password1": PASSWORD, "password2": PASSWORD}),
        ("/account/reauthenticate/", {"password": ENDLESS}),
    ],
)
def test_no_page_works_on_an_endless_password(path: str, fields: dict[str, str], no_hashing: list[str]) -> None:
    client = Client()
    if path not in ("/account/login/", "/account/signup/"):
        client.force_login(make_user("Ben"))
    no_hashing.clear()
    response = client.post(path, fields)
    assert response.status_code in (200, 302, 400)
    assert [password for password in no_hashing if len(password) > 1000] == []
    assert not User.objects.exclude(username="Ben").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("tokens", {"username": "Ben", "password": ENDLESS, "name": "phone"}),
        ("signup", {"username": "Ana", "email": "ana@example.org", "password": ENDLESS}),
        ("me/password", {"old_password": PASSWORD, "new_password": ENDLESS}),
        ("me/password", {"old_password": ENDLESS, "new_password": PASSWORD}),
    ],
)
def test_the_api_refuses_an_endless_password_before_any_work(
    path: str, fields: dict[str, str], no_hashing: list[str]
) -> None:
    token = ApiToken.objects.issue(make_user("Ben"), "tests")[1]
    headers = {"Authorization": f"Token {token}"} if path.startswith("me") else {}
    no_hashing.clear()
    body = json.dumps(fields, ensure_ascii=False).encode()
    answer = Client().post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
    assert answer.status_code in (400, 413)
    assert [password for password in no_hashing if len(password) > 1000] == []


@pytest.fixture
def no_hashing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note every password that is hashed, as guessed or as set."""
    from django.contrib.auth.hashers import MD5PasswordHasher

    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def noting(self: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", noting)
    return hashed


# JSON

BODIES: dict[str, tuple[bytes, int]] = {
    "10,000 deep": (b"[" * 10_000 + b"]" * 10_000, 400),
    "10,000 deep in a field": (b'{"card":' * 10_000 + b"0" + b"}" * 10_000, 413),
    "a key twice": (b'{"ply": 0, "card": "JS", "card": "KS"}', 400),
    "NaN": (b'{"ply": NaN, "card": "JS"}', 400),
    "Infinity": (b'{"ply": Infinity, "card": "JS"}', 400),
    "1e400": (b'{"ply": 1e400, "card": "JS"}', 400),
    "NUL": (b'{"ply": 0, "card": "J\\u0000"}', 400),
    "a lone surrogate": (b'{"ply": 0, "card": "\\ud800"}', 400),
    "a megabyte": (b'{"ply": 0, "card": "' + b"J" * 1_000_000 + b'"}', 413),
    "an extra field": (b'{"ply": 0, "card": "JS", "by": "timeout", "seat": 1}', 400),
    "not UTF-8": (b'{"ply": 0, "card": "\xff"}', 400),
    "a list": (b"[]", 400),
    "nothing": (b"", 400),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_no_move_is_refused_as_it_deserves(name: str) -> None:
    users = [make_user(name) for name in ("Ann", "Ben", "Cat")]
    game = make_game(*users)
    body, status = BODIES[name]
    for user in users:
        token = ApiToken.objects.issue(user, "tests")[1]
        headers = {"Authorization": f"Token {token}"}
        path = f"/api/v1/games/{game.slug}/moves"
        answer = Client().post(path, body, content_type="application/json", headers=headers)
        assert (answer.status_code, name) == (status, name)
        assert answer.json()["code"]
    assert Move.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_what_is_not_sent_as_json_is_415(kind: str) -> None:
    token = ApiToken.objects.issue(make_user("Ann"), "tests")[1]
    answer = Client().post("/api/v1/games", b"{}", content_type=kind, headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 415


@pytest.mark.django_db
@pytest.mark.parametrize("number", [str(2**63), "-1", "1e400", "٣", "1.0", "0x1", "+1", " 1", "9" * 5000])
def test_a_number_in_an_address_that_is_none_of_ours_is_404(number: str) -> None:
    game = make_game(make_user("Ann"), make_user("Ben"), make_user("Cat"))
    for path in ("/games/{}/hands/{}", "/games/{}/hands/1/{}", "/api/v1/games/{}/hands/{}"):
        assert Client().get(path.format(game.slug, number)).status_code == 404
