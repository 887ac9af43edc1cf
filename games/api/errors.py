"""Where refusals become statuses. Each answer has a stable ``code`` and a sentence under ``detail``."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import status

from accounts.api.errors import ApiProblem, ProblemShape, register
from games.engine.hand import IllegalMove
from games.services import errors
from games.services.errors import GameError
from games.words import refusal

STATUSES: dict[type[GameError], int] = {
    errors.AccountNeeded: status.HTTP_403_FORBIDDEN,
    errors.NotReliableEnough: status.HTTP_403_FORBIDDEN,
    errors.NotSeated: status.HTTP_403_FORBIDDEN,
    errors.NotTheHost: status.HTTP_403_FORBIDDEN,
    errors.NoSuchGame: status.HTTP_404_NOT_FOUND,
    errors.AlreadyBegun: status.HTTP_409_CONFLICT,
    errors.AlreadySeated: status.HTTP_409_CONFLICT,
    errors.GameNotOver: status.HTTP_409_CONFLICT,
    errors.HandNotOver: status.HTTP_409_CONFLICT,
    errors.HasResigned: status.HTTP_409_CONFLICT,
    errors.NoHintsHere: status.HTTP_409_CONFLICT,
    errors.NotABotsSeat: status.HTTP_409_CONFLICT,
    errors.NotBeingPlayed: status.HTTP_409_CONFLICT,
    errors.NotYourTurn: status.HTTP_409_CONFLICT,
    errors.NothingToPlan: status.HTTP_409_CONFLICT,
    errors.ReviewFailed: status.HTTP_409_CONFLICT,
    errors.SeatCovered: status.HTTP_409_CONFLICT,
    errors.SeatNotCovered: status.HTTP_409_CONFLICT,
    errors.StaleMove: status.HTTP_409_CONFLICT,
    errors.TableClosed: status.HTTP_409_CONFLICT,
    errors.TableFull: status.HTTP_409_CONFLICT,
    errors.TooManyGames: status.HTTP_409_CONFLICT,
    errors.TooManyTables: status.HTTP_409_CONFLICT,
    errors.GameBroken: status.HTTP_503_SERVICE_UNAVAILABLE,
    errors.BadOptions: status.HTTP_422_UNPROCESSABLE_ENTITY,
    errors.NoWebhook: status.HTTP_404_NOT_FOUND,
    errors.BadPlan: status.HTTP_422_UNPROCESSABLE_ENTITY,
    errors.BadMessage: status.HTTP_422_UNPROCESSABLE_ENTITY,
    errors.TooManyMessages: status.HTTP_409_CONFLICT,
    errors.BadSubscription: status.HTTP_422_UNPROCESSABLE_ENTITY,
    errors.BadWebhook: status.HTTP_422_UNPROCESSABLE_ENTITY,
    errors.NoSuchPlayer: status.HTTP_422_UNPROCESSABLE_ENTITY,
}
for kind, status_code in STATUSES.items():
    register(kind, status_code)


class NotACard(ApiProblem):
    default_code = "not_a_card"
    default_detail = _("That is not a card. Write rank then suit: JS is the jack of spades, TH the ten of hearts.")


class AgainstTheRules(ApiProblem):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY

    def __init__(self, error: IllegalMove) -> None:
        super().__init__(refusal(error), error.code)


class MovedOn(ApiProblem):
    """A move that comes too late; the table as it stands goes with it."""

    status_code = status.HTTP_409_CONFLICT

    def __init__(self, error: errors.StaleMove, table: dict[str, Any]) -> None:
        super().__init__(str(error), error.code, extra={"table": table})


def as_problem(error: Exception) -> Exception:
    """Put an error that has no words for the reader into some."""
    if isinstance(error, IllegalMove):
        return AgainstTheRules(error)
    return error


def refusals(*statuses: int) -> dict[int, Any]:
    """Describe the answers of these *statuses*, and 503, which any request may get."""
    return dict.fromkeys([*statuses, status.HTTP_503_SERVICE_UNAVAILABLE], ProblemShape)
