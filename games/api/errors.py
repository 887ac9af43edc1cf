"""Where refusals become statuses. Each answer has a stable ``code`` and a sentence under ``detail``."""

from __future__ import annotations

import logging
from typing import Any

from django.db import InterfaceError, OperationalError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.response import Response

from games.engine.hand import IllegalMove
from games.log import LogBroken
from games.services import errors
from games.services.errors import GameError
from games.words import refusal

from .shapes import ErrorShape

logger = logging.getLogger(__name__)

STATUSES: dict[type[GameError], int] = {
    errors.AccountNeeded: status.HTTP_403_FORBIDDEN,
    errors.NotSeated: status.HTTP_403_FORBIDDEN,
    errors.NotTheHost: status.HTTP_403_FORBIDDEN,
    errors.NoSuchGame: status.HTTP_404_NOT_FOUND,
    errors.AlreadyBegun: status.HTTP_409_CONFLICT,
    errors.AlreadySeated: status.HTTP_409_CONFLICT,
    errors.GameNotOver: status.HTTP_409_CONFLICT,
    errors.HandNotOver: status.HTTP_409_CONFLICT,
    errors.HasResigned: status.HTTP_409_CONFLICT,
    errors.NotABotsSeat: status.HTTP_409_CONFLICT,
    errors.NotBeingPlayed: status.HTTP_409_CONFLICT,
    errors.NotYourTurn: status.HTTP_409_CONFLICT,
    errors.SeatCovered: status.HTTP_409_CONFLICT,
    errors.SeatNotCovered: status.HTTP_409_CONFLICT,
    errors.StaleMove: status.HTTP_409_CONFLICT,
    errors.TableClosed: status.HTTP_409_CONFLICT,
    errors.TableFull: status.HTTP_409_CONFLICT,
    errors.TooManyTables: status.HTTP_409_CONFLICT,
    errors.BadOptions: status.HTTP_422_UNPROCESSABLE_ENTITY,
    errors.NoSuchPlayer: status.HTTP_422_UNPROCESSABLE_ENTITY,
}
RETRY_AFTER = 2  # seconds


class NotACard(APIException):
    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "not_a_card"
    default_detail = gettext_lazy(
        "That is not a card. Write rank then suit: JS is the jack of spades, TH the ten of hearts."
    )


def answer(error: Exception) -> Response | None:
    """Return the answer to a refusal by the game, by the rules or by the database; None for any other error."""
    if isinstance(error, GameError):
        return _refused(error.code, str(error), STATUSES[type(error)])
    if isinstance(error, IllegalMove):
        return _refused(error.code, refusal(error), status.HTTP_422_UNPROCESSABLE_ENTITY)
    if isinstance(error, OperationalError | InterfaceError):
        logger.warning("the database did not answer: %s", error)
        answer = _refused("try_again", _("The site is busy. Try again in a moment."), 503)
        answer["Retry-After"] = str(RETRY_AFTER)
        return answer
    if isinstance(error, LogBroken):
        logger.error("a game cannot be replayed: %s", error)
        return _refused("game_broken", _("This game cannot be shown: its record is damaged. We have been told."), 503)
    return None


def stale(error: errors.StaleMove) -> dict[str, Any]:
    """What is said to who comes too late; the table goes with it."""
    return {"code": error.code, "detail": str(error)}


def refusals(*statuses: int) -> dict[int, Any]:
    """Describe the answers of these *statuses* for the schema."""
    return dict.fromkeys(statuses, ErrorShape)


def _refused(code: str, sentence: str, status_code: int) -> Response:
    return Response({"code": code, "detail": sentence}, status=status_code)
