"""Lists of games, new tables, and the table as somebody sees it."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.inputs import checked
from games.models import Game
from games.models.game import GameQuerySet
from games.services import looking, seating
from games.table import TableView

from . import examples
from .base import OpenView, asked
from .errors import refusals
from .inputs.queries import GamesQuery
from .inputs.tables import NewTable
from .output import row_json, table_json
from .shapes.tables import PageShape, TableShape


class GamesView(OpenView):
    @extend_schema(
        operation_id="games_list",
        summary="List games",
        description="Games you may see: your own and every public one, the newest first. The filters add up.",
        parameters=[GamesQuery],
        responses={200: PageShape, **refusals(400, 401)},
        examples=[examples.PAGE],
    )
    def get(self, request: Request) -> Response:
        query = asked(GamesQuery, request)
        games = _chosen(request.user, query)
        count, offset, limit = games.count(), query["offset"], query["limit"]
        results = [row_json(game, request.user) for game in games.with_seats()[offset : offset + limit]]
        following = _page_at(request, offset + limit) if offset + limit < count else None
        before = _page_at(request, max(offset - limit, 0)) if offset else None
        return Response({"count": count, "next": following, "previous": before, "results": results})

    @extend_schema(
        summary="Open a table",
        description="You sit in seat 0 and are its host; bots take the last seats. With no seat left free the game "
        "begins at once. Visitors play against bots: with `bots` one less than `players`.",
        request=NewTable,
        responses={201: TableShape, **refusals(400, 401, 403, 409, 413, 415, 422)},
        examples=[examples.NEW_TABLE, examples.BANK_OF_TIME, examples.TABLE],
    )
    def post(self, request: Request) -> Response:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        table = seating.open_table(host=request.user, **checked(NewTable, request))
        return Response(table_json(table), status=status.HTTP_201_CREATED)


class GameView(OpenView):
    @extend_schema(
        summary="See a table",
        description="The table as you see it: your own cards, what has been played, whose turn it is. Ask again with "
        "the `ETag` of the last answer in `If-None-Match`: as long as nothing has changed the answer is 304, without "
        "a body.",
        parameters=[OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The last `ETag`.")],
        responses={200: TableShape, 304: OpenApiResponse(description="Nothing has changed."), **refusals(401, 404)},
        examples=[examples.TABLE],
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        table = looking.see_table(slug=slug, user=request.user)
        etag = _etag(table, request.user)
        response = Response(table_json(table), headers={"ETag": etag})
        return get_conditional_response(request._request, etag=etag, response=response) or response


def _chosen(user: Any, query: dict[str, Any]) -> GameQuerySet:
    """The games that *query* asks for, of those *user* may see."""
    if not user.is_authenticated and (query.get("mine") or query.get("my_turn")):
        raise NotAuthenticated
    games = Game.objects.seen_by(user).exclude(status=Game.Status.CLOSED).order_by("-created", "-pk")
    if query.get("status"):
        games = games.filter(status=query["status"])
    if query.get("mine"):
        games = games.played_by(user)
    if query.get("player"):
        games = games.played_by_name(query["player"])
    if query.get("lobby"):
        games = games.in_lobby()
    if query.get("my_turn"):
        games = games.awaiting(user)
    return games


def _page_at(request: Request, offset: int) -> str:
    query = urlencode(request.query_params.dict() | {"offset": str(offset)})
    return request.build_absolute_uri(f"{request.path}?{query}")


def _etag(table: TableView, user: Any) -> str:
    """Name what *user* sees: the version goes up with every deed, but names change without one when a visitor signs up.

    It is weak, because `now` differs in every answer, and `seen_before` with every visit.
    """
    names = [(seat.name, seat.is_guest, seat.is_on_holiday) for seat in table.seats]
    shown = f"{table.slug} {table.version} {user.pk} {names} {table.muted}"
    return f'W/"{hashlib.sha256(shown.encode()).hexdigest()[:24]}"'
