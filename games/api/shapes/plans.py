"""What a player has planned for their own seat."""

from __future__ import annotations

from rest_framework import serializers as s

from .fields import CARD, Shape, card_list


class PlannedCardsShape(Shape):
    S = s.RegexField(CARD, required=False)
    H = s.RegexField(CARD, required=False)
    D = s.RegexField(CARD, required=False)
    C = s.RegexField(CARD, required=False)


class PlanShape(Shape):
    plays_single = s.BooleanField(help_text="Whether a card that is the only legal one is played for you.")
    cards = PlannedCardsShape(help_text="What is planned for this trick, by the suit led.")
    ducks = s.BooleanField(help_text="Whether your lowest card that does not take is played where no card is named.")
    choices = s.DictField(
        child=card_list("What could be played."),
        help_text="By each suit that may be led, or has been, what could be played; empty on your turn and after it.",
    )
