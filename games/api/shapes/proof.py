"""What it takes to check the deals and the log of a game."""

from __future__ import annotations

from rest_framework import serializers as s

from .fields import Shape, seat_number


class NonceShape(Shape):
    nonce = s.CharField(help_text="32 hexadecimal digits; empty for a free seat.")
    is_own = s.BooleanField(help_text="Whether the player's own program drew it, not the site.")


class DealShape(Shape):
    hand = s.IntegerField(help_text="From 1.")
    seed = s.CharField(help_text="64 hexadecimal digits: `hand` times SHA-256 of it is the commitment.")
    dealer = seat_number("Who dealt; of the first hand drawn by lot from the same shuffle.")
    held = s.ListField(child=s.CharField(), help_text="Each seat's cards as dealt, separated by spaces.")


class DealsShape(Shape):
    """What it takes to check every deal so far."""

    format = s.CharField()
    algorithm = s.CharField()
    game = s.CharField()
    players = s.IntegerField()
    commitment = s.CharField()
    hands = s.IntegerField(help_text="As many seeds were committed to.")
    nonces = NonceShape(many=True, help_text="By seat.")
    deals = DealShape(many=True, help_text="Hands that are over.")


class LogEntryShape(Shape):
    entry = s.CharField(help_text="The canonical bytes, ASCII JSON.")
    digest = s.CharField(help_text="SHA-256 of the digest before, as 32 bytes, and these bytes.")


class LogShape(Shape):
    """The log of a game as its digests cover it."""

    format = s.CharField()
    game = s.CharField()
    head = s.CharField(help_text="The digest of the last entry.")
    entries = LogEntryShape(many=True)
