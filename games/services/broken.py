"""A game whose log does not agree with itself is closed; all others go on."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db.models import F
from django.utils import timezone

from games.models import Game

logger = logging.getLogger(__name__)


def close_game(slug: str, faults: Sequence[str]) -> None:
    """Close a game to every deed and raise the alarm, once."""
    if Game.objects.filter(slug=slug, broken=None).update(broken=timezone.now(), version=F("version") + 1):
        logger.critical("game %s is closed, its log is broken: %s", slug, "; ".join(faults))
