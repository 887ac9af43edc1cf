"""The picture that goes with a link to a table or to a hand: what an onlooker may see of it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.engine.cards import JACKS, POLIGNAC
from games.engine.view import SeatView
from games.models import Game
from games.services import looking
from games.services.errors import GameError
from games.table import SeatInfo, TableView
from games.words import clock_in_words

from .drawing import Line, Picture, draw
from .previews import title_of_hand, title_of_table
from .sheet import standings
from .words import sentence

KEPT_FOR = 24 * 3600  # seconds, of a picture that was drawn once
MAY_BE_OLD = 300  # seconds, wherever a picture of a public table is kept on the way


@require_safe
def table_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The table as it stands: what has been played for all to see, or who won."""
    table = _seen(lambda: looking.look_on(slug=slug, user=request.user))
    return _answer(request, table, f"{table.version}", lambda: picture_of_table(table))


@require_safe
def hand_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A hand that is over: its points, and who took the jacks."""
    table = _seen(lambda: looking.look_on_hand(slug=slug, user=request.user, number=number))
    return _answer(request, table, f"hand.{number}", lambda: picture_of_hand(table))


def _seen(look: Callable[[], TableView]) -> TableView:
    try:
        table = look()
    except GameError:
        raise Http404 from None
    if table.broken is not None:
        raise Http404
    return table


def _answer(request: HttpRequest, table: TableView, state: str, show: Callable[[], Picture]) -> HttpResponse:
    """Answer with a picture that is drawn once for each *state* of the table and language.

    The language stands in the address: whoever shows a link fetches its picture without a word of the reader's.
    """
    language = request.GET.get("language", "")
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    key = f"picture:{table.slug}:{state}:{language}"
    drawn = cache.get(key)
    if drawn is None:
        with translation.override(language):
            drawn = draw(show(), language)
        cache.set(key, drawn, KEPT_FOR)
    is_public = table.access == Game.Access.PUBLIC
    kept = f"public, max-age={MAY_BE_OLD}" if is_public else "private, no-store"
    return HttpResponse(drawn, content_type="image/png", headers={"Cache-Control": kept})


def picture_of_table(table: TableView) -> Picture:
    """Show *table* as everybody sees it, whoever asked: its reader is nowhere in it."""
    title = title_of_table(table)
    if table.status == Game.Status.FINISHED:
        lines = [Line(line.name, str(line.total), mark="crown" if line.is_winner else "") for line in standings(table)]
        hands = ngettext("after %(hands)s hand", "after %(hands)s hands", len(table.points))
        words = hands % {"hands": len(table.points)}
        return Picture(title, words, tuple(lines), _("Points"), cards=_jacks(), best=_jacks()[0])
    if table.hand is None:
        lines = [Line(_("Free"), mark="free") if seat.is_free else Line(seat.name) for seat in table.seats]
        return Picture(title, _terms(table), tuple(lines), cards=_jacks(), best=_jacks()[0])
    view = table.hand.view
    trick = view.trick if view.trick.cards or not view.tricks else view.tricks[-1]
    best = trick.cards[(trick.taker - trick.leader) % table.rules.players].text if trick.cards else ""
    return Picture(
        title,
        sentence(table),
        tuple(_line_in_play(table, seat) for seat in table.seats),
        _("Points"),
        cards=tuple(card.text for card in trick.cards) or _jacks(),
        best=best,
    )


def _terms(table: TableView) -> str:
    """Say for how many, how long and how fast the game will be."""
    rules = table.rules
    players = ngettext("%(players)s player", "%(players)s players", rules.players) % {"players": rules.players}
    if rules.target is None:
        length = ngettext("%(hands)s hand", "%(hands)s hands", rules.hands or 0) % {"hands": rules.hands}
    else:
        length = _("to %(target)s points") % {"target": rules.target}
    return " · ".join((players, length, clock_in_words(table.clock)))


def _line_in_play(table: TableView, seat: SeatInfo) -> Line:
    assert table.hand is not None
    total = table.totals[seat.number] + table.hand.view.points_so_far[seat.number]
    return Line(seat.name, str(total), mark="turn" if table.to_play == seat.number else "")


def picture_of_hand(table: TableView) -> Picture:
    """Show the points and the jacks of the hand of *table*, which is over."""
    assert table.hand is not None
    view = table.hand.view
    assert view.points is not None
    taken: list[tuple[str, ...]] = [()] * table.rules.players
    for trick in view.tricks:
        taken[trick.taker] += tuple(card.text for card in trick.cards if card in JACKS)
    lines = [
        Line(seat.name, f"{view.points[seat.number]:+d}".replace("+0", "0"), cards=taken[seat.number])
        for seat in table.seats
    ]
    title = title_of_hand(table, table.hand.number)
    return Picture(title, _what_mattered(table, view), tuple(lines), _("Points"))


def _what_mattered(table: TableView, view: SeatView) -> str:
    """Say who declared the general, or else who took the Polignac."""
    if view.declarer is not None:
        return _("%(name)s declared the general") % {"name": table.seats[view.declarer].name}
    takers = [trick.taker for trick in view.tricks if POLIGNAC in trick.cards]
    return _("%(name)s took the Polignac") % {"name": table.seats[takers[0]].name} if takers else ""


def _jacks() -> tuple[str, ...]:
    return tuple(card.text for card in JACKS)
