"""The mails about games: one for each kind of notice, made from what its reader may see of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.mail import absolute, render_message
from accounts.models import User
from games.engine.cards import Card
from games.models import Notice
from games.services import looking, telling
from games.table import MoveInfo, TableView
from games.words import listed

from .contents import end_contents, hand_contents, hand_over_contents, invitation_contents, turn_contents
from .relevance import message_of


def message_for(notice: Notice, table: TableView) -> EmailMultiAlternatives:
    """Return the mail that tells *notice* to its user, who sees *table*. Nothing is sent."""
    with in_terms_of(notice.user):
        context = context_of(notice, table)
    return _render(notice.kind, context, [notice], stop_url=_stop_url(notice.user, notice.kind, table.slug))


def message_for_several(told: Sequence[tuple[Notice, TableView]]) -> EmailMultiAlternatives:
    """Return the mail that tells all of *told* to one reader: each notice with the table as they see it."""
    with in_terms_of(told[0][0].user):
        context = _context_of_several(told)
    return _render("several", context, [notice for notice, _table in told], stop_url=_stop_url(told[0][0].user))


@contextmanager
def in_terms_of(user: Any) -> Iterator[None]:
    """Use the language and the zone of *user*."""
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        yield


def _stop_url(user: User, kind: str = "", slug: str = "") -> str:
    """Return the address that stops such mail: at a glance where it is opened, at once where a program posts to it."""
    return absolute(reverse("games:stop_mail", args=[telling.stop_token(user, kind=kind, slug=slug)]))


def _render(
    template: str, context: dict[str, Any], notices: Sequence[Notice], *, stop_url: str
) -> EmailMultiAlternatives:
    user = notices[0].user
    return render_message(
        f"mail/games/{template}",
        {**context, "stop_url": stop_url},
        to=user.confirmed_email,
        language=user.language or settings.LANGUAGE_CODE,
        zone=user.zone,
        headers=_headers(notices) | _stop_headers(stop_url),
    )


def _message_id(notices: Sequence[Notice]) -> str:
    """Return the Message-ID of a mail, the same in every try: so a mailbox can tell a mail that came twice."""
    keys = ".".join(str(notice.pk) for notice in sorted(notices, key=lambda notice: notice.pk))
    slugs = {notice.game.slug for notice in notices}
    return f"<notice-{keys}.{slugs.pop() if len(slugs) == 1 else 'games'}@{_host()}>"


def _headers(notices: Sequence[Notice]) -> dict[str, str]:
    """Put all mails about one game in one thread; its first message is none that was ever sent."""
    headers = {"Message-ID": _message_id(notices)}
    slugs = {notice.game.slug for notice in notices}
    if len(slugs) == 1:
        thread = f"<game-{slugs.pop()}@{_host()}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    return headers


def _stop_headers(stop_url: str) -> dict[str, str]:
    """Have mail programs show a button that stops such mail (RFC 2369, RFC 8058)."""
    return {"List-Unsubscribe": f"<{stop_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def context_of(notice: Notice, table: TableView) -> dict[str, Any]:
    """Return what the templates of *notice* find; call it in the terms of its reader."""
    common = {
        "slug": table.slug,
        "url": _address(table),
        "entries": table.entries,
        "head": table.head,
        "others": listed([seat.name for seat in table.seats if not seat.is_me and not seat.is_free]),
    }
    return common | _CONTEXTS[Notice.Kind(notice.kind)](notice, table)


def _context_of_several(told: Sequence[tuple[Notice, TableView]]) -> dict[str, Any]:
    """Return a line for each notice, as the subject of its own mail would say it; turns first, by their deadlines."""
    lines = [_line(notice, table) for notice, table in told]
    turns = sorted((line for line in lines if line.deadline is not None), key=lambda line: (line.deadline, line.url))
    rest = [line for line in lines if line.deadline is None]
    return {
        "my_games_url": absolute(reverse("games:my_games")),
        "lines": [*turns, *rest],
        "turns": len({line.slug for line in turns}),
        "has_more": bool(rest),
        "games": len({line.slug for line in lines}),
        "digests": sorted({(line.table_url, line.entries, line.head) for line in lines}),
    }


@dataclass(frozen=True, slots=True)
class Line:
    """One notice among several in a mail."""

    text: str
    url: str
    deadline: datetime | None  # of a turn
    slug: str
    table_url: str
    entries: int
    head: str


def _line(notice: Notice, table: TableView) -> Line:
    context = context_of(notice, table)
    text = " ".join(render_to_string(f"mail/games/{notice.kind}.subject.txt", context).split())
    is_turn = notice.kind in (Notice.Kind.YOUR_TURN, Notice.Kind.DEADLINE_NEAR)
    deadline = table.deadline if is_turn else None
    return Line(text, context["url"], deadline, table.slug, _address(table), table.entries, table.head)


def _address(table: TableView) -> str:
    return absolute(reverse("games:game", args=[table.slug]))


def _turn(notice: Notice, table: TableView) -> dict[str, Any]:
    return turn_contents(table)


def _bot_played(notice: Notice, table: TableView) -> dict[str, Any]:
    missed = _missed_move(notice, table)
    missed_card = missed.move if isinstance(missed.move, Card) else None
    return {**hand_contents(table), "missed": missed.move, "missed_card": missed_card}


def _seat_held(notice: Notice, table: TableView) -> dict[str, Any]:
    return {**_bot_played(notice, table), "url": _address(table) + "#take-seat-back"}


def _hand_over(notice: Notice, table: TableView) -> dict[str, Any]:
    return hand_over_contents(table, notice.hand_number)


def _joined(notice: Notice, table: TableView) -> dict[str, Any]:
    return {**invitation_contents(table), "joiner": notice.about.username if notice.about else ""}


def _started(notice: Notice, table: TableView) -> dict[str, Any]:
    return invitation_contents(table)


def _game_over(notice: Notice, table: TableView) -> dict[str, Any]:
    sheet_url = absolute(reverse("games:score_sheet", args=[table.slug]))
    return {**end_contents(table), "sheet_url": sheet_url}


def _invitation(notice: Notice, table: TableView) -> dict[str, Any]:
    url = absolute(reverse("games:invitation", args=[notice.game.invite]))
    inviter = notice.about.username if notice.about else table.host
    return {**invitation_contents(table), "url": url, "inviter": inviter}


def _message(notice: Notice, table: TableView) -> dict[str, Any]:
    said = message_of(notice, table)
    assert said is not None  # or it would not be told
    return {"sayer": said.name, "text": said.text, "url": _address(table) + "#messages"}


def _holiday_ending(notice: Notice, table: TableView) -> dict[str, Any]:
    return {"end": notice.deadline, "url": absolute(reverse("games:my_games"))}


def _expired(notice: Notice, table: TableView) -> dict[str, Any]:
    contents = invitation_contents(table)
    return {"rules": contents["rules"], "clock": contents["clock"], "url": absolute(reverse("games:new_table"))}


_CONTEXTS = {
    Notice.Kind.YOUR_TURN: _turn,
    Notice.Kind.DEADLINE_NEAR: _turn,
    Notice.Kind.BOT_PLAYED: _bot_played,
    Notice.Kind.SEAT_HELD: _seat_held,
    Notice.Kind.HAND_OVER: _hand_over,
    Notice.Kind.GAME_OVER: _game_over,
    Notice.Kind.INVITATION: _invitation,
    Notice.Kind.REMATCH: _invitation,
    Notice.Kind.MESSAGE: _message,
    Notice.Kind.HOLIDAY_ENDING: _holiday_ending,
    Notice.Kind.TABLE_EXPIRED: _expired,
    Notice.Kind.JOINED: _joined,
    Notice.Kind.STARTED: _started,
}


def _missed_move(notice: Notice, table: TableView) -> MoveInfo:
    """Return the move that the bot made for the reader; the game may be hands ahead of it."""
    for hand in (table.hand, table.previous_hand):
        if hand is not None and hand.number == notice.hand_number:
            return hand.moves[notice.ply - 1]
    old = looking.see_hand(slug=table.slug, user=notice.user, number=notice.hand_number)
    return old.moves[notice.ply - 1]
