"""Mail that comes back: the hook of the mail server, the banner, and the ways out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.bounces import sign
from accounts.models import User

pytestmark = pytest.mark.django_db
HARD = {"address": "ben@example.org", "kind": "hard"}


@pytest.fixture(autouse=True)
def _secret(settings: Any) -> None:
    settings.BOUNCE_SECRET = "shared with the mail server"


def tell(said: Any, signature: str | None = None) -> int:
    body = said if isinstance(said, bytes) else json.dumps(said).encode()
    headers = {"X-Signature": sign(body) if signature is None else signature}
    client = Client(enforce_csrf_checks=True)
    return client.post("/account/bounces/", body, content_type="application/json", headers=headers).status_code


def test_mail_that_comes_back_for_good_stops_mail_to_that_address(ben):
    assert ben.confirmed_email == "ben@example.org"
    assert tell({**HARD, "address": "Ben@Example.org"}) == 204
    ben.refresh_from_db()
    assert ben.confirmed_email == ""
    since = ben.mail_refused
    assert tell(HARD) == 204  # told again, it is no news
    ben.refresh_from_db()
    assert ben.mail_refused == since


@pytest.mark.parametrize(
    "said", [{**HARD, "kind": "soft"}, {**HARD, "address": "eve@example.org"}, {**HARD, "address": ""}]
)
def test_nothing_else_stops_it(ben, said):
    assert tell(said) == 204
    ben.refresh_from_db()
    assert ben.mail_refused is None


@pytest.mark.parametrize("signature", ["", "sha256=", "sha256=" + "0" * 64, "é"])
def test_who_does_not_know_the_secret_stops_no_mail(ben, signature):
    assert tell(HARD, signature) == 403
    ben.refresh_from_db()
    assert ben.mail_refused is None


def test_a_signature_is_good_for_its_own_body_alone(ben):
    assert tell(HARD, sign(b"another")) == 403


@pytest.mark.parametrize(
    "said", [b"", b"rubbish", b"\xff", [], "hard", {}, {"address": 1, "kind": "hard"}, {**HARD, "kind": "x"},
             {**HARD, "address": "a\x00b"}],
)  # fmt: skip
def test_what_is_no_such_message_is_refused(ben, said):
    assert tell(said) == 400


def test_without_a_secret_there_is_no_hook(ben, settings):
    settings.BOUNCE_SECRET = ""
    assert tell(HARD) == 404
    assert Client().get("/account/bounces/").status_code == 405


def test_a_banner_says_so_until_the_player_tries_again(bens, ben):
    assert "came back" not in bens.get("/account/settings/").content.decode()
    tell(HARD)
    page = bens.get("/account/settings/").content.decode()
    assert "Mail to ben@example.org came back" in page
    assert bens.post("/account/email/again/", {"next": "/account/settings/"})["Location"] == "/account/settings/"
    ben.refresh_from_db()
    assert ben.confirmed_email == "ben@example.org"
    assert "came back" not in bens.get("/account/settings/").content.decode()


def test_a_new_address_begins_with_a_clean_slate(ben):
    tell(HARD)
    address = ben.emailaddress_set.get()
    address.save()  # nothing has changed about it
    assert User.objects.get(pk=ben.pk).mail_refused is not None
    address.email = "benedict@example.org"
    address.save()
    assert User.objects.get(pk=ben.pk).mail_refused is None
