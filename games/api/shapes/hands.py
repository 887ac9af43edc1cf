"""Hands that were played: step by step, what each card was worth, who sat there, and the record of a game."""

from __future__ import annotations

from typing import get_args

from rest_framework import serializers as s

from games.bots.reasons import Code
from games.engine.hand import DECLARATIONS
from games.models import Sitting

from .fields import MOVE, Shape, card_list, number_list, seat_number
from .tables import CourseShape, MoveShape


class HandStepShape(CourseShape):
    """A hand that is over after `step` of its `steps` moves, all cards open."""

    slug = s.CharField()
    number = s.IntegerField(help_text="In the game, from 1.")
    step = s.IntegerField(help_text="Moves made at the moment shown.")
    steps = s.IntegerField(help_text="Moves of the whole hand.")
    players = s.ListField(child=s.CharField(), help_text="Names, by seat.")
    held = s.ListField(child=card_list(""), help_text="By seat, the cards it held at that moment.")
    moves = MoveShape(many=True, help_text="All of the hand, oldest first.")


class OptionShape(Shape):
    """A legal move at a turn of a hand that is over."""

    move = s.RegexField(MOVE, help_text="A card, or `pass` or `general`.")
    worth = s.FloatField(
        help_text="Points it was to cost the seat in the hand, as the seat could know. Less is better."
    )
    hindsight = s.FloatField(help_text="The same with all cards open: no judgement of who could not see them.")


class ReasonShape(Shape):
    """Why a card is better than another."""

    code = s.ChoiceField(get_args(Code))
    sentence = s.CharField(help_text="The same in words, in your language.")


class ReviewedShape(Shape):
    """A move of a hand that is over, and what else might have been."""

    ply = s.IntegerField(help_text="Its number in the hand, from 0.")
    seat = seat_number("Whose move it was.")
    move = s.RegexField(MOVE, help_text="A card, or `pass` or `general`.")
    options = OptionShape(many=True, help_text="All legal moves.")
    regret = s.FloatField(help_text="Points by which the move was dearer than the best.")
    error = s.FloatField(help_text="The standard error of that.")
    better = s.RegexField(MOVE, allow_null=True, help_text="The best move, where the one made cost clearly more.")
    reason = ReasonShape(allow_null=True, help_text="Why that was better.")


class ReviewShape(Shape):
    """What each card of a hand was worth."""

    slug = s.CharField()
    number = s.IntegerField(help_text="Of the hand in the game, from 1.")
    is_ready = s.BooleanField(help_text="Whether it has been made yet.")
    worlds = s.IntegerField(help_text="In how many deals, that its seat had to think possible, each card was tried.")
    accuracy = s.ListField(
        child=s.FloatField(allow_null=True),
        help_text="By seat, 0 to 1: of the points its cards could lose, the part that they did not; null where it had "
        "nothing to choose. What a bot played in a player's place does not count.",
    )
    moments = number_list("The plies that mattered most, at most three.")
    plays = ReviewedShape(many=True, help_text="All moves, oldest first.")


class HintShape(Shape):
    """What a master would play in your place."""

    ply = s.IntegerField(help_text="The number of the move it is for: `hand.ply` of the table.")
    move = s.RegexField(MOVE, help_text="A card, or `pass` or `general`.")
    reason = ReasonShape(allow_null=True, help_text="Why, rather than another card; null where there is no other.")


class SittingShape(Shape):
    """Somebody sat down, left, resigned, was stood in for or came back."""

    seat = seat_number("Which seat.")
    name = s.CharField(help_text="Who.")
    why = s.ChoiceField(Sitting.Why.values)
    hand_number = s.IntegerField(help_text="Where the game stood: 0 before the first hand.")
    ply = s.IntegerField()
    at = s.DateTimeField()


class RecordHandShape(Shape):
    dealer = seat_number("Who dealt.")
    held = s.ListField(child=s.CharField(), help_text="By seat, the cards dealt, separated by spaces.")
    plays = s.CharField(help_text="The cards in the order played, separated by spaces.")
    declarations = s.ListField(child=s.ChoiceField(DECLARATIONS), required=False)
    points = number_list("By seat.", required=False)
    review = s.JSONField(required=False, help_text="With `review=true`: what each card was worth (docs/records.md).")


class RecordRulesShape(Shape):
    players = s.IntegerField()
    ace_high = s.BooleanField()
    target = s.IntegerField(allow_null=True)
    hands = s.IntegerField(allow_null=True)
    general = s.BooleanField()
    short_hands = s.BooleanField()


class RecordShape(Shape):
    """A finished game as `polignac-record/1`, which `manage.py replay` reads."""

    format = s.ChoiceField(["polignac-record/1"])
    rules = RecordRulesShape()
    players = s.ListField(child=s.CharField(), help_text="Names, by seat.")
    hands = RecordHandShape(many=True)
    totals = number_list("By seat.")
    winners = number_list("Seats; left out where somebody has resigned.", required=False)
    resigned = number_list("Seats of those who have resigned, where any have.", required=False)
