"""Sentences of the table in the reader's language: whose turn it is and what it means."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import outgoing
from games.engine.cards import JACKS, Card
from games.engine.view import SeatView
from games.models import Game
from games.table import TableView
from games.words import card_name, listed, suit_name, task


def sentence(table: TableView) -> str:
    """Say whose turn it is and what they may do."""
    if table.status == Game.Status.FINISHED:
        return _("The game is over")
    if table.to_play is None or table.hand is None:
        return _("Waiting for players")
    if not table.is_my_turn:
        seat = table.seats[table.to_play]
        if seat.is_me:
            return _("A bot plays your seat")
        if seat.is_played_by_bot:
            return _("%(name)s is playing") % {"name": seat.name}
        return _("Waiting for %(name)s") % {"name": seat.name}
    return _("Your turn: %(task)s") % {"task": task(table.hand.view)}


def explanation(table: TableView) -> str:
    """Say who takes the trick in play so far, and what it costs."""
    if table.hand is None or not table.hand.view.trick.cards:
        return ""
    trick = table.hand.view.trick
    taker = table.seats[trick.taker]
    jacks = [_with_article(card) for card in trick.cards if card in JACKS]
    if not jacks:
        return (
            _("You take this trick so far.")
            if taker.is_me
            else _("%(name)s takes this trick so far.") % {"name": taker.name}
        )
    cost = ngettext("%(count)s point", "%(count)s points", trick.penalty) % {"count": trick.penalty}
    words = {"name": taker.name, "jacks": listed(jacks), "cost": cost}
    if taker.is_me:
        return _("You take this trick so far, with %(jacks)s: %(cost)s.") % words
    return _("%(name)s takes this trick so far, with %(jacks)s: %(cost)s.") % words


def _with_article(jack: Card) -> str:
    # Translators: one of the jacks in a trick: "You take this trick so far, with the jack of spades".
    return pgettext("a jack", "the %(card)s") % {"card": card_name(jack)}


def why_not(view: SeatView) -> str:
    """Say why a card that is held may not be played now."""
    suit = view.trick.suit_led
    return "" if suit is None else _("Follow suit: you hold %(suit)s.") % {"suit": suit_name(suit)}


def webhook_error(code: str) -> str:
    """Say why the last try to post to a webhook has failed."""
    if code.startswith("http_"):
        return _("The answer was %(status)s.") % {"status": code.removeprefix("http_")}
    return {
        outgoing.NO_SUCH_MACHINE: _("There is no machine of this name."),
        outgoing.NOT_PUBLIC: _("This name leads to no public address."),
        outgoing.TOO_SLOW: _("The answer took too long."),
        outgoing.BAD_CERTIFICATE: _("The certificate is not for this name, or nobody vouches for it."),
        outgoing.NO_HTTPS: _("There is no https at this address."),
        outgoing.NO_HTTP: _("What came back is no answer of a web server."),
        outgoing.REFUSED: _("No connection could be made."),
    }.get(code, _("Posting has failed."))
