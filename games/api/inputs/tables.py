"""Opening a table, sitting down at one, talking there."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.inputs import Input, Text
from accounts.names import NAME_PATTERN
from games.clock import LONGEST_TIME, SHORTEST_TIME
from games.engine.rules import MOST_HANDS, PLAYERS, TARGETS, Rules
from games.models import Game, Level
from games.models.game import DEFAULT_TURNS_TO_MISS, RELIABILITIES, TURNS_TO_MISS
from games.services.errors import NoSuchPlayer

from .fields import OneOf, WholeNumber, YesOrNo

DEFAULT_TARGET = 10
SHORTEST, LONGEST = int(SHORTEST_TIME.total_seconds()), int(LONGEST_TIME.total_seconds())
NONCE_HELP = (
    "32 hexadecimal digits you have drawn, to be mixed into the shuffles; where none is sent the site draws them."
)


class NewTable(Input):
    players = WholeNumber(default=4, min_value=PLAYERS[0], max_value=PLAYERS[-1], help_text="3 to 6.")
    target = WholeNumber(
        required=False,
        allow_null=True,
        min_value=1,
        help_text=f"Points that end the game, one of {', '.join(map(str, TARGETS))}; 10 if `hands` is not set either.",
    )
    hands = WholeNumber(
        required=False,
        allow_null=True,
        min_value=1,
        help_text=f"Instead of a target, a number of hands: 1 to {MOST_HANDS}.",
    )
    ace_high = YesOrNo(default=False, help_text="A K Q J 10 9 8 7 instead of K Q J A 10 9 8 7.")
    general = YesOrNo(default=False, help_text="Before the first card players may declare to take every trick.")
    short_hands = YesOrNo(default=False, help_text="A hand ends when the last jack has been taken.")
    move_time = WholeNumber(
        default=86_400,
        min_value=SHORTEST,
        max_value=LONGEST,
        help_text="Seconds for each move: a minute to 14 days. With a bank, what each move adds to it.",
    )
    bank = WholeNumber(
        required=False,
        allow_null=True,
        min_value=SHORTEST,
        max_value=LONGEST,
        help_text="Instead of a time for each move: seconds each player has at first, a minute to 14 days.",
    )
    cap = WholeNumber(
        required=False,
        allow_null=True,
        min_value=SHORTEST,
        max_value=LONGEST,
        help_text="Seconds a bank never exceeds; needed with `bank`, and not less than it or `move_time`.",
    )
    turns_to_miss = WholeNumber(
        default=DEFAULT_TURNS_TO_MISS,
        min_value=TURNS_TO_MISS[0],
        max_value=TURNS_TO_MISS[-1],
        help_text="Turns missed in a row after which a bot holds the seat until its player is back: 1 to 5.",
    )
    time_off = YesOrNo(default=True, help_text="Rest hours and holidays stop the clock, if that is a day and more.")
    min_in_time = OneOf(
        RELIABILITIES,
        required=False,
        default=None,
        allow_null=True,
        help_text="Per cent of turns made in time that joining takes: 80, 90 or 95; null for none.",
    )
    access = serializers.ChoiceField(
        Game.Access.values,
        default=Game.Access.PUBLIC.value,
        help_text="`public`: anybody may join from the lobby. `link`: only those with the invitation link.",
    )
    bots = WholeNumber(
        default=0,
        min_value=0,
        max_value=PLAYERS[-1] - 1,
        help_text="Seats that bots take. With all seats but yours the game begins at once, also for visitors.",
    )
    level = serializers.ChoiceField(Level.values, default=Level.CLUB.value, help_text="How well these bots play.")
    nonce = Text(required=False, default="", allow_blank=True, max_length=100, help_text=NONCE_HELP)

    def validate(self, attrs: Any) -> Any:
        """Turn what was sent into the arguments of `services.seating.open_table`."""
        target, hands = attrs.get("target"), attrs.get("hands")
        if target is not None and hands is not None:
            raise serializers.ValidationError({"hands": _("A game has a target or a number of hands, not both.")})
        rules = Rules(
            players=attrs["players"],
            ace_high=attrs["ace_high"],
            target=DEFAULT_TARGET if target is None and hands is None else target,
            hands=hands,
            general=attrs["general"],
            short_hands=attrs["short_hands"],
        )
        kept = {
            name: attrs[name]
            for name in ("access", "bots", "level", "nonce", "turns_to_miss", "time_off", "min_in_time")
        }
        return {"rules": rules, **self._clock(attrs), **kept}

    def _clock(self, attrs: Any) -> dict[str, timedelta | None]:
        move_time, bank, cap = attrs["move_time"], attrs.get("bank"), attrs.get("cap")
        if (bank is None) != (cap is None):
            name = "cap" if cap is None else "bank"
            raise serializers.ValidationError({name: _("A bank of time has a start and a limit.")}, code="required")
        if bank is not None and cap < max(bank, move_time):
            sentence = _("The limit of a bank is not less than what it begins with, or than what a move adds.")
            raise serializers.ValidationError({"cap": sentence}, code="cap_too_small")
        seconds = {"move_time": move_time, "bank": bank, "cap": cap}
        return {name: None if value is None else timedelta(seconds=value) for name, value in seconds.items()}


class BotSeating(Input):
    level = serializers.ChoiceField(
        Level.values, required=False, help_text="How well it plays; where it is not said, as the bots here, or `club`."
    )


class Joining(Input):
    invite = Text(
        required=False, default="", allow_blank=True, max_length=100, help_text="The secret of the invitation link."
    )
    nonce = Text(required=False, default="", allow_blank=True, max_length=100, help_text=NONCE_HELP)


class Saying(Input):
    text = Text(max_length=2000, help_text="1 to 280 letters; line breaks become spaces.")


class Inviting(Input):
    name = Text(max_length=100, help_text="The name of a player with an account.")

    def validate_name(self, name: str) -> str:
        """Look up nothing that cannot be a name.

        :raises NoSuchPlayer: for that.
        """
        if not re.match(NAME_PATTERN, name):
            raise NoSuchPlayer
        return name
