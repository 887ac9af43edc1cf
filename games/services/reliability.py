"""How reliably a player plays, for everybody to see: counted from the log, as docs/what-counts.md says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q

from games.models import Game, Holder, Move, Seat

from .errors import NotReliableEnough

OWN = (Move.By.PLAYER, Move.By.PLAN)
FIRST_TURNS = 20  # of a player, before they can be judged by them


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the games of a player with other people. Moves that a bot made while it held the seat count neither way."""

    turns: int  # made by the player, or missed
    in_time: int
    finished: int  # games played to their end
    resigned: int

    @property
    def percent_in_time(self) -> int | None:
        """Turns made in time of all, rounded down so that one that was missed shows; None without any."""
        return self.in_time * 100 // self.turns if self.turns else None


def reliability_of(player: Any) -> Reliability:
    """Count the turns and games of *player*: two queries."""
    turns = _turns_of(player)
    with_others = Exists(_others_of(player, OuterRef("game")))
    games = Seat.objects.filter(with_others, user=player).aggregate(
        finished=Count("pk", filter=Q(game__status=Game.Status.FINISHED) & ~Q(holder=Holder.RESIGNED)),
        resigned=Count("pk", filter=Q(holder=Holder.RESIGNED)),
    )
    return Reliability(turns["all"], turns["in_time"], games["finished"], games["resigned"])


def check_reliability(player: Any, minimum: int | None) -> None:
    """Refuse a player who makes fewer of their turns in time than a table asks for: one query, where it asks.

    Who has had fewer than `FIRST_TURNS` is taken at their word.

    :raises NotReliableEnough: with how it stands.
    """
    if minimum is None:
        return
    turns = _turns_of(player)
    if turns["all"] >= FIRST_TURNS and turns["in_time"] * 100 < minimum * turns["all"]:
        raise NotReliableEnough(minimum, turns["in_time"] * 100 // turns["all"])


def _turns_of(player: Any) -> dict[str, int]:
    with_others = Exists(_others_of(player, OuterRef("hand__game")))
    moves = Move.objects.filter(with_others, hand__game__seats__user=player, hand__game__seats__number=F("seat"))
    return moves.filter(by__in=(*OWN, Move.By.TIMEOUT)).aggregate(
        all=Count("pk"), in_time=Count("pk", filter=Q(by__in=OWN))
    )


def _others_of(player: Any, game: Any) -> Any:
    """Seats of other people in a game, also of those who have resigned."""
    return Seat.objects.filter(game=game, user__isnull=False).exclude(user=player)
