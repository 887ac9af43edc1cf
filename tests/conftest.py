"""What every test stands on: the database, the settings for tests, and the real servers that a test may ask for.

``python -m tests`` runs everything on SQLite and on PostgreSQL; plain ``pytest`` runs on SQLite.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

import hypothesis
import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils import translation

from polignac_site import broker, messages, processes
from polignac_site.celery import app as celery_app

from .servers import chromium
from .servers.smtp import MailServer
from .servers.web import WebServer
from .servers.worker import Workers, environment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=5000)
hypothesis.settings.load_profile("ci")  # `make soak` names the other

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="leave out tests to which the database does not matter: they have run already",
    )


def pytest_configure(config: pytest.Config) -> None:
    messages.compile_outdated()
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast
    django_settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    django_settings.WHITENOISE_AUTOREFRESH = True  # static files are looked for when asked for, not for every client
    _send_hints_to("memory://")  # nobody takes them, unless the test asks for `worker`
    django_settings.REDIS_URL = ""  # nothing is published, unless the test asks for `valkey`
    django_settings.VAPID_PRIVATE_KEY = "g" * 43  # none is made in `var`


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--database-only"):
        with_database = [item for item in items if _uses_database(item) and not item.get_closest_marker("once")]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(with_database)])
        items[:] = with_database


def _uses_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & DATABASE_FIXTURES) or item.get_closest_marker("django_db") is not None


def _send_hints_to(url: str) -> None:
    """Have this process publish its Celery messages to the broker at *url*."""
    celery_app.conf.update(broker_url=url)
    celery_app._after_fork()  # type: ignore[attr-defined]  # forgets the connections to the one before


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Start each test with no attempt counted against any rate limit."""
    cache.clear()


@pytest.fixture(autouse=True)
def bots_reply_at_once() -> Iterator[None]:
    """Have bots of this process not wait until their reply has taken as long as any; those of a real worker do."""
    with mock.patch("games.services.overdue.sleep"):
        yield


@pytest.fixture(autouse=True)
def resets_answer_at_once() -> Iterator[None]:
    """Have nobody wait who has forgotten a password, but where a test is about that."""
    with mock.patch("accounts.resetting.TAKES", 0.0):
        yield


@pytest.fixture(autouse=True)
def lots_of_this_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw by the test's name what decides a deal: a test that fails by its deal fails by it again.

    Other deals come with ``LOTS=word``, which `make soak` sets anew each time. Another process draws its own.
    """
    from games.models import game
    from games.services import overdue, seating

    lot = Random(f"{os.environ.get('LOTS', '')} {request.node.nodeid}")
    drawn = mock.Mock(
        wraps=secrets,
        choice=lot.choice,
        randbits=lot.getrandbits,
        token_bytes=lot.randbytes,
        token_hex=lambda size: lot.randbytes(size).hex(),
    )
    with (
        mock.patch.object(game, "secrets", drawn),
        mock.patch.object(overdue, "secrets", drawn),
        mock.patch.object(seating, "secrets", drawn),
    ):
        yield


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin each test in English: a page or mail that another test asked for in French switches its thread for good."""
    with translation.override(django_settings.LANGUAGE_CODE):
        yield


# The database


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite use a file, of this process alone: a worker or a second thread cannot see a database in memory."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    connection.settings_dict["CONN_MAX_AGE"] = 0


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Let a test's end empty the tables of the log, which refuse that at any other time."""
    from games.triggers import drop_triggers, install_triggers

    empty = BaseDatabaseOperations.execute_sql_flush

    def empty_without_triggers(operations: Any, statements: list[str]) -> None:
        with transaction.atomic(using=operations.connection.alias):
            drop_triggers(operations.connection)
            empty(operations, statements)
            install_triggers(operations.connection)

    with mock.patch.object(BaseDatabaseOperations, "execute_sql_flush", empty_without_triggers):
        yield


# Servers


@pytest.fixture(scope="session")
def valkey_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("valkey")
    server = broker.start(folder, folder / "log")
    yield server.url
    processes.stop(server.process)


@pytest.fixture
def valkey(valkey_server: str, settings: Any) -> Iterator[str]:
    """Run the test with a real, empty Valkey: hints go there. Its URL."""
    import redis

    settings.REDIS_URL = valkey_server
    _send_hints_to(valkey_server)
    yield valkey_server
    _send_hints_to("memory://")
    with redis.Redis.from_url(valkey_server) as client:
        client.flushall()


@pytest.fixture
def smtp_server(settings: Any) -> Iterator[MailServer]:
    """Run the test with a real mail server; this process and workers started later send through it."""
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    with mock.patch.dict(os.environ, EMAIL_URL=server.url):
        yield server
    server.go_down()


@pytest.fixture
def worker(transactional_db: None, valkey: str, tmp_path: Path) -> Iterator[Workers]:
    """Run the test with real Celery workers on its database: ``worker.start(beat=True)`` starts one."""
    workers = Workers(valkey, tmp_path)
    yield workers
    workers.end()


@pytest.fixture
def web_server(transactional_db: None, valkey: str, settings: Any, tmp_path: Path) -> Iterator[WebServer]:
    """Run the test with the site served as `make run` does, with streams; deeds of this process are told there."""
    port = processes.free_port()
    settings.SITE_URL = f"http://127.0.0.1:{port}"
    server = WebServer(port, tmp_path / "web.log", environment(valkey, tmp_path))
    server.start()
    yield server
    server.stop()


# The browser


@pytest.fixture
def live_site(live_server: LiveServer, settings: Any) -> str:
    """Serve the site, with its static files, on the test database. Its address, without a slash at the end."""
    settings.SITE_URL = live_server.url
    settings.CSRF_TRUSTED_ORIGINS = [live_server.url]
    return live_server.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium. One test should use a context of its own: ``browser.new_context()``, or `page`."""
    from playwright.sync_api import sync_playwright

    path = chromium.find()
    assert path, "No Chromium here: 'make test' installs it, or see docs/running.md."
    # Playwright keeps an event loop running in this thread, where Django would refuse to use the database.
    with mock.patch.dict(os.environ, DJANGO_ALLOW_ASYNC_UNSAFE="true"), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.OPTIONS)
        yield browser
        browser.close()


def breaks_policy(line: str) -> bool:
    """Whether Chromium says in this line of its console that the page broke its content security policy."""
    return "Content Security Policy" in line or "Trusted" in line


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty tab. At its end no script may have failed and nothing may have broken the content security policy."""
    complaints: list[str] = []
    context = browser.new_context()
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if breaks_policy(line.text) else None)
    yield page
    context.close()
    assert complaints == []
