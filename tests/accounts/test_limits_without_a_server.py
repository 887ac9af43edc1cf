"""The server that counts attempts may be away: then nothing is counted, and nobody is kept waiting or locked out."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.cache import LimitsCache
from polignac_site import settings as site_settings
from polignac_site.processes import free_port

from .people import PASSWORD

pytestmark = pytest.mark.django_db


def use(settings: Any, url: str) -> None:
    settings.CACHES = {"default": site_settings.CACHES["default"] | {"LOCATION": url}}


def attempt(password: str) -> int:
    return Client().post("/account/login/", {"login": "Ben", "password": password}).status_code


def test_a_server_that_is_away_counts_nothing_and_locks_nobody_out(settings):
    use(settings, f"redis://127.0.0.1:{free_port()}/0")
    assert cache.add("x", 1) is True
    assert cache.get("x", "nothing") == "nothing"
    cache.set("x", 1)
    cache.delete("x")


def test_a_server_that_never_answers_is_waited_for_once(settings):
    with socket.create_server(("127.0.0.1", 0), backlog=1) as deaf:
        use(settings, f"redis://127.0.0.1:{deaf.getsockname()[1]}/0")
        start = time.perf_counter()
        for _ in range(100):
            cache.add("x", 1)
        assert time.perf_counter() - start < 20  # seconds, of which half a one is the wait: a hundred would take 50


def test_a_server_that_comes_back_counts_again(settings, valkey, monkeypatch):
    use(settings, valkey)
    cache.clear()
    with monkeypatch.context() as patch:
        patch.setitem(LimitsCache._away_until, valkey, time.monotonic() + 0.2)
        cache.set("x", 1)
        assert cache.get("x") is None
        while time.monotonic() < LimitsCache._away_until[valkey]:
            time.sleep(0.05)
        cache.set("x", 1)
        assert cache.get("x") == 1


def test_wrong_passwords_are_only_wrong_while_the_server_is_away(ben, settings):
    use(settings, f"redis://127.0.0.1:{free_port()}/0")
    for _ in range(7):
        assert attempt("wrong") == 200
    assert attempt(PASSWORD) == 302


def test_with_the_real_server_attempts_are_counted(ben, settings, valkey):
    use(settings, valkey)
    cache.clear()
    for _ in range(5):
        assert attempt("wrong") == 200
    assert attempt(PASSWORD) == 200
