"""How reliably a player plays: counted from the log, for everybody to see on the profile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q

from games.models import Game, Holder, Move, Seat

OWN = (Move.By.PLAYER, Move.By.PLAN)


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of all games of a player. Moves that a bot made while it held the seat count neither way."""

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
    moves = Move.objects.filter(hand__game__seats__user=player, hand__game__seats__number=F("seat"))
    turns = moves.filter(by__in=(*OWN, Move.By.TIMEOUT)).aggregate(
        all=Count("pk"), in_time=Count("pk", filter=Q(by__in=OWN))
    )
    games = Seat.objects.filter(user=player).aggregate(
        finished=Count("pk", filter=Q(game__status=Game.Status.FINISHED) & ~Q(holder=Holder.RESIGNED)),
        resigned=Count("pk", filter=Q(holder=Holder.RESIGNED)),
    )
    return Reliability(turns["all"], turns["in_time"], games["finished"], games["resigned"])
