"""The outbox of account mail: nothing lost, nothing sent inside a request."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import letters
from accounts.mail import render_message
from accounts.models import Letter

from .people import signup

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def write(to: str = "ana@example.org", **fields: object) -> Letter:
    message = render_message("mail/account/unknown", {"to": to, "signup_url": "http://localhost:8000/x"}, to=to)
    letter = Letter.objects.write(message)
    for name, value in fields.items():
        setattr(letter, name, value)
    letter.save()
    return letter


def deliver(after: timedelta = timedelta(0)) -> int:
    return letters.deliver_letters(timezone.now() + after)


def failing(error: BaseException) -> Any:
    return mock.patch("django.core.mail.EmailMultiAlternatives.send", side_effect=error)


def test_a_request_writes_a_letter_and_sends_none(client):
    client.post("/account/signup/", signup())
    assert mail.outbox == []
    assert Letter.objects.count() == 1


def test_a_letter_arrives_as_text_and_html_and_is_forgotten(smtp_server, client):
    client.post("/account/signup/", signup())
    assert deliver() == 1
    assert not Letter.objects.exists()
    (message,) = smtp_server.messages
    assert message["To"] == "ana@example.org"
    assert message["From"] == "Polignac <polignac@localhost>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in message.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    assert "style=" in message.get_body(("html",)).get_content()


def test_a_letter_that_comes_twice_has_one_message_id(smtp_server):
    letter = write()
    letters._message(letter).send()  # and then the worker died
    deliver()
    first, second = smtp_server.messages
    assert first["Message-ID"] == second["Message-ID"] == letter.headers["Message-ID"]
    assert first["Message-ID"].endswith("@localhost>")


def test_a_letter_is_not_tried_before_its_time():
    write(next_try=NOW + timedelta(hours=1))
    assert deliver() == 0
    assert deliver(after=timedelta(hours=1, minutes=1)) == 1


def test_the_longest_waiting_letter_goes_first():
    write("second@example.org")
    write("first@example.org", next_try=NOW - timedelta(hours=1))
    deliver()
    assert [message.to for message in mail.outbox] == [["first@example.org"], ["second@example.org"]]


def test_a_server_that_says_later_gets_it_later(smtp_server):
    letter = write()
    smtp_server.refuse("451 4.7.1 Greylisted", to="ana@example.org")
    assert deliver() == 0
    letter.refresh_from_db()
    assert letter.attempts == 1
    assert "Greylisted" in letter.last_error
    assert timedelta(minutes=1) < letter.next_try - timezone.now() <= timedelta(minutes=2)
    smtp_server.behave()
    assert deliver() == 0
    assert deliver(after=timedelta(minutes=3)) == 1


def test_one_refused_letter_does_not_hold_up_the_others(smtp_server):
    write("full@example.org", next_try=NOW - timedelta(minutes=5))
    write("ana@example.org")
    smtp_server.refuse("452 4.2.2 Mailbox full", to="full@example.org")
    assert deliver() == 1
    assert [delivery.recipients for delivery in smtp_server.deliveries] == [["ana@example.org"]]


def test_an_address_that_does_not_exist_is_given_up_at_once_with_the_secret_in_the_letter():
    letter = write()
    refused = smtplib.SMTPRecipientsRefused({"ana@example.org": (550, b"No such user")})
    with failing(refused):
        assert deliver() == 0
    letter.refresh_from_db()
    assert letter.failed
    assert (letter.text, letter.html) == ("", "")
    assert "No such user" in letter.last_error
    assert deliver(after=timedelta(days=1)) == 0
    assert mail.outbox == []


def test_a_server_that_is_away_is_tried_with_one_letter_at_a_time():
    write("a@example.org")
    write("b@example.org")
    with failing(ConnectionRefusedError("nobody there")) as send:
        deliver()
    assert send.call_count == 1
    assert sorted(Letter.objects.values_list("attempts", flat=True)) == [0, 1]


@pytest.mark.parametrize("error", [TimeoutError("slow"), smtplib.SMTPServerDisconnected("gone"), ValueError("odd")])
def test_no_trouble_with_a_letter_loses_it(error):
    letter = write()
    with failing(error):
        assert deliver() == 0
    letter.refresh_from_db()
    assert (letter.attempts, letter.failed) == (1, None)


def test_a_letter_is_given_up_after_two_days():
    letter = write(created=NOW - timedelta(days=2))
    with failing(TimeoutError("slow")):
        deliver()
    letter.refresh_from_db()
    assert letter.failed


def test_the_waits_grow_from_two_minutes_to_four_hours():
    waits = [letters.wait_after(attempts).total_seconds() / 60 for attempts in range(1, 12)]
    assert waits == [2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]


def test_a_worker_that_dies_while_sending_leaves_the_letter_to_be_sent_again():
    write()
    with failing(SystemExit()), pytest.raises(SystemExit):
        deliver()
    assert deliver() == 0  # until nobody can be at it any more
    assert deliver(after=timedelta(minutes=3)) == 1


def test_what_is_due_is_found_by_an_index():
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # it would read so small a table as a whole
    assert "accounts_letter_due" in Letter.objects.due(NOW).explain()


@pytest.mark.django_db(transaction=True)
def test_eight_workers_send_each_letter_once(smtp_server):
    for number in range(12):
        write(f"p{number}@example.org")

    def work(_number: int) -> int:
        try:
            return deliver()
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(work, range(8))) == 12
    arrived = sorted(delivery.recipients[0] for delivery in smtp_server.deliveries)
    assert arrived == sorted(f"p{number}@example.org" for number in range(12))


def test_a_worker_sends_the_letter_of_a_sign_up_at_a_hint(worker, smtp_server):
    worker.start()
    Client().post("/account/signup/", signup())
    assert smtp_server.wait_for(1)[0]["To"] == "ana@example.org"
    wait_until(lambda: not Letter.objects.exists())


def test_a_worker_killed_while_it_sends_loses_no_letter(worker, smtp_server):
    smtp_server.delay(30)
    first = worker.start()
    Client().post("/account/signup/", signup())
    wait_until(lambda: Letter.objects.get().attempts == 1)
    first.kill()
    assert Letter.objects.get().text
    assert smtp_server.messages == []
    smtp_server.behave()
    Letter.objects.update(next_try=timezone.now())  # as two minutes later
    worker.start(beat=True)
    assert smtp_server.wait_for(1)[0]["To"] == "ana@example.org"


def wait_until(condition: Callable[[], bool], timeout: float = 30) -> None:
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
