"""The mails about games: one for each kind of notice, made from what its reader may see of the table."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import timezone, translation

from accounts.mail import absolute, render_message
from games.engine.cards import Card
from games.models import Notice
from games.services import looking
from games.table import MoveInfo, TableView
from games.words import listed

from .contents import end_contents, hand_contents, invitation_contents, turn_contents


def message_for(notice: Notice, table: TableView) -> EmailMultiAlternatives:
    """Return the mail that tells *notice* to its user, who sees *table*. Nothing is sent."""
    user = notice.user
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(user.zone):
        context = _context(notice, table)
    return render_message(
        f"mail/games/{notice.kind}",
        context,
        to=user.confirmed_email,
        language=language,
        zone=user.zone,
        headers=_headers(notice),
    )


def message_id(notice: Notice) -> str:
    """Return the Message-ID of a notice, the same in every try: so a mailbox can tell a mail that came twice."""
    return f"<notice-{notice.pk}.{notice.game.slug}@{_host()}>"


def _headers(notice: Notice) -> dict[str, str]:
    """Put all mails about a game in one thread; its first message is none that was ever sent."""
    thread = f"<game-{notice.game.slug}@{_host()}>"
    return {"Message-ID": message_id(notice), "In-Reply-To": thread, "References": thread}


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _context(notice: Notice, table: TableView) -> dict[str, Any]:
    common = {
        "slug": table.slug,
        "url": _address(table),
        "entries": table.entries,
        "head": table.head,
        "others": listed([seat.name for seat in table.seats if not seat.is_me and not seat.is_free]),
    }
    return common | _CONTEXTS[Notice.Kind(notice.kind)](notice, table)


def _address(table: TableView) -> str:
    return absolute(reverse("games:game", args=[table.slug]))


def _turn(notice: Notice, table: TableView) -> dict[str, Any]:
    return turn_contents(table)


def _bot_played(notice: Notice, table: TableView) -> dict[str, Any]:
    missed = _missed_move(notice, table)
    context = {**hand_contents(table), "missed": missed.move, "is_covered": False}
    context["missed_card"] = missed.move if isinstance(missed.move, Card) else None
    if table.me is not None and table.me.is_covered:
        context |= {"is_covered": True, "url": _address(table) + "#take-seat-back"}
    return context


def _game_over(notice: Notice, table: TableView) -> dict[str, Any]:
    sheet_url = absolute(reverse("games:score_sheet", args=[table.slug]))
    return {**end_contents(table), "sheet_url": sheet_url}


def _invitation(notice: Notice, table: TableView) -> dict[str, Any]:
    url = absolute(reverse("games:invitation", args=[notice.game.invite]))
    inviter = notice.inviter.username if notice.inviter else table.host
    return {**invitation_contents(table), "url": url, "inviter": inviter}


_CONTEXTS = {
    Notice.Kind.YOUR_TURN: _turn,
    Notice.Kind.DEADLINE_NEAR: _turn,
    Notice.Kind.BOT_PLAYED: _bot_played,
    Notice.Kind.GAME_OVER: _game_over,
    Notice.Kind.INVITATION: _invitation,
}


def _missed_move(notice: Notice, table: TableView) -> MoveInfo:
    """Return the move that the bot made for the reader; the game may be hands ahead of it."""
    for hand in (table.hand, table.previous_hand):
        if hand is not None and hand.number == notice.hand_number:
            return hand.moves[notice.ply - 1]
    old = looking.see_hand(slug=table.slug, user=notice.user, number=notice.hand_number)
    return old.moves[notice.ply - 1]
