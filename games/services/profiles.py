"""What everybody may know of a player: since when they are here, how many games, and how reliably they play."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from accounts.models import User
from games.models import Game, Holder, Seat

from .errors import NoSuchPlayer
from .reliability import Reliability, reliability_of

_FINISHED = Q(game__status=Game.Status.FINISHED)


@dataclass(frozen=True, slots=True)
class Profile:
    player: User
    name: str
    since: datetime
    finished: int  # games, with those against bots
    won: int  # of them, alone or together with others
    active: int  # games being played
    reliability: Reliability


def see_player(name: str) -> Profile:
    """Return what is known of the player of that *name*, whatever the case: four queries.

    :raises NoSuchPlayer: if no account has it.
    """
    player = User.objects.filter(username__iexact=name, is_guest=False, is_active=True).first()
    if player is None:
        raise NoSuchPlayer
    games = Seat.objects.filter(user=player).aggregate(
        finished=Count("pk", filter=_FINISHED),
        won=Count("pk", filter=_FINISHED & Q(rank=1) & ~Q(holder=Holder.RESIGNED)),
        active=Count("pk", filter=Q(game__status=Game.Status.ACTIVE)),
    )
    return Profile(player, player.username, player.date_joined, **games, reliability=reliability_of(player))
