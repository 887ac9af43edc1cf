"""The forms of the pages."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clock import LONGEST_TIME, PRESETS, SHORTEST_TIME, Clock
from games.engine.rules import MOST_HANDS, PLAYERS, TARGETS, Rules
from games.models import Game, Level, Notice, NoticeSettings, Webhook
from games.models.game import DEFAULT_TURNS_TO_MISS, RELIABILITIES, TURNS_TO_MISS
from games.models.notice_settings import DELAYS, STAGES
from games.models.webhook import LONGEST_URL

CLOCKS = [  # of `games.clock.PRESETS`
    ("day", _("1 day a move")),
    ("three_days", _("3 days a move")),
    ("week", _("7 days a move")),
    ("bank", _("24 hours, and 4 hours more a move up to 72 hours")),
    ("large_bank", _("72 hours, and 12 hours more a move up to 120 hours")),
    ("quick", _("quick: 10 minutes, and 1 minute more a move up to 30 minutes")),
]
UNIT_SECONDS = {"minutes": 60, "hours": 3600, "days": 86400}


class NewTableForm(forms.Form):
    """Everything that is agreed when a table is opened."""

    players = forms.TypedChoiceField(
        label=_("Players"), choices=[(n, str(n)) for n in PLAYERS], coerce=int, initial=4, widget=forms.RadioSelect
    )
    length = forms.ChoiceField(
        label=_("The game ends"),
        choices=[("target", _("when somebody has so many points")), ("hands", _("after so many hands"))],
        initial="target",
        widget=forms.RadioSelect,
    )
    target = forms.TypedChoiceField(
        label=_("Points"), choices=[(n, str(n)) for n in TARGETS], coerce=int, initial=10, required=False
    )
    hands_limit = forms.IntegerField(label=_("Hands"), min_value=1, max_value=MOST_HANDS, initial=4, required=False)
    ace_high = forms.BooleanField(
        label=_("Ace high"), help_text=_("The ace is the highest card, not between jack and ten."), required=False
    )
    general = forms.BooleanField(
        label=_("The general"),
        help_text=_("Before a hand, a player may declare to take every trick."),
        required=False,
    )
    short_hands = forms.BooleanField(
        label=_("Short hands"), help_text=_("A hand ends when the last jack has been taken."), required=False
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[*CLOCKS, ("custom", _("another clock"))],
        initial="day",
        widget=forms.RadioSelect,
        help_text=_("Time for each move; or a bank of time that runs on your turn and grows with each card you play."),
    )
    clock_number = forms.IntegerField(
        label=_("Time for a move"),
        help_text=_("With a bank of time: what each move adds to it."),
        min_value=1,
        max_value=20160,
        required=False,
    )
    clock_bank = forms.IntegerField(
        label=_("Bank of time at first"), help_text=_("May be empty."), min_value=1, max_value=20160, required=False
    )
    clock_cap = forms.IntegerField(
        label=_("Limit of the bank"), help_text=_("May be empty."), min_value=1, max_value=20160, required=False
    )
    turns_to_miss = forms.TypedChoiceField(
        label=_("Turns missed in a row before a bot takes the seat"),
        help_text=_("It gives the seat back whenever the player asks."),
        choices=[(n, str(n)) for n in TURNS_TO_MISS],
        coerce=int,
        initial=DEFAULT_TURNS_TO_MISS,
    )
    no_time_off = forms.BooleanField(
        label=_("Without rest hours and holidays"),
        help_text=_("Otherwise a player’s clock stands still in them, where it is a day and more."),
        required=False,
    )
    min_in_time = forms.TypedChoiceField(
        label=_("Turns in time, of those who join"),
        help_text=_("Who has had fewer than 20 turns with other people may always join."),
        coerce=int,
        empty_value=None,
        required=False,
    )
    clock_unit = forms.ChoiceField(
        label=_("Unit"),
        choices=[("minutes", _("minutes")), ("hours", _("hours")), ("days", _("days"))],
        initial="days",
        required=False,
    )
    who = forms.ChoiceField(
        label=_("Who may join"),
        choices=[("lobby", _("anybody, from the lobby")), ("link", _("only those I send the link"))],
        initial="link",
        widget=forms.RadioSelect,
    )
    bots = forms.TypedChoiceField(label=_("Bots"), choices=[(n, str(n)) for n in range(6)], coerce=int, initial=0)
    level = forms.ChoiceField(label=_("Level of the bots"), choices=Level, initial=Level.CLUB, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        percents = [(number, gettext("%(percent)s %% or more") % {"percent": number}) for number in RELIABILITIES]
        self.fields["min_in_time"].choices = [("", gettext("whatever")), *percents]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("length") == "target" and not data.get("target") and "target" not in self.errors:
            self.add_error("target", forms.ValidationError(_("Say how many points."), code="required"))
        if data.get("length") == "hands" and data.get("hands_limit") is None and "hands_limit" not in self.errors:
            self.add_error("hands_limit", forms.ValidationError(_("Say how many hands."), code="required"))
        if data.get("clock") == "custom" and not {"clock_number", "clock_bank", "clock_cap"} & set(self.errors):
            self._clean_custom_clock(data)
        if "players" in data and "bots" in data and data["bots"] >= data["players"]:
            self.add_error("bots", forms.ValidationError(_("Bots can take every seat but yours."), code="too_many"))
        return data

    def _clean_custom_clock(self, data: dict[str, Any]) -> None:
        if data.get("clock_number") is None:
            self.add_error("clock_number", forms.ValidationError(_("Say how long."), code="required"))
        elif not SHORTEST_TIME <= self._time("clock_number") <= LONGEST_TIME:
            sentence = _("The time for a move is from 1 minute to 14 days.")
            self.add_error("clock_number", forms.ValidationError(sentence, code="out_of_bounds"))
        elif data.get("clock_bank") is None and data.get("clock_cap") is not None:
            self.add_error("clock_bank", forms.ValidationError(_("Say how much time there is at first."), "required"))
        elif data.get("clock_bank") is not None:
            self._clean_bank(data)

    def _clean_bank(self, data: dict[str, Any]) -> None:
        if self._time("clock_bank") > LONGEST_TIME:
            sentence = _("A bank holds from 1 minute to 14 days.")
            self.add_error("clock_bank", forms.ValidationError(sentence, code="out_of_bounds"))
        elif data.get("clock_cap") is None:
            self.add_error("clock_cap", forms.ValidationError(_("Say how far it may grow."), code="required"))
        elif self._time("clock_cap") > LONGEST_TIME:
            sentence = _("A bank holds from 1 minute to 14 days.")
            self.add_error("clock_cap", forms.ValidationError(sentence, code="out_of_bounds"))
        elif data["clock_cap"] < max(data["clock_bank"], data["clock_number"]):
            sentence = _("The limit of a bank is not less than what it begins with, or than what a move adds.")
            self.add_error("clock_cap", forms.ValidationError(sentence, code="too_small"))

    def _time(self, name: str) -> timedelta:
        """Return a time of the custom clock, in the unit chosen."""
        data = self.cleaned_data
        return timedelta(seconds=data[name] * UNIT_SECONDS[data.get("clock_unit") or "days"])

    @property
    def _clock(self) -> Clock:
        data = self.cleaned_data
        if data["clock"] != "custom":
            return PRESETS[data["clock"]]
        if data["clock_bank"] is None:
            return Clock.per_move(self._time("clock_number"))
        return Clock(self._time("clock_bank"), self._time("clock_number"), self._time("clock_cap"))

    def table(self) -> dict[str, Any]:
        """Return what `services.seating.open_table` takes, of a valid form."""
        data = self.cleaned_data
        by_hands = data["length"] == "hands"
        clock = self._clock
        return {
            "rules": Rules(
                players=data["players"],
                target=None if by_hands else data["target"],
                hands=data["hands_limit"] if by_hands else None,
                ace_high=data["ace_high"],
                general=data["general"],
                short_hands=data["short_hands"],
            ),
            "move_time": clock.increment,
            "bank": None if clock.is_per_move else clock.bank,
            "cap": None if clock.is_per_move else clock.cap,
            "turns_to_miss": data["turns_to_miss"],
            "time_off": not data["no_time_off"],
            "min_in_time": data["min_in_time"],
            "access": Game.Access.PUBLIC if data["who"] == "lobby" else Game.Access.LINK,
            "bots": data["bots"],
            "level": data["level"],
        }


class InviteForm(forms.Form):
    """Ask a player by name."""

    name = forms.CharField(label=_("Name of a player"), max_length=20)


class WebhookForm(forms.Form):
    """Where notices are posted."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_URL,
        widget=forms.TextInput({"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "From the settings of a channel of Discord or Slack; or of a program of your own. It begins with https://."
        ),
    )
    form = forms.ChoiceField(
        label=_("What is sent"),
        choices=[("", _("as the address tells")), *Webhook.Form.choices],
        required=False,
    )


WHEN = [("at_once", _("as it comes")), ("digest", _("once a day, all together"))]
KINDS = [
    (Notice.Kind.YOUR_TURN, _("it is my turn")),
    (Notice.Kind.DEADLINE_NEAR, _("my deadline is near")),
    (Notice.Kind.BOT_PLAYED, _("the bot played for me")),
    (Notice.Kind.SEAT_HELD, _("the bot holds my seat")),
    (Notice.Kind.HAND_OVER, _("a hand is over")),
    (Notice.Kind.GAME_OVER, _("a game is over")),
    (Notice.Kind.INVITATION, _("somebody invites me")),
    (Notice.Kind.REMATCH, _("somebody I played with wants to play again")),
    (Notice.Kind.MESSAGE, _("somebody writes at my table")),
    (Notice.Kind.HOLIDAY_ENDING, _("my holiday ends")),
    (Notice.Kind.JOINED, _("somebody joins my table")),
    (Notice.Kind.STARTED, _("a game begins")),
    (Notice.Kind.TABLE_EXPIRED, _("my table is closed because nobody came")),
]


CHANNELS = {
    "kinds": _("mail"),
    "push_kinds": _("browser"),
    "webhook_kinds": _("webhook"),
}  # the fields that say what is told where


def _kinds() -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(choices=KINDS, required=False, widget=forms.CheckboxSelectMultiple)


class NoticesForm(forms.Form):
    """What a player wants to be told, and when; of the channels only those they have."""

    mail = forms.BooleanField(label=_("Send me mail about games"), required=False)
    kinds = _kinds()
    push_kinds = _kinds()
    webhook_kinds = _kinds()
    stages = forms.TypedMultipleChoiceField(
        label=_("Warn me of a deadline when so much of the time is left"),
        choices=[(stage, f"{stage} %") for stage in STAGES],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    when = forms.ChoiceField(
        label=_("All but warnings comes"),
        choices=WHEN,
        widget=forms.RadioSelect,
        help_text=_("What is no longer true when it is to be sent is not sent."),
    )
    delay = forms.TypedChoiceField(
        label=_("As it comes: wait first, so that several become one mail"), coerce=int, required=False, empty_value="0"
    )
    digest_hour = forms.TypedChoiceField(label=_("Once a day: at"), coerce=int, required=False, empty_value="8")
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput({"type": "time"}, "%H:%M")
    )
    quiet_until = forms.TimeField(label=_("until"), required=False, widget=forms.TimeInput({"type": "time"}, "%H:%M"))

    def __init__(self, *args: Any, channels: Collection[str] = ("kinds",), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in CHANNELS.keys() - set(channels):
            del self.fields[name]
        self.fields["delay"].choices = [(minutes, minutes_in_words(minutes)) for minutes in DELAYS]  # type: ignore[attr-defined]
        self.fields["digest_hour"].choices = [(hour, f"{hour}:00") for hour in range(24)]  # type: ignore[attr-defined]

    @property
    def channels(self) -> list[str]:
        """The names of the channels, in the order of the boxes in each of `told`."""
        return [str(words) for name, words in CHANNELS.items() if name in self.fields]

    @property
    def told(self) -> list[tuple[str, list[tuple[str, Any]]]]:
        """For each kind its words, and by channel the box to tick."""
        boxes = [[box.tag() for box in self[name]] for name in CHANNELS if name in self.fields]
        return [
            (str(words), list(zip(self.channels, row, strict=True)))
            for (_kind, words), row in zip(KINDS, zip(*boxes, strict=True), strict=True)
        ]

    @staticmethod
    def values_of(wishes: NoticeSettings) -> dict[str, Any]:
        """Return what the form shows of what has been chosen."""
        return {
            "mail": wishes.mail,
            "kinds": [kind for kind, _words in KINDS if kind not in wishes.off],
            "push_kinds": [kind for kind, _words in KINDS if kind not in wishes.push_off],
            "webhook_kinds": [kind for kind, _words in KINDS if kind not in wishes.webhook_off],
            "stages": wishes.stages,
            "when": "at_once" if wishes.digest_hour is None else "digest",
            "delay": wishes.delay,
            "digest_hour": 8 if wishes.digest_hour is None else wishes.digest_hour,
            "quiet_from": wishes.quiet_from,
            "quiet_until": wishes.quiet_until,
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        begin, end = data.get("quiet_from"), data.get("quiet_until")
        if not {"quiet_from", "quiet_until"} & set(self.errors):
            if (begin is None) != (end is None):
                field = "quiet_until" if end is None else "quiet_from"
                self.add_error(field, forms.ValidationError(_("Say both times, or none."), code="required"))
            elif begin is not None and begin == end:
                sentence = _("Quiet hours end at another time than they begin.")
                self.add_error("quiet_until", forms.ValidationError(sentence, code="invalid"))
        return data

    def changes(self) -> dict[str, Any]:
        """Return what `services.telling.change_settings` takes, of a valid form."""
        data = self.cleaned_data
        return {
            "mail": data["mail"],
            **{name: {kind: kind in data[name] for kind, _words in KINDS} for name in CHANNELS if name in self.fields},
            "stages": data["stages"],
            "delay": int(data["delay"]),
            "digest_hour": int(data["digest_hour"]) if data["when"] == "digest" else None,
            "quiet": (data["quiet_from"], data["quiet_until"]) if data["quiet_from"] is not None else None,
        }


def minutes_in_words(minutes: int) -> str:
    """Return a short span as one says it."""
    if minutes == 0:
        return gettext("not at all")
    if minutes % 60:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return ngettext("%(count)s hour", "%(count)s hours", minutes // 60) % {"count": minutes // 60}
