"""The page of a game: the open table, the table being played, the finished game; and what is done on it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.mail import absolute
from games.engine.cards import Card, NotACard
from games.engine.hand import DECLARATIONS, IllegalMove
from games.engine.hand import Move as EngineMove
from games.models import Game
from games.services import absence, advising, looking, plans, play, rematching, saying
from games.services.errors import GameBroken, GameError, HasResigned, NotBeingPlayed, NotSeated
from games.table import TableView
from games.words import refusal

from .forms import InviteForm
from .plans import plan_context
from .present import finished_context, open_table_context, table_context
from .previews import preview_of_table
from .refusals import explained, signed_in
from .review import hint_context


class HtmxRequest(HttpRequest):
    """A request as `HtmxMiddleware` hands it on."""

    htmx: HtmxDetails


NO_PLY = 1000  # no hand has as many
FRAGMENTS = {"open": "open-table", "active": "table"}  # what htmx swaps on the pages that follow


@never_cache
@require_safe
@explained
def game(request: HtmxRequest, slug: str) -> HttpResponse:
    return show(request, looking.see_table(slug=slug, user=request.user))


@never_cache
@require_safe
@explained
def table_fragment(request: HtmxRequest, slug: str) -> HttpResponse:
    """What the page asks for again and again: nothing (204) while nothing has changed."""
    table = looking.see_table(slug=slug, user=request.user)
    if request.GET.get("version") == str(table.version):
        return HttpResponse(status=204)
    if request.htmx.target != FRAGMENTS.get(table.status):  # it has begun, or is over: another page
        return HttpResponse(headers={"HX-Refresh": "true"})
    return show(request, table)


@signed_in
@require_POST
@explained
def play_card(request: HtmxRequest, slug: str) -> HttpResponse:
    try:
        move: EngineMove = Card.parse(request.POST.get("card", ""))
    except NotACard:
        return _refuse(request, slug, _("That is no move. Here is the table as it stands."), 400)
    return _make_move(request, slug, move)


@signed_in
@require_POST
@explained
def declare(request: HtmxRequest, slug: str) -> HttpResponse:
    word = request.POST.get("declaration", "")
    for declaration in DECLARATIONS:
        if word == declaration:
            return _make_move(request, slug, declaration)
    return _refuse(request, slug, _("That is no move. Here is the table as it stands."), 400)


@login_required
@never_cache
@require_safe
@explained
def hint(request: HtmxRequest, slug: str) -> HttpResponse:
    """The table, with what a master would play: for who plays against bots alone and asks for it."""
    found = advising.see_hint(slug=slug, user=request.user)
    return show(request, found.table, hint=hint_context(found))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@explained
def resign(request: HtmxRequest, slug: str) -> HttpResponse:
    """Ask first; then do it."""
    if request.method == "POST":
        absence.resign(slug=slug, user=request.user)
        return redirect("games:game", slug)
    table = looking.see_table(slug=slug, user=request.user)
    _check_may_resign(table)
    return render(request, "games/resign.html", {"game": {"slug": table.slug}})


def _check_may_resign(table: TableView) -> None:
    """Refuse the question where the answer would be refused.

    :raises NotSeated, NotBeingPlayed, HasResigned: as `absence.resign` would.
    """
    if table.me is None:
        raise NotSeated
    if table.status != Game.Status.ACTIVE:
        raise NotBeingPlayed
    if table.me.has_resigned:
        raise HasResigned


@signed_in
@require_POST
@explained
def take_seat_back(request: HtmxRequest, slug: str) -> HttpResponse:
    absence.take_back(slug=slug, user=request.user)
    return redirect("games:game", slug)


@signed_in
@require_POST
@explained
def say(request: HtmxRequest, slug: str) -> HttpResponse:
    """Write to the others at the table."""
    saying.say(slug=slug, user=request.user, text=request.POST.get("text", ""))
    return redirect(reverse("games:game", args=[slug]) + "#messages")


@signed_in
@require_POST
@explained
def rematch(request: HtmxRequest, slug: str) -> HttpResponse:
    """Open a table to play again, or sit down at the one another has opened."""
    return redirect("games:game", rematching.play_again(slug=slug, user=request.user).slug)


@never_cache
@require_safe
@explained
def record(request: HtmxRequest, slug: str) -> HttpResponse:
    """The record of a finished game, as a file."""
    with_reviews = request.GET.get("review") == "true"
    data = looking.record_of(slug=slug, user=request.user, with_reviews=with_reviews)
    disposition = f'attachment; filename="polignac-{slug}.json"'
    return JsonResponse(data, json_dumps_params={"indent": 1}, headers={"Content-Disposition": disposition})


def show(
    request: HtmxRequest, table: TableView, *, error: str | None = None, hint: Any = None, status: int = 200
) -> HttpResponse:
    """Show a table as its state asks for; to htmx only the part that changes."""
    template, context = _page_of(request, table)
    if request.htmx:
        template = template.replace("/", "/_")
    words = {"table": context, "error": error, "hint": hint, "preview": preview_of_table(table), **_forms(table)}
    return render(request, template, words, status=status)


def _page_of(request: HtmxRequest, table: TableView) -> tuple[str, dict[str, Any]]:
    if table.broken is not None:
        raise GameBroken
    if table.status == Game.Status.ACTIVE:
        return "games/table.html", table_context(table, looking.see_sittings(table))
    if table.status == Game.Status.FINISHED:
        return "games/finished.html", finished_context(table, looking.see_sittings(table))
    invite_url = absolute(reverse("games:invitation", args=[table.invite])) if table.invite else ""
    may_join = request.user.is_authenticated and not request.user.is_guest
    return "games/open_table.html", open_table_context(table, invite_url=invite_url, may_join=may_join)


def _forms(table: TableView) -> dict[str, Any]:
    if table.status == Game.Status.ACTIVE:
        return {"plan": plan_context(plans.plan_at(table))}
    has_form = table.status == Game.Status.OPEN and table.my_seat is not None
    return {"invite_form": InviteForm() if has_form else None}


def _make_move(request: HtmxRequest, slug: str, move: EngineMove) -> HttpResponse:
    try:
        table = play.play(slug=slug, user=request.user, ply=_ply(request), move=move)
    except IllegalMove as error:
        return _refuse(request, slug, refusal(error), 422)
    except GameError as error:
        return _refuse(request, slug, str(error), 409)
    if not request.htmx:
        return redirect("games:game", slug)
    if table.status != Game.Status.ACTIVE:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return show(request, table)


def _ply(request: HtmxRequest) -> int:
    """Return the ply the page showed; what is no ply is one that nobody can be at."""
    text = request.POST.get("ply", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else NO_PLY


def _refuse(request: HtmxRequest, slug: str, sentence: str, status: int) -> HttpResponse:
    """Say why a move was refused and show the table as it stands.

    :raises NoSuchGame: if the reader may not even see it.
    """
    table = looking.see_table(slug=slug, user=request.user)
    if request.htmx and table.status != Game.Status.ACTIVE:
        messages.error(request, sentence)
        return HttpResponse(headers={"HX-Refresh": "true"})
    return show(request, table, error=sentence, status=status)
