"""What others show of a link: words, and the picture of `games.pages.pictures`. A private table tells nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.models import Game
from games.services.looking import HandStep
from games.table import TableView
from games.words import listed


@dataclass(frozen=True, slots=True)
class Preview:
    """*url* and *picture* are paths."""

    title: str
    words: str
    url: str
    picture: str


def preview_of_table(table: TableView) -> Preview | None:
    """Return what to show of a link to *table*; None where its reader alone, and who plays there, may see it."""
    if table.access != Game.Access.PUBLIC or table.broken is not None:
        return None
    picture = reverse("games:picture", args=[table.slug])
    return Preview(
        title=title_of_table(table),
        words=_names(table),
        url=reverse("games:game", args=[table.slug]),
        picture=f"{picture}?v={table.version}&language={get_language()}",  # or what was seen before would be shown
    )


def preview_of_hand(hand: HandStep) -> Preview | None:
    """Return what to show of a link to a step of a hand that is over."""
    if hand.table.access != Game.Access.PUBLIC:
        return None
    picture = reverse("games:hand_picture", args=[hand.table.slug, hand.number])
    return Preview(
        title=title_of_hand(hand.table, hand.number),
        words=_names(hand.table),
        url=reverse("games:replay_step", args=[hand.table.slug, hand.number, hand.step]),
        picture=f"{picture}?language={get_language()}",
    )


def title_of_hand(table: TableView, number: int) -> str:
    return _("%(host)s’s table, hand %(number)s") % {"host": table.host, "number": number}


def title_of_table(table: TableView) -> str:
    """Say who won; before that, whose table it is and how far the game has come."""
    if table.status == Game.Status.FINISHED:
        names = [table.seats[seat].name for seat in table.winners]
        if not names:
            return _("Nobody won: all have resigned")
        if len(names) == 1:
            return _("%(name)s won") % {"name": names[0]}
        return _("A shared win: %(names)s") % {"names": ", ".join(names)}
    if table.status == Game.Status.ACTIVE:
        return title_of_hand(table, table.hand_number)
    if table.status == Game.Status.OPEN:
        words = ngettext(
            "%(host)s’s table: %(seats)s seat free", "%(host)s’s table: %(seats)s seats free", table.free_seats
        )
        return words % {"host": table.host, "seats": table.free_seats}
    return _("%(host)s’s table") % {"host": table.host} if table.host else _("A table")


def _names(table: TableView) -> str:
    return listed([seat.name for seat in table.seats if not seat.is_free])
