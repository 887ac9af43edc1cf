"""A short message to the others at the table. It is no move: it is not in the log, and only the last few are kept."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games import sql
from games.models import Game
from games.models.game import LONGEST_MESSAGE, MESSAGES_KEPT
from games.notices import outbox
from games.table import TableView, view_of

from .deed import deed, retried, save_copies, seat_of
from .errors import BadMessage, TableClosed, TooManyMessages

MOST, WITHIN = 5, timedelta(minutes=10)  # messages of one player
# Control characters, line breaks, and what has no width or turns the text after it round.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]+")


@retried
def say(*, slug: str, user: Any, text: str) -> TableView:
    """Tell the others at the table *text*, in one line.

    :raises BadMessage: if it is empty, or longer than `LONGEST_MESSAGE`.
    :raises TooManyMessages: if they have said enough for a while.
    :raises NoSuchGame, NotSeated, TableClosed: if they cannot.
    """
    line = " ".join(CONTROL.sub(" ", text).split())
    if not 0 < len(line) <= LONGEST_MESSAGE:
        raise BadMessage
    now = timezone.now()
    with deed(slug) as table:
        seat, game = seat_of(table, user), table.game
        if game.status == Game.Status.CLOSED:
            raise TableClosed
        lately = [said for said in game.said if datetime.fromisoformat(said["at"]) > now - WITHIN]
        if sum(said["seat"] == seat.number for said in lately) >= MOST:
            raise TooManyMessages
        game.said = [*game.said, {"seat": seat.number, "name": seat.name, "text": line, "at": now.isoformat()}]
        game.said = game.said[-MESSAGES_KEPT:]
        sql.update(game, ("said",))
        save_copies(table)
        outbox.write(outbox.for_message(game, table.seats, user, now))
    return view_of(table, user, now=now)
