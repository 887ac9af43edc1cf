from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.template import engines
from django.utils import translation

from accounts import mail


@pytest.fixture
def template(settings, tmp_path):
    """Write the three files of a mail and return its name."""

    def write(subject: str = "Hi", text: str = "Hello", html: str = "<p>Hello</p>") -> str:
        (tmp_path / "mail").mkdir(exist_ok=True)
        for ending, content in (("subject.txt", subject), ("txt", text), ("html", html)):
            (tmp_path / "mail" / f"test.{ending}").write_text(content)
        return "mail/test"

    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], tmp_path]}]
    vars(engines).update(_engines={})
    yield write
    vars(engines).update(_engines={})


def render(template: str, context: dict | None = None, **options: Any):
    return mail.render_message(template, context or {}, to="ana@example.org", **options)


def html_of(message) -> str:
    return message.alternatives[0].content


def test_a_mail_has_a_subject_a_text_an_html_and_says_that_no_human_wrote_it(template):
    message = render(template())
    assert (message.subject, message.body, message.to) == ("Hi", "Hello\n", ["ana@example.org"])
    assert "Hello</p>" in html_of(message)
    assert message.extra_headers == {"Auto-Submitted": "auto-generated"}


def test_a_subject_is_one_line_whatever_its_template_or_a_name_says(template):
    message = render(template(subject="\nBen's{{ name }}\n turn \n"), {"name": "\r\nBcc: eve@example.org"})
    assert message.subject == "Ben's Bcc: eve@example.org turn"
    message.message()


def test_names_are_text_in_html_and_as_they_are_in_a_text(template):
    message = render(
        template(html="<p>{{ name }}</p>", text="{% autoescape off %}{{ name }}{% endautoescape %}"), {"name": "<b>&"}
    )
    assert "&lt;b&gt;&amp;" in html_of(message)
    assert message.body == "<b>&\n"


def test_a_mail_is_in_its_readers_language_and_zone(template):
    name = template(text='{% load i18n %}{% get_current_language as L %}{{ L }} {{ at|date:"H:i T" }}')
    at = datetime(2026, 7, 1, 12, tzinfo=UTC)
    with translation.override("en"):
        message = render(name, {"at": at}, language="fr", zone=ZoneInfo("Europe/Paris"))
        assert message.body == "fr 14:00 CEST\n"
        assert translation.get_language() == "en"
    assert render(name, {"at": at}).body == "en 12:00 UTC\n"


def test_styles_go_to_where_they_apply_and_media_rules_stay(template):
    html = "<style>p { color: red } @media (prefers-color-scheme: dark) { p { color: pink } }</style><p>x</p>"
    shown = html_of(render(template(html=html)))
    assert '<p style="color: red;">' in shown.replace("color:red", "color: red")
    assert "@media" in shown


def test_headers_are_added(template):
    message = render(template(), headers={"List-Unsubscribe": "<https://x>"})
    assert message.extra_headers == {"Auto-Submitted": "auto-generated", "List-Unsubscribe": "<https://x>"}


def test_addresses_are_the_sites_own(settings):
    settings.SITE_URL = "https://polignac.example"
    assert mail.absolute("/games/x") == "https://polignac.example/games/x"


@pytest.mark.parametrize("kind", ["confirm", "reset", "unknown", "change"])
def test_each_letter_reads_in_text_and_html(kind):
    class Ben:
        username = "Ben"

    link = "http://localhost:8000/a"
    context = {
        "user": Ben,
        "to": "ben@example.org",
        "change": "Your password was changed.",
        "timestamp": datetime(2026, 7, 1, tzinfo=UTC),
        "ip": "203.0.113.7",
        "user_agent": "<script>",
        "activate_url": link,
        "password_reset_url": link,
        "signup_url": link,
    }
    message = render(f"mail/account/{kind}", context)
    assert link in message.body
    assert "&" not in message.body
    assert f'href="{link}"' in html_of(message)
    assert "<script>" not in html_of(message)
    assert "<!--" not in html_of(message)
    assert message.subject
