"""How somebody wants to be told: webhook, browsers, kinds and times of notices."""

from __future__ import annotations

from datetime import time
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.api.inputs import Input, Text
from games.models import Notice, Webhook
from games.models.notice_settings import DELAYS, STAGES
from games.models.push import LONGEST_ENDPOINT
from games.models.webhook import LONGEST_URL

from .fields import ClockTime, OneOf, WholeNumber, YesOrNo


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
