"""What tells a player of turns: the settings, the channels, the feeds."""

from __future__ import annotations

from rest_framework import serializers as s

from games.models import Webhook

from .fields import Shape, number_list


class NoticeSettingsShape(Shape):
    """What you are told, by mail and by webhook, and when."""

    mail = s.BooleanField(help_text="Whether any mail about games is sent.")
    kinds = s.DictField(child=s.BooleanField(), help_text="By kind of notice, whether it is mailed.")
    webhook_kinds = s.DictField(child=s.BooleanField(), help_text="The same of your webhook, where you have one.")
    push_kinds = s.DictField(child=s.BooleanField(), help_text="The same of browsers in which you turned notices on.")
    stages = number_list("When you are warned of a deadline: per cent of the time for a turn that are left.")
    delay = s.IntegerField(help_text="Minutes to wait, so that several notices become one mail.")
    digest_hour = s.IntegerField(
        allow_null=True, help_text="All but warnings in one mail a day, at this hour in your zone; null: as they come."
    )
    quiet = s.ListField(
        child=s.RegexField(r"^[0-9]{2}:[0-9]{2}$"),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Everything is held back from the first of these times until the second, in your zone; null: never.",
    )


class WebhookShape(Shape):
    """Where notices are posted; all null where you have no webhook."""

    url = s.CharField(allow_null=True)
    form = s.ChoiceField(Webhook.Form.values, allow_null=True, help_text="What is posted: see docs/api.md.")
    secret = s.CharField(allow_null=True, help_text="Plain JSON is signed with it.")
    last_error = s.CharField(
        allow_null=True, help_text="Why the last try failed, as `http_404` or `too_slow`; null where it has not."
    )
    failing_since = s.DateTimeField(allow_null=True, help_text="Since when every try has failed.")
    next_try = s.DateTimeField(allow_null=True, help_text="Nothing is posted before, after a failure.")
    turned_off = s.DateTimeField(
        allow_null=True, help_text="Since when nothing is posted, after a day of failure; `PUT` turns it on again."
    )


class PushSubscriptionShape(Shape):
    id = s.IntegerField()
    name = s.CharField(allow_blank=True)
    created = s.DateTimeField()


class PushShape(Shape):
    """The browsers in which you have turned notices on."""

    public_key = s.CharField(
        allow_blank=True, help_text="The `applicationServerKey` to subscribe with; empty where the site has no push."
    )
    subscriptions = PushSubscriptionShape(many=True, help_text="The newest first.")


class FeedsShape(Shape):
    calendar = s.CharField(allow_null=True, help_text="Your deadlines, as iCalendar; null where you have no feeds.")
    atom = s.CharField(allow_null=True, help_text="Your turns, as Atom; null where you have no feeds.")
