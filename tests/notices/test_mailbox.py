"""The mailbox of development shows what lies in files, safely, and to nobody but developers."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from django.urls import include, path

from games.notices.delivery import deliver_notices
from games.pages import mailbox
from polignac_site.urls import urlpatterns as site
from tests.builders import make_game

from .tables import make_users, now_at

urlpatterns = [path("", include("games.pages.mailbox_urls")), *site]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def folder(settings, tmp_path: Path) -> Path:
    """Where mail goes while it goes into files."""
    settings.DEBUG = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    return tmp_path


def send(*subjects: str, html: str = "") -> None:
    """Send mails through one connection: they lie in one file."""
    with get_connection() as connection:
        for subject in subjects:
            message = EmailMultiAlternatives(subject, "Play: http://localhost:8000/games", to=["ana@example.org"])
            if html:
                message.attach_alternative(html, "text/html")
            message.connection = connection
            message.send()


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_mailbox_says_so(client, folder):
    assert "Nothing has been sent yet." in read(client, "/mail")


def test_a_mail_about_a_game_can_be_read_as_text_and_as_html(client, folder):
    game = make_game(*make_users("Ana", "Ben", "Cat"))
    deliver_notices(now_at(game))
    (file,) = folder.iterdir()
    assert "Your turn: lead to trick 1 — with " in read(client, "/mail")
    page = read(client, f"/mail/{file.name}/0")
    assert f'<a href="http://localhost:8000/games/{game.slug}"' in page
    assert f'src="/mail/{file.name}/0/html"' in page
    assert "Auto-Submitted" in page
    assert "<h1" in read(client, f"/mail/{file.name}/0/html")


def test_several_mails_in_one_file_are_listed_the_newest_first(client, folder):
    send("First", "Second", "Third")
    page = read(client, "/mail")
    assert page.index("Third") < page.index("Second") < page.index("First")
    (file,) = folder.iterdir()
    assert "<h1>Second</h1>" in read(client, f"/mail/{file.name}/1")
    assert client.get(f"/mail/{file.name}/3").status_code == 404
    assert client.get(f"/mail/{file.name}/0/html").status_code == 404


def test_the_html_of_a_mail_runs_nothing_and_its_page_has_the_policy_of_all_pages(client, folder):
    send("Subject <script>alert(1)</script>", html="<html><head></head><body><script>alert(2)</script></body></html>")
    (file,) = folder.iterdir()
    page = client.get(f"/mail/{file.name}/0")
    assert "<script>alert" not in page.content.decode()
    assert "unsafe-inline" not in page.headers["Content-Security-Policy"]
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    alone = client.get(f"/mail/{file.name}/0/html").headers
    assert "default-src 'none'" in alone["Content-Security-Policy"]
    assert "script-src" not in alone["Content-Security-Policy"]
    assert alone["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize("name", ["../secret.log", "..%2Fsecret.log", "secret.txt", "%00", "x" * 300])
def test_no_other_file_can_be_read(client, folder, name):
    (folder.parent / "secret.log").write_text("Subject: secret\n\nsecret")
    (folder / "secret.txt").write_text("Subject: secret\n\nsecret")
    assert client.get(f"/mail/{name}/0").status_code == 404


@pytest.mark.parametrize(
    "setting", [{"DEBUG": False}, {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"}]
)
def test_it_is_closed_where_mail_is_sent_or_the_site_runs_for_real(client, folder, settings, setting):
    send("Secret")
    (file,) = folder.iterdir()
    for name, value in setting.items():
        setattr(settings, name, value)
    assert not mailbox.is_open()
    for address in ("/mail", f"/mail/{file.name}/0", f"/mail/{file.name}/0/html"):
        assert client.get(address).status_code == 404
