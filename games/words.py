"""Words of the card table in the reader's language: the names of cards, and why the rules forbid a move.

A card is its two characters, such as ``JS``, or anything whose ``str()`` is that.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.clock import Clock
from games.engine.hand import IllegalMove
from games.engine.view import SeatView

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise  # known to the type stubs only

_RANKS: dict[str, _StrPromise] = {
    "7": pgettext_lazy("rank of a card", "seven"),
    "8": pgettext_lazy("rank of a card", "eight"),
    "9": pgettext_lazy("rank of a card", "nine"),
    "T": pgettext_lazy("rank of a card", "ten"),
    "J": pgettext_lazy("rank of a card", "jack"),
    "Q": pgettext_lazy("rank of a card", "queen"),
    "K": pgettext_lazy("rank of a card", "king"),
    "A": pgettext_lazy("rank of a card", "ace"),
}
_SUITS: dict[str, _StrPromise] = {
    "S": pgettext_lazy("suit of cards", "spades"),
    "H": pgettext_lazy("suit of cards", "hearts"),
    "D": pgettext_lazy("suit of cards", "diamonds"),
    "C": pgettext_lazy("suit of cards", "clubs"),
}
# Translators: the name of a card, such as "jack of spades".
_NAME = pgettext_lazy("a card", "%(rank)s of %(suit)s")


def card_text(card: object) -> str:
    """Return the two characters of *card*.

    :raises ValueError: if it is none.
    """
    text = str(card)
    if len(text) != 2 or text[0] not in _RANKS or text[1] not in _SUITS:
        raise ValueError(f"{text!r} is no card: a rank of 789TJQKA and a suit of SHDC are needed")
    return text


def suit_letter(value: object) -> str:
    """Return the letter of a suit, or of a card's suit.

    :raises ValueError: if it is neither.
    """
    text = str(value)
    return text if text in _SUITS else card_text(text)[1]


def card_name(card: object) -> str:
    """Return the name of *card*: ``jack of spades``."""
    text = card_text(card)
    return str(_NAME) % {"rank": _RANKS[text[0]], "suit": _SUITS[text[1]]}


def rank_name(card: object) -> str:
    """Return the name of the rank of *card*: ``jack``."""
    return str(_RANKS[card_text(card)[0]])


def suit_name(suit: object) -> str:
    """Return the name of a suit, or of a card's suit: ``spades``."""
    return str(_SUITS[suit_letter(suit)])


def listed(names: Sequence[str]) -> str:
    """Write names as a sentence does: ``Ana, Ben and Cat``."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def refusal(error: IllegalMove) -> str:
    """Say why the rules forbid a move, and where it helps what to do instead."""
    if error.code == "must_follow" and error.suit is not None:
        return _("Follow suit: you hold %(suit)s.") % {"suit": suit_name(error.suit)}
    if error.code == "not_held" and error.card is not None:
        return _("You do not hold this card: %(card)s.") % {"card": card_name(error.card)}
    return {
        "hand_over": _("The hand is over."),
        "must_declare": _("First declare the general or pass."),
        "must_not_declare": _("There is nothing to declare now."),
    }[error.code]


def task(view: SeatView) -> str:
    """Say what the seat to play has to do: ``follow spades``."""
    if view.must_declare:
        return _("declare the general or pass")
    suit = view.trick.suit_led
    if suit is None:
        return _("lead to trick %(number)s") % {"number": len(view.tricks) + 1}
    if all(card.suit is suit for card in view.legal):
        return _("follow %(suit)s") % {"suit": suit_name(suit)}
    return _("discard, you have no %(suit)s") % {"suit": suit_name(suit)}


def clock_in_words(clock: Clock) -> str:
    """Say how long a player has: for each move, or at first and how much each move adds up to what limit."""
    if clock.is_per_move:
        return _time_for_a_move(clock.increment)
    # Translators: a clock with a bank of time: "24 hours, and 4 hours more a move up to 72 hours".
    return _("%(bank)s, and %(increment)s more a move up to %(cap)s") % {
        "bank": time_in_words(clock.bank),
        "increment": time_in_words(clock.increment),
        "cap": time_in_words(clock.cap),
    }


def time_in_words(time: timedelta) -> str:
    """Say how long a time is, in its two largest units at most: ``2 days 3 hours``, ``36 hours``, ``10 minutes``.

    Up to three days it is told in hours.
    """
    minutes = max(0, int(time.total_seconds())) // 60
    days, hours = divmod(minutes // 60, 24)
    if days > 3 or (days == 3 and hours):
        rest = ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours} if hours else ""
        return " ".join(filter(None, [ngettext("%(count)s day", "%(count)s days", days) % {"count": days}, rest]))
    hours, minutes = divmod(minutes, 60)
    words = [ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}] if hours else []
    if minutes or not hours:
        words.append(ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes})
    return " ".join(words)


def time_left_in_words(left: timedelta) -> str:
    """Say how much time is left: ``1 day 4 hr left``. Open pages go on with it by ``static/games/site.js``."""
    minutes = int(left.total_seconds() // 60)
    if left <= timedelta(0):
        return _("time is up")
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    words = [ngettext("%(count)s day", "%(count)s days", days) % {"count": days}] if days else []
    if hours:
        words.append(_("%(count)s hr") % {"count": hours})
    if minutes or not words:
        words.append(("" if minutes else "< ") + _("%(count)s min") % {"count": minutes or 1})
    return _("%s left") % " ".join(words[:2])


def _time_for_a_move(move_time: timedelta) -> str:
    """Say how long a player has for each move, in the largest unit that is whole."""
    minutes = round(move_time.total_seconds() / 60)
    if minutes % 1440 == 0:
        return ngettext("%(count)s day a move", "%(count)s days a move", minutes // 1440) % {"count": minutes // 1440}
    if minutes % 60 == 0:
        return ngettext("%(count)s hour a move", "%(count)s hours a move", minutes // 60) % {"count": minutes // 60}
    return ngettext("%(count)s minute a move", "%(count)s minutes a move", minutes) % {"count": minutes}
