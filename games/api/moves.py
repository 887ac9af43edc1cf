"""Making a move."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import advising, looking, play
from games.services.errors import StaleMove

from . import examples
from .base import PlayerView
from .errors import MovedOn, refusals
from .inputs.moves import NewMove
from .output import hint_json, table_json
from .shapes.hands import HintShape
from .shapes.tables import StaleShape, TableShape


class HintView(PlayerView):
    @extend_schema(
        summary="Ask for a hint",
        description="In a game against bots and nobody else, at your turn: what a master would play in your place, and "
        "why rather than another card. The same moment gives the same hint.",
        responses={200: HintShape, **refusals(401, 403, 404, 409)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(hint_json(advising.see_hint(slug=slug, user=request.user)))


INPUT = NewMove()  # one for all: it keeps nothing of what it checks, and making it takes longer than the checking


class MovesView(PlayerView):
    @extend_schema(
        summary="Play a card, or declare",
        description="`ply` is the number of the move as the table said it (`hand.ply`): with it a move sent twice, or "
        "from two programs at once, is made once. The same move sent again is answered as it was the first time. "
        "Where the game has moved on the answer is 409 `stale_move`, with the table as it stands under `table`.",
        request=NewMove,
        responses={201: TableShape, **refusals(400, 401, 403, 404, 413, 415, 422), 409: StaleShape},
        examples=[examples.CARD, examples.DECLARATION, examples.TABLE, examples.STALE, examples.MUST_FOLLOW],
    )
    def post(self, request: Request, slug: str) -> Response:
        move = INPUT.run_validation(request.data)
        try:
            table = play.play(slug=slug, user=request.user, **move)
        except StaleMove as error:
            table = looking.see_table(slug=slug, user=request.user)
            raise MovedOn(error, table_json(table)) from None
        return Response(table_json(table), status=status.HTTP_201_CREATED)
