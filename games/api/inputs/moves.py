"""Moves, and plans for them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.inputs import Input
from games.engine.cards import Suit
from games.engine.hand import DECLARATIONS
from games.engine.hand import Move as EngineMove

from .fields import CardField, WholeNumber, YesOrNo

LARGEST_PLY = 32_767


class NewMove(Input):
    """A card, or a declaration of the general: one of the two."""

    ply = WholeNumber(
        min_value=0,
        max_value=LARGEST_PLY,
        help_text="The number of the move in its hand, as `hand.ply` of the table said it.",
    )
    card = CardField(required=False, help_text="Rank then suit: `JS` is the jack of spades.")
    declaration = serializers.ChoiceField(
        DECLARATIONS, required=False, help_text="While `hand.must_declare` is true: `pass` or `general`."
    )

    def validate(self, attrs: Any) -> dict[str, int | EngineMove]:
        """Turn what was sent into the arguments of `services.play.play`."""
        if ("card" in attrs) == ("declaration" in attrs):
            raise serializers.ValidationError(_("Send either a card or a declaration."))
        return {"ply": attrs["ply"], "move": attrs.get("card") or attrs["declaration"]}


class PlannedCards(Input):
    """A card for each suit that may be led; a suit may be left out."""

    S = CardField(required=False, help_text="If spades are led.")
    H = CardField(required=False, help_text="If hearts are led.")
    D = CardField(required=False, help_text="If diamonds are led.")
    C = CardField(required=False, help_text="If clubs are led.")


class NewPlan(Input):
    plays_single = YesOrNo(
        default=False,
        help_text=(
            "Play for me, in the whole game, where one card alone is legal: after about as long as I take for my own "
            "cards. Until I have played three cards of this game by hand I am asked."
        ),
    )
    cards = PlannedCards(required=False, help_text="What to play in this trick, by the suit led.")
    ducks = YesOrNo(
        default=False,
        help_text="Where no card is named: my lowest card that does not take; it comes when a single card would.",
    )

    def validate(self, attrs: Any) -> dict[str, Any]:
        """Turn what was sent into the arguments of `services.plans.set_plan`."""
        return attrs | {"cards": {Suit(suit): card for suit, card in attrs.get("cards", {}).items()}}
