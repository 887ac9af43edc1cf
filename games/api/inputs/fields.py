"""Single values as a client may send them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.inputs import Text
from games.engine.cards import Card
from games.engine.cards import NotACard as NoSuchCard

from ..errors import NotACard
from ..shapes.fields import CARD


class WholeNumber(serializers.IntegerField):
    """A number as JSON writes it: no text, no fraction, no true."""

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class OneOf(WholeNumber):
    """One of a few numbers."""

    def __init__(self, numbers: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.numbers = numbers

    def to_internal_value(self, data: Any) -> int:
        number = super().to_internal_value(data)
        if number not in self.numbers:
            words = ", ".join(map(str, self.numbers))
            raise serializers.ValidationError(
                _("It is one of %(numbers)s.") % {"numbers": words}, code="invalid_choice"
            )
        return number


class YesOrNo(serializers.BooleanField):
    """``true`` or ``false`` as JSON writes them."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "string", "pattern": CARD})
class CardField(serializers.Field[Card, Any, str, Any]):
    """One of the 32 cards.

    :raises NotACard: whatever else was sent.
    """

    def to_internal_value(self, data: Any) -> Card:
        try:
            return Card.parse(data if isinstance(data, str) else "")
        except NoSuchCard:
            raise NotACard from None


class QueryNumber(serializers.IntegerField):
    """A number in an address, in ASCII digits."""

    def to_internal_value(self, data: Any) -> int:
        if not re.fullmatch(r"[0-9]{1,7}", str(data)):
            self.fail("invalid")
        return int(data)


class QueryFlag(serializers.ChoiceField):
    """``true`` or ``false`` in an address."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(["true", "false"], **kwargs)

    def to_internal_value(self, data: Any) -> bool:  # type: ignore[override]
        return super().to_internal_value(data) == "true"


class ClockTime(Text):
    """A time of day, as ``22:30``."""

    def to_internal_value(self, data: Any) -> time:  # type: ignore[override]
        text = super().to_internal_value(data)
        if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", text):
            raise serializers.ValidationError(_("A time is written as 22:30."), code="invalid")
        return time.fromisoformat(text)
