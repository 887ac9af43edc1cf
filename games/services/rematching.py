"""Once more: another table of the same terms for those who have played a game."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.log import Table
from games.models import Game, Holder
from games.notices import outbox
from games.table import TableView

from . import looking, seating
from .deed import retried, seat_of
from .errors import GameNotOver


def play_again(*, slug: str, user: Any) -> TableView:
    """Open a table of the same terms, with as many bots, and invite the others; or sit down where another has done so.

    Doing it again leads to the same table.

    :raises NoSuchGame, NotSeated, GameNotOver: if *user* has not played to the end of it.
    :raises AlreadyBegun, TableFull: if the rematch goes on without them; TooManyTables, TooManyGames as `open_table`.
    """
    old = looking.find_seen(slug, user)
    seat_of(old, user)
    if old.game.status != Game.Status.FINISHED:
        raise GameNotOver
    again = _rematches_of(slug=slug).first()
    if again is None:
        try:
            return _open(old, user)
        except IntegrityError:  # another was quicker, for the database takes one; or it is something else
            again = _rematches_of(slug=slug).first()
            if again is None:
                raise
    if again.seats.filter(user=user).exists():
        return looking.see_table(slug=again.slug, user=user)
    return seating.join(slug=again.slug, user=user, invite=again.invite)


def _rematches_of(slug: str) -> Any:
    return Game.objects.filter(rematch_of__slug=slug).exclude(status=Game.Status.CLOSED)


@retried
def _open(old: Table, user: Any) -> TableView:
    game = old.game
    bots = [seat.level for seat in old.seats if seat.holder == Holder.BOT]
    with transaction.atomic():
        table = seating.open_table(
            host=user,
            rules=old.rules,
            move_time=game.move_time,
            bank=game.bank,
            cap=game.cap,
            turns_to_miss=game.turns_to_miss,
            time_off=game.time_off,
            min_in_time=game.min_in_time,
            access=Game.Access.LINK,
            bots=len(bots),
            level=next(iter(bots), ""),
            rematch_of=game,
        )
        again = Game.objects.get(slug=table.slug)
        others = [seat.user for seat in old.seats if seat.user is not None and seat.user_id != user.pk]
        outbox.write(outbox.for_rematch(again, others, user, timezone.now()))
    return table
