"""How long a card waits that is chosen for a player by what they hold: as long as they take for their own.

Everybody sees when a card is played. If such cards had a pace of their own, it would say that there was no choice. So
each waits for a time drawn by lot from those that its player has taken at this table, which everybody has seen; no card
that anybody holds has a part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import NamedTuple

from accounts.models import User
from games import clock
from games.clock import Pause
from games.models import Game, Move

from .clocks import pauses_of, time_off_since

FEWEST = 3  # cards of one's own, before which nobody can be like oneself
MOST = 60  # of one's own cards that count, the last
SPREAD = 1.25  # what was drawn is made longer or shorter by a factor up to this: no two times are quite the same
# Of the time left, after which no such card comes: who plays late is like themselves, and nobody is timed out.
SHARE = 0.9
SHARE_OF_BANK = 0.5  # what is used of a bank is gone
FRESH = timedelta(seconds=15)  # is a turn: as long as the worker may need to look at it
SOON = timedelta(seconds=5)
NEAR = timedelta(hours=1)  # of the day, to when the player has played before
DAY = timedelta(days=1)


class OwnCard(NamedTuple):
    """A card that a player has played by hand: when, and how long they took, but for the hours of their rest."""

    at: datetime
    took: timedelta


def own_cards(game: Game, seat: int, player: User) -> list[OwnCard]:
    """Return the last cards that *player* has played in *game* by hand, the oldest first: one query."""
    rows = (
        Move.objects.filter(hand__game=game)
        .order_by("entry")
        .values_list("created", "seat", "by", "card", "hand__created")
    )
    moves = list(rows)
    if not moves:
        return []
    first = (moves[0][4], None, "", None, None)  # when the first hand was dealt, the first turn began
    return [
        OwnCard(at, clock.running_time(began, at, time_off_since(game, player, began)))
        for (began, *_before), (at, mover, by, card, _dealt) in pairwise([first, *moves])
        if (mover, by) == (seat, Move.By.PLAYER) and card is not None
    ][-MOST:]


def due_like_own(game: Game, player: User, own: Sequence[OwnCard], *, now: datetime, chance: Random) -> datetime:
    """Draw when a card of *player*, whose turn it is, is played for them.

    *own* are the cards they have played here by hand. The time lies outside their rest hours and holidays, before the
    last tenth of the time they have left (or the last half of their bank), and, in a game of days, at an hour at which
    they have played before.
    """
    assert game.turn_began is not None  # somebody is to play
    assert game.deadline is not None

    def pauses() -> Iterable[Pause]:
        return pauses_of(game, player)

    def drawn(since: datetime) -> list[datetime]:
        """All the times they have taken, each a little changed, from *since* on, in an order by lot."""
        lots = chance.sample(own, len(own))
        return [clock.deadline(since, one.took * SPREAD ** chance.uniform(-1, 1), pauses()) for one in lots]

    left = clock.running_time(now, game.deadline, pauses())
    latest = clock.deadline(now, left * (SHARE_OF_BANK if game.banks else SHARE), pauses())
    since_began = drawn(game.turn_began)
    if now - game.turn_began <= FRESH:  # whoever has played quicker than that would have played by now
        since_began = [max(at, now + SOON * chance.random()) for at in since_began]
    fitting = [at for at in since_began if now < at <= latest] or [at for at in drawn(now) if at <= latest]
    if game.clock.is_slow:
        hours = [one.at for one in own]
        at_their_hours = [at for at in fitting if any(_from_hour(at, hour) <= NEAR for hour in hours)]
        later = (clock.deadline(_next_hour(at, hours, chance), timedelta(0), pauses()) for at in fitting)
        fitting = at_their_hours or [at for at in later if at <= latest] or fitting
    return fitting[0] if fitting else now + (latest - now) * chance.random()


def _from_hour(at: datetime, other: datetime) -> timedelta:
    """Return how far the hour of the day of one instant is from that of the other."""
    after = (at - other) % DAY
    return min(after, DAY - after)


def _next_hour(at: datetime, hours: Sequence[datetime], chance: Random) -> datetime:
    """Return the next time after *at*, or a little later, when it is as late in the day as at one of *hours*."""
    return at + min((hour - at) % DAY for hour in hours) + NEAR * chance.uniform(0, 0.5)
