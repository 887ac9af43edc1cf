"""A notice in one sentence that anybody may read: for channels which others than its reader may see as well.

It is made from what everybody at the table knows: no card that somebody holds, and not what they have run out of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string

from games.models import Notice
from games.table import TableView

from .channel import Told
from .mail import context_of, in_terms_of

TURNS = (Notice.Kind.YOUR_TURN, Notice.Kind.DEADLINE_NEAR)
# The subjects of these mails tell what their reader has to do, which depends on the cards they hold.
WITH_OWN_WORDS = (*TURNS, Notice.Kind.BOT_PLAYED)
FOR_ALL = ("others", "hand_number", "deadline")  # of what a mail finds, all that those words may use


@dataclass(frozen=True, slots=True)
class PublicLine:
    """What is told of one notice."""

    pk: int
    kind: str
    text: str
    url: str
    slug: str
    hand_number: int
    ply: int
    deadline: datetime | None  # of a turn
    at: datetime


def public_lines(told: Told) -> list[PublicLine]:
    """Return a line for each of *told*, to one reader, in their language and zone; turns first, by their deadlines."""
    with in_terms_of(told[0][0].user):
        lines = [_line(notice, table) for notice, table in told]
    return sorted(lines, key=lambda line: (line.deadline is None, line.deadline or line.at, line.pk))


def as_many_as_fit(lines: Iterable[str], most: int) -> str:
    """Return *lines*, or the first of them, in *most* characters."""
    text = ""
    for line in lines:
        if len(text) + len(line) + 1 > most:
            break
        text += ("\n" if text else "") + line
    return text


def _line(notice: Notice, table: TableView) -> PublicLine:
    context = context_of(notice, table)
    template = f"mail/games/{notice.kind}.subject.txt"
    url = context["url"]
    if notice.kind in WITH_OWN_WORDS:
        context = {name: context[name] for name in FOR_ALL}
        template = f"notices/{notice.kind}.txt"
    is_turn = notice.kind in TURNS
    return PublicLine(
        pk=notice.pk,
        kind=notice.kind,
        text=" ".join(render_to_string(template, context).split()),
        url=url,
        slug=table.slug,
        hand_number=notice.hand_number,
        ply=notice.ply,
        deadline=table.deadline if is_turn else None,
        at=notice.created,
    )
