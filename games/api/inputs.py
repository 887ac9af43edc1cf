"""What a client may send, checked before anything is looked up. An unknown field is refused: it is a typing mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.inputs import Input, Text
from accounts.names import NAME_PATTERN
from games.clock import LONGEST_TIME, SHORTEST_TIME
from games.engine.cards import Card, Suit
from games.engine.cards import NotACard as NoSuchCard
from games.engine.hand import DECLARATIONS
from games.engine.hand import Move as EngineMove
from games.engine.rules import MOST_HANDS, PLAYERS, TARGETS, Rules
from games.models import Game, Level, Notice, Webhook
from games.models.game import DEFAULT_TURNS_TO_MISS, RELIABILITIES, TURNS_TO_MISS
from games.models.notice_settings import DELAYS, STAGES
from games.models.push import LONGEST_ENDPOINT
from games.models.webhook import LONGEST_URL
from games.services.errors import NoSuchPlayer

from .errors import NotACard
from .shapes.fields import CARD

DEFAULT_PAGE = 20
LONGEST_PAGE = 100
FURTHEST_OFFSET = 1_000_000
DEFAULT_TARGET = 10
LARGEST_PLY = 32_767
SHORTEST, LONGEST = int(SHORTEST_TIME.total_seconds()), int(LONGEST_TIME.total_seconds())


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


NONCE_HELP = (
    "32 hexadecimal digits you have drawn, to be mixed into the shuffles; where none is sent the site draws them."
)


class StepQuery(Input):
    step = QueryNumber(required=False, help_text="The hand after so many of its moves; after all of them without it.")


class RecordQuery(Input):
    review = QueryFlag(required=False, help_text="`true`: with the reviews of the hands.")


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


class ClockTime(Text):
    """A time of day, as ``22:30``."""

    def to_internal_value(self, data: Any) -> time:  # type: ignore[override]
        text = super().to_internal_value(data)
        if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", text):
            raise serializers.ValidationError(_("A time is written as 22:30."), code="invalid")
        return time.fromisoformat(text)


class WebhookInput(Input):
    url = Text(max_length=LONGEST_URL, help_text="Begins with `https://`, and leads to a public machine.")
    form = serializers.ChoiceField(
        Webhook.Form.values, required=False, help_text="Without it, as the address tells: else `json`."
    )


class PushKeys(Input):
    p256dh = Text(max_length=90)
    auth = Text(max_length=30)


class PushInput(Input):
    """As `PushSubscription.toJSON()` of a browser says."""

    endpoint = Text(max_length=LONGEST_ENDPOINT)
    keys = PushKeys()
    expirationTime = serializers.JSONField(required=False, allow_null=True, help_text="Passed over.")  # noqa: N815
    name = Text(required=False, default="", allow_blank=True, max_length=60, help_text="To tell it from others.")

    def validate(self, attrs: Any) -> dict[str, Any]:
        """Turn what was sent into the arguments of `services.pushing.subscribe`."""
        return {"endpoint": attrs["endpoint"], "name": attrs["name"], **attrs["keys"]}


class NoticeSettingsInput(Input):
    """What is left out stays as it is."""

    mail = YesOrNo(required=False)
    kinds = serializers.DictField(
        child=YesOrNo(), required=False, help_text="Kinds of notice to turn on or off; others stay as they are."
    )
    webhook_kinds = serializers.DictField(child=YesOrNo(), required=False, help_text="The same of your webhook.")
    push_kinds = serializers.DictField(child=YesOrNo(), required=False, help_text="The same of your browsers.")
    stages = serializers.ListField(
        child=OneOf(STAGES),
        required=False,
        max_length=len(STAGES),
        help_text=f"Some of {', '.join(map(str, STAGES))}; an empty list: never.",
    )
    delay = OneOf(DELAYS, required=False, help_text=f"One of {', '.join(map(str, DELAYS))} minutes.")
    digest_hour = WholeNumber(required=False, allow_null=True, min_value=0, max_value=23)
    quiet = serializers.ListField(
        child=ClockTime(),
        required=False,
        allow_null=True,
        min_length=2,
        max_length=2,
        help_text='From when until when, as `["22:00", "07:00"]`; null: never.',
    )

    def validate_kinds(self, kinds: dict[str, bool]) -> dict[str, bool]:
        if unknown := sorted(set(kinds) - set(Notice.Kind.values)):
            error = serializers.ErrorDetail(str(_("There is no such kind.")), code="invalid_choice")
            raise serializers.ValidationError({kind: [error] for kind in unknown})
        return kinds

    validate_webhook_kinds = validate_push_kinds = validate_kinds

    def validate_quiet(self, quiet: list[time] | None) -> tuple[time, time] | None:
        if quiet is None:
            return None
        begin, end = quiet
        if begin == end:
            raise serializers.ValidationError(_("Quiet hours end at another time than they begin."), code="invalid")
        return begin, end
