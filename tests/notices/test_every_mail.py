"""Every mail about games, in every language: no name of a variable, and no gap where a value should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import base, engines
from django.templatetags import i18n

from games.models import Notice
from games.notices.mail import message_for, message_for_several

from .tables import now_at, view
from .test_mail import html_of, last_notice

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in settings.LANGUAGES]
RAW = re.compile(r"%\(\w*\)s?|\{\{|\}\}|\{%|%\}|\bNone\b|⚠")


@pytest.fixture(autouse=True)
def _strict_templates() -> Iterator[None]:
    """A variable that is not given is shown as ⚠, and one that is empty fails the test."""
    render = base.render_value_in_context

    def render_something(value: Any, context: Any) -> str:
        text = render(value, context)
        assert text.strip() or text in (" ", "\n"), f"an empty variable in {context.template_name}"
        return text

    engine: Any = engines["django"].engine  # type: ignore[attr-defined]
    with (
        mock.patch.object(engine, "string_if_invalid", "⚠%s⚠"),
        mock.patch.object(base, "render_value_in_context", render_something),
        mock.patch.object(i18n, "render_value_in_context", render_something),
    ):
        yield


def check(message: EmailMultiAlternatives) -> None:
    for text in (str(message.subject), str(message.body), html_of(message)):
        assert not RAW.search(text), text
        assert text.strip()
    assert not re.search("^[:.,]", str(message.body), re.MULTILINE), message.body  # the end of a line above it
    assert len(str(message.subject)) < 120


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Notice.Kind.values)
def test_each_kind_of_notice_is_told_without_a_gap(kind, language):
    notice = last_notice(kind)
    notice.user.language = language
    check(message_for(notice, view(notice.game, notice.user, now_at(notice.game))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_notices_are_told_without_a_gap(language):
    turn, start = last_notice("your_turn"), None
    turn.user.language = language
    start = Notice(pk=turn.pk + 1, user=turn.user, game=turn.game, kind="started", hand_number=1)
    told = [(notice, view(notice.game, turn.user)) for notice in (turn, start)]
    check(message_for_several(told))
    check(message_for_several(told[:1] * 2))
    check(message_for_several(told[1:] * 2))


def test_a_gap_would_be_noticed():
    template = engines["django"].from_string("{{ nothing }} {{ empty }}")
    with pytest.raises(AssertionError, match="an empty variable"):
        template.render({"empty": ""})
    assert RAW.search(engines["django"].from_string("{{ nothing }}").render({}))
