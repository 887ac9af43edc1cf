from __future__ import annotations

import os
import queue
import socket
import time

import pytest
from django.db import transaction

from accounts import hints, tasks
from polignac_site.celery import app as celery_app
from polignac_site.processes import free_port

pytestmark = pytest.mark.django_db(transaction=True)

LETTERS = "accounts.tasks.deliver_letters"


@pytest.fixture
def published(monkeypatch) -> queue.Queue[str]:
    """The names of the tasks that were asked for, as they come."""
    names: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(celery_app, "send_task", lambda name, *args, **options: names.put(name))
    return names


def nothing_more(published: queue.Queue[str]) -> bool:
    hints.hint("the.end")
    return published.get(timeout=5) == "the.end"


def test_a_hint_is_given_after_the_commit(published):
    with transaction.atomic():
        hints.hint(tasks.deliver_letters)
        hints._giver.give(("meanwhile", (), 0))
        assert published.get(timeout=5) == "meanwhile"
    assert published.get(timeout=5) == LETTERS


def test_a_hint_about_what_was_rolled_back_is_not_given(published):
    with transaction.atomic():
        hints.hint(tasks.deliver_letters)
        transaction.set_rollback(True)
    assert nothing_more(published)


def test_after_trouble_with_the_broker_hints_are_given_again(monkeypatch, published):
    def away(*_args, **_options):
        published.put("away")
        raise OSError("no broker")

    with monkeypatch.context() as patch:
        patch.setattr(celery_app, "send_task", away)
        hints.hint(LETTERS)
        assert published.get(timeout=5) == "away"
    assert nothing_more(published)


def test_a_process_that_was_forked_gives_hints_of_its_own(published):
    hints.hint(LETTERS)  # starts the thread of this process
    assert published.get(timeout=5) == LETTERS
    told, tells = os.pipe()
    child = os.fork()
    if child == 0:  # only that the hint goes through, without a word to the database
        hints._giver.give((LETTERS, (), 0))
        os.write(tells, published.get(timeout=5).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(told, 100).decode() == LETTERS


@pytest.mark.parametrize("kind", ["refuses", "never answers"])
def test_a_broker_in_trouble_does_not_hold_a_request_up(kind, valkey):
    with socket.create_server(("127.0.0.1", 0), backlog=1) as deaf:
        port = free_port() if kind == "refuses" else deaf.getsockname()[1]
        celery_app.conf.update(broker_url=f"redis://127.0.0.1:{port}/0")
        celery_app._after_fork()  # type: ignore[attr-defined]
        start = time.perf_counter()
        for _ in range(100):
            hints.hint(tasks.deliver_letters)
        assert time.perf_counter() - start < 10  # seconds: to wait for each would take minutes
