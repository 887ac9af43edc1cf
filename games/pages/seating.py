"""Before the first hand: a game at once, a new table, joining, inviting, leaving, beginning."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import sign_in_guest
from games.models import Game
from games.services import looking, seating
from games.services.errors import AccountNeeded, AlreadyBegun, GameError, TableClosed

from .forms import InviteForm, NewTableForm
from .present import open_table_context
from .refusals import explained, signed_in


@require_POST
@explained
def play_now(request: HttpRequest) -> HttpResponse:
    """Sit down with three bots, as a visitor where nobody is signed in."""
    given = request.POST
    table = seating.play_against_bots(
        sign_in_guest(request), level=given.get("level", ""), nonce=given.get("nonce", "")
    )
    return redirect("games:game", table.slug)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@explained
def new_table(request: HttpRequest) -> HttpResponse:
    form = NewTableForm(request.POST or None)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                table = seating.open_table(host=request.user, nonce=request.POST.get("nonce", ""), **form.table())
            except AccountNeeded:
                raise
            except GameError as error:
                form.add_error(None, str(error))
            else:
                return redirect("games:game", table.slug)
        status = 422
    return render(request, "games/new_table.html", {"form": form, "current": "new_table"}, status=status)


@never_cache
@require_safe
@explained
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation link leads: who sits there, what is played, and a button to join."""
    table = looking.find_by_invite(invite=token, user=request.user)
    if request.headers.get("HX-Request"):  # the page asks whether it is out of date
        is_so_still = table.my_seat is None and request.GET.get("version") == str(table.version)
        return HttpResponse(status=204) if is_so_still else HttpResponse(headers={"HX-Refresh": "true"})
    if table.my_seat is not None or (table.status != Game.Status.OPEN and table.access == Game.Access.PUBLIC):
        return redirect("games:game", table.slug)
    if table.status != Game.Status.OPEN:  # too late to sit down, and not theirs to see
        raise TableClosed if table.status == Game.Status.CLOSED else AlreadyBegun
    context = open_table_context(table, invite_url="", may_join=True)
    return render(request, "games/invitation.html", {"table": context, "token": token})


@require_POST
@explained
def join(request: HttpRequest, slug: str) -> HttpResponse:
    if not request.user.is_authenticated:
        raise AccountNeeded(_("Sign up, or sign in, to join the table."))
    given = request.POST
    seating.join(slug=slug, user=request.user, invite=given.get("token", ""), nonce=given.get("nonce", ""))
    return redirect("games:game", slug)


@signed_in
@require_POST
@explained
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    seating.leave(slug=slug, user=request.user)
    messages.success(request, _("You have left the table."))
    return redirect("games:lobby")


@signed_in
@require_POST
@explained
def start(request: HttpRequest, slug: str) -> HttpResponse:
    seating.start(slug=slug, user=request.user)
    return redirect("games:game", slug)


@signed_in
@require_POST
@explained
def add_bot(request: HttpRequest, slug: str) -> HttpResponse:
    seating.add_bot(slug=slug, user=request.user, level=request.POST.get("level", ""))
    return redirect("games:game", slug)


@signed_in
@require_POST
@explained
def remove_bot(request: HttpRequest, slug: str) -> HttpResponse:
    text = request.POST.get("seat", "")
    seat = int(text) if text.isascii() and text.isdecimal() and len(text) == 1 else -1
    seating.remove_bot(slug=slug, user=request.user, seat=seat)
    return redirect("games:game", slug)


@signed_in
@require_POST
@explained
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    form = InviteForm(request.POST)
    if form.is_valid():
        seating.invite(slug=slug, user=request.user, name=form.cleaned_data["name"])
        messages.success(request, _("They will be told by mail."))
    else:
        messages.error(request, _("Write the name of a player."))
    return redirect("games:game", slug)
