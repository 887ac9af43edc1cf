"""Sentences of the table in the reader's language: whose turn it is, what it means, what a clock allows."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.cards import JACKS, Card
from games.engine.view import SeatView
from games.models import Game
from games.table import TableView
from games.words import card_name, listed, suit_name


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
    return _what_to_do(table.hand.view)


def _what_to_do(view: SeatView) -> str:
    if view.must_declare:
        return _("Your turn: declare the general or pass")
    suit = view.trick.suit_led
    if suit is None:
        return _("Your turn: lead to trick %(number)s") % {"number": len(view.tricks) + 1}
    if all(card.suit is suit for card in view.legal):
        return _("Your turn: follow %(suit)s") % {"suit": suit_name(suit)}
    return _("Your turn: discard, you have no %(suit)s") % {"suit": suit_name(suit)}


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


def clock(move_time: timedelta) -> str:
    """Say how long a player has for each move."""
    seconds = int(move_time.total_seconds())
    if seconds % 86400 == 0:
        count = seconds // 86400
        return ngettext("%(count)s day a move", "%(count)s days a move", count) % {"count": count}
    if seconds % 3600 == 0:
        count = seconds // 3600
        return ngettext("%(count)s hour a move", "%(count)s hours a move", count) % {"count": count}
    count = seconds // 60
    return ngettext("%(count)s minute a move", "%(count)s minutes a move", count) % {"count": count}
