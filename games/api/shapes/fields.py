"""Fields that several shapes have."""

from __future__ import annotations

from typing import Any, TypeAlias

from rest_framework import serializers as s

CARD = r"^[789TJQKA][SHDC]$"
MOVE = r"^([789TJQKA][SHDC]|pass|general)$"
Shape: TypeAlias = s.Serializer[Any]


def card_list(text: str, **options: Any) -> s.ListField:
    return s.ListField(child=s.RegexField(CARD), help_text=text, **options)


def number_list(text: str, **options: Any) -> s.ListField:
    return s.ListField(child=s.IntegerField(), help_text=text, **options)


def seat_number(text: str, **options: Any) -> s.IntegerField:
    return s.IntegerField(min_value=0, max_value=5, help_text=text, **options)
