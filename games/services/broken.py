"""A game whose log does not agree with itself is closed, all others go on; one closed by mistake is reopened."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Game, Holder

from .outage import move_deadline

logger = logging.getLogger(__name__)


def close_game(slug: str, faults: Sequence[str]) -> None:
    """Close a game to every deed and raise the alarm, once."""
    if Game.objects.filter(slug=slug, broken=None).update(broken=timezone.now(), version=F("version") + 1):
        logger.critical("game %s is closed, its log is broken: %s", slug, "; ".join(faults))


@transaction.atomic
def reopen_game(slug: str) -> bool:
    """Open a game again whose log was found sound after all (`games.verify`); return False if it was not closed.

    The time it was closed is no time to play: the running turn's deadline moves by as long.

    :raises Game.DoesNotExist: if there is none.
    """
    game = Game.objects.select_for_update().get(slug=slug)
    if game.broken is None:
        return False
    closed, game.broken = game.broken, None
    game.version += 1
    if game.to_play is not None:
        seat = game.seats.select_related("user").get(number=game.to_play)
        if seat.holder == Holder.PERSON:
            move_deadline(game, seat.user, closed, timezone.now())
    game.save(update_fields=["broken", "version", "outages", "deadline"])
    logger.warning("game %s is open again", slug)
    return True
