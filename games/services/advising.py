"""Hints for who plays against bots alone: nobody is to have help against another person."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from django.utils import timezone

from games.bots.advice import Advice, advise
from games.table import TableView, view_of

from .errors import NoHintsHere, NotSeated, NotYourTurn
from .looking import find_seen


@dataclass(frozen=True, slots=True)
class Hint:
    """What a master would play at this moment of *table*."""

    table: TableView
    advice: Advice


def see_hint(*, slug: str, user: Any) -> Hint:
    """Return what a master would play in the place of *user*, as far as that place can see.

    The same moment gives the same hint.

    :raises NoSuchGame: if there is none that *user* may see; NotSeated if they only look on.
    :raises NoHintsHere: if another person has a seat, or no game is being played.
    :raises NotYourTurn: if it is another seat's turn.
    """
    table = view_of(find_seen(slug, user), user, now=timezone.now())
    if table.me is None:
        raise NotSeated
    if not table.has_hints or table.hand is None:
        raise NoHintsHere
    if not table.is_my_turn:
        raise NotYourTurn
    view = table.hand.view
    chance = Random(f"hint {slug} {table.hand_number} {view.ply}")  # nosec B311 # noqa: S311 - the same each time, on purpose
    return Hint(table, advise(view, totals=table.totals, hands_played=len(table.points), rng=chance))
