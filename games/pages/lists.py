"""Lists of games: mine, and the lobby; and the profile of a player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.engine.game import totals_of
from games.models import Game, Holder, Seat
from games.services import profiles
from games.services.errors import NoSuchPlayer

from .sheet import GameLine, line_of

FINISHED_SHOWN = 10
PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    name: str
    is_bot: bool
    is_me: bool
    rank: int | None
    total: int | None
    url: str


@dataclass(frozen=True, slots=True)
class ListedGame:
    game: GameLine
    url: str
    players: tuple[ListedPlayer, ...]
    hand_number: int
    deadline: datetime | None
    to_play_name: str
    finished_at: datetime | None
    opened_at: datetime
    seats_free: int
    my_rank: int | None
    i_won: bool
    is_my_turn: bool
    may_join: bool
    rank: int | None = None  # of the player whose profile lists it


@login_required
@never_cache
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """My turn first, by deadline; then what waits for others; tables still open; the last that are finished."""
    mine = Game.objects.played_by(request.user)
    recent = mine.filter(status=Game.Status.FINISHED).order_by("-finished").values("pk")[: FINISHED_SHOWN + 1]
    shown = mine.filter(Q(status__in=[Game.Status.OPEN, Game.Status.ACTIVE]) | Q(pk__in=recent)).with_seats()
    games = [listed(game, request.user) for game in shown]
    active = sorted((game for game in games if game.game.status == Game.Status.ACTIVE), key=_by_deadline)
    finished = sorted((game for game in games if game.finished_at is not None), key=_by_end, reverse=True)
    context = {
        "current": "my_games",
        "my_turn": [game for game in active if game.is_my_turn],
        "waiting": [game for game in active if not game.is_my_turn],
        "open": [game for game in games if game.game.status == Game.Status.OPEN],
        "finished": finished[:FINISHED_SHOWN],
        "finished_url": reverse("games:finished_games") if len(finished) > FINISHED_SHOWN else "",
    }
    return render(request, "games/my_games.html", context)


@login_required
@never_cache
@require_safe
def finished_games(request: HttpRequest) -> HttpResponse:
    """All my finished games, page by page."""
    games = Game.objects.played_by(request.user).filter(status=Game.Status.FINISHED).order_by("-finished", "-pk")
    page = Paginator(games.with_seats(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "current": "my_games",
        "finished": [listed(game, request.user) for game in page],
        "page_obj": page,
        "only_finished": True,
    }
    return render(request, "games/my_games.html", context)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Tables anybody may join."""
    page = Paginator(Game.objects.in_lobby().with_seats(), PAGE_SIZE).get_page(request.GET.get("page"))
    tables = [listed(game, request.user) for game in page]
    return render(request, "games/lobby.html", {"current": "lobby", "tables": tables, "page_obj": page})


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player: since when, how many games, the last ones that everybody may see."""
    try:
        profile = profiles.see_player(name)
    except NoSuchPlayer:
        raise Http404 from None
    player = profile.player
    recent = (
        Game.objects.seen_by(request.user)
        .filter(status=Game.Status.FINISHED, pk__in=Seat.objects.filter(user=player).values("game"))
        .order_by("-finished", "-pk")[:FINISHED_SHOWN]
    )
    context = {
        "name": profile.name,
        "since": profile.since,
        "is_me": player == request.user,
        "is_bot": False,
        "finished": profile.finished,
        "won": profile.won,
        "reliability": profile.reliability,
        "played_now": profile.active,
        "recent": [replace(listed(game, request.user), rank=_rank(game, player)) for game in recent.with_seats()],
    }
    return render(request, "games/profile.html", {"profile": context})


def listed(game: Game, user: Any) -> ListedGame:
    """Lay out a game for a list, from its copies alone."""
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if seat.user_id is not None and seat.user_id == user.pk), None)
    host = next((seat.name for seat in seats if seat.user_id == game.host_id), "")
    to_play = None if game.to_play is None else seats[game.to_play]
    has_begun = game.status in (Game.Status.ACTIVE, Game.Status.FINISHED)
    totals = totals_of((tuple(points) for points in game.points), game.players) if has_begun else None
    return ListedGame(
        game=line_of(
            game.slug,
            game.status,
            game.access,
            game.rules,
            game.clock,
            game.turns_to_miss,
            game.time_off and game.clock.is_slow,
            game.min_in_time,
            host,
            game.hand_number,
        ),
        url=reverse("games:game", args=[game.slug]),
        players=tuple(
            ListedPlayer(
                name=seat.name,
                is_bot=seat.holder == Holder.BOT,
                is_me=seat is mine,
                rank=seat.rank,
                total=None if totals is None else totals[seat.number],
                url=_profile_url(seat),
            )
            for seat in seats
            if seat.holder != Holder.NOBODY
        ),
        hand_number=game.hand_number,
        deadline=None if to_play is None or to_play.is_played_by_bot else game.deadline,
        to_play_name="" if to_play is None else to_play.name,
        finished_at=game.finished,
        opened_at=game.created,
        seats_free=sum(seat.holder == Holder.NOBODY for seat in seats),
        my_rank=None if mine is None else mine.rank,
        i_won=mine is not None and mine.number in game.winners,
        is_my_turn=mine is not None and _is_turn_of(game, mine),
        may_join=mine is None and user.is_authenticated and not user.is_guest,
    )


def _is_turn_of(game: Game, seat: Seat) -> bool:
    """Whether *game* waits for the person in *seat*; a game that is stopped waits for nobody."""
    return seat.holder == Holder.PERSON and game.to_play == seat.number and game.broken is None


def _rank(game: Game, player: User) -> int | None:
    return next((seat.rank for seat in game.seats.all() if seat.user_id == player.pk), None)


def _profile_url(seat: Seat) -> str:
    if seat.user is None or seat.user.is_guest:
        return ""
    return reverse("games:profile", args=[seat.user.username])


def _by_deadline(game: ListedGame) -> tuple[bool, datetime, str]:
    """The nearest deadline first; where a bot is to play, none is kept waiting."""
    return game.deadline is None, game.deadline or game.opened_at, game.game.slug


def _by_end(game: ListedGame) -> tuple[datetime | None, str]:
    return game.finished_at, game.game.slug
