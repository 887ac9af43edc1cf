"""A player, as everybody sees them."""

from __future__ import annotations

from rest_framework import serializers as s

from .fields import Shape


class ProfileShape(Shape):
    """What everybody may know of a player."""

    name = s.CharField()
    since = s.DateTimeField(help_text="When they signed up, or first played as a visitor.")
    finished = s.IntegerField(help_text="Games played to their end, also by the bot after a resignation.")
    won = s.IntegerField(help_text="Of those, alone or together with others.")
    active = s.IntegerField(help_text="Games being played.")
    resigned = s.IntegerField(help_text="Games resigned in which other people played.")
    turns = s.IntegerField(help_text="Turns in games with other people that they made or missed.")
    in_time = s.IntegerField(help_text="Of those, turns made in time.")
