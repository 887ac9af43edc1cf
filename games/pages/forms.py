"""The forms of the pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.rules import MOST_HANDS, PLAYERS, TARGETS, Rules
from games.models import Game
from games.models.game import LONGEST_MOVE_TIME, SHORTEST_MOVE_TIME

CLOCKS = [
    (5 * 60, _("5 minutes a move")),
    (3600, _("1 hour a move")),
    (86400, _("1 day a move")),
    (2 * 86400, _("2 days a move")),
    (3 * 86400, _("3 days a move")),
    (7 * 86400, _("7 days a move")),
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
        label=_("Time for a move"),
        choices=[*((str(seconds), words) for seconds, words in CLOCKS), ("custom", _("another time"))],
        initial=str(2 * 86400),
        widget=forms.RadioSelect,
    )
    clock_number = forms.IntegerField(label=_("How many"), min_value=1, max_value=20160, required=False)
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

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("length") == "target" and not data.get("target") and "target" not in self.errors:
            self.add_error("target", forms.ValidationError(_("Say how many points."), code="required"))
        if data.get("length") == "hands" and data.get("hands_limit") is None and "hands_limit" not in self.errors:
            self.add_error("hands_limit", forms.ValidationError(_("Say how many hands."), code="required"))
        if data.get("clock") == "custom" and "clock_number" not in self.errors:
            self._clean_custom_clock(data)
        if "players" in data and "bots" in data and data["bots"] >= data["players"]:
            self.add_error("bots", forms.ValidationError(_("Bots can take every seat but yours."), code="too_many"))
        return data

    def _clean_custom_clock(self, data: dict[str, Any]) -> None:
        if data.get("clock_number") is None:
            self.add_error("clock_number", forms.ValidationError(_("Say how long."), code="required"))
        elif not SHORTEST_MOVE_TIME <= self.move_time <= LONGEST_MOVE_TIME:
            sentence = _("The time for a move is from 1 minute to 14 days.")
            self.add_error("clock_number", forms.ValidationError(sentence, code="out_of_bounds"))

    @property
    def move_time(self) -> timedelta:
        """The time for a move, of a form that is being or has been cleaned."""
        data = self.cleaned_data
        if data["clock"] != "custom":
            return timedelta(seconds=int(data["clock"]))
        return timedelta(seconds=data["clock_number"] * UNIT_SECONDS[data.get("clock_unit") or "days"])

    def table(self) -> dict[str, Any]:
        """Return what `services.seating.open_table` takes, of a valid form."""
        data = self.cleaned_data
        by_hands = data["length"] == "hands"
        return {
            "rules": Rules(
                players=data["players"],
                target=None if by_hands else data["target"],
                hands=data["hands_limit"] if by_hands else None,
                ace_high=data["ace_high"],
                general=data["general"],
                short_hands=data["short_hands"],
            ),
            "move_time": self.move_time,
            "access": Game.Access.PUBLIC if data["who"] == "lobby" else Game.Access.LINK,
            "bots": data["bots"],
        }


class InviteForm(forms.Form):
    """Ask a player by name."""

    name = forms.CharField(label=_("Name of a player"), max_length=20)
