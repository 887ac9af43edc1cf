"""What an address may ask for after its question mark."""

from __future__ import annotations

from rest_framework import serializers

from accounts.api.inputs import Input, Text
from games.models import Game

from .fields import QueryFlag, QueryNumber

DEFAULT_PAGE = 20
LONGEST_PAGE = 100
FURTHEST_OFFSET = 1_000_000


class GamesQuery(Input):
    status = serializers.ChoiceField(
        [Game.Status.OPEN.value, Game.Status.ACTIVE.value, Game.Status.FINISHED.value],
        required=False,
        help_text="Only games that are open (seats are free), active (being played) or finished.",
    )
    mine = QueryFlag(required=False, help_text="`true`: only games in which you have a seat.")
    my_turn = QueryFlag(required=False, help_text="`true`: only games that wait for you, the nearest deadline first.")
    lobby = QueryFlag(required=False, help_text="`true`: only public tables with free seats, which you may join.")
    player = Text(required=False, max_length=100, help_text="Only games in which the player of this name has a seat.")
    limit = QueryNumber(required=False, default=DEFAULT_PAGE, help_text="Games on a page: at most 100.")
    offset = QueryNumber(required=False, default=0, help_text="Games to pass over.")

    def validate_limit(self, limit: int) -> int:
        return min(max(limit, 1), LONGEST_PAGE)

    def validate_offset(self, offset: int) -> int:
        return min(offset, FURTHEST_OFFSET)


class StepQuery(Input):
    step = QueryNumber(required=False, help_text="The hand after so many of its moves; after all of them without it.")


class RecordQuery(Input):
    review = QueryFlag(required=False, help_text="`true`: with the reviews of the hands.")
