"""The page of rest hours and holidays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from . import time_off
from .models import User
from .returning import sign_in_first

signed_in = sign_in_first(lambda request, kwargs: reverse("accounts_time_off"))
WEEK = [
    (0, gettext_lazy("Monday")),
    (1, gettext_lazy("Tuesday")),
    (2, gettext_lazy("Wednesday")),
    (3, gettext_lazy("Thursday")),
    (4, gettext_lazy("Friday")),
    (5, gettext_lazy("Saturday")),
    (6, gettext_lazy("Sunday")),
]


class RestForm(forms.Form):
    """When somebody rests."""

    rest_from = forms.TimeField(
        label=gettext_lazy("Rest from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    rest_until = forms.TimeField(
        label=gettext_lazy("Rest until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy("Every night, 12 hours at the most. Leave both empty for none."),
    )
    rest_days = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Whole days"),
        choices=WEEK,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Two of the week at the most."),
    )
    takes_holidays = forms.BooleanField(
        label=gettext_lazy("When my time runs out, take a day of holiday if I have one left"), required=False
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            time_off.check_rest(data["rest_from"], data["rest_until"], data["rest_days"])
        return data


class HolidayForm(forms.Form):
    days = forms.IntegerField(label=gettext_lazy("Days"), min_value=1, max_value=30, initial=7)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rest(request: HttpRequest) -> HttpResponse:
    """See and change rest hours; see the holidays."""
    user = request.user
    assert isinstance(user, User)
    kept = {name: getattr(user, name) for name in RestForm.base_fields}
    form = RestForm(request.POST or None, initial=kept)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            data = form.cleaned_data
            time_off.set_rest(
                user,
                start=data["rest_from"],
                end=data["rest_until"],
                days=data["rest_days"],
                takes_holidays=data["takes_holidays"],
            )
            messages.success(request, _("Saved."))
            return redirect("accounts_time_off")
        status = 422
    now = timezone.now()
    context = {
        "form": form,
        "holiday_form": HolidayForm(),
        "holiday": time_off.holiday_at(user, now),
        "hours_left": time_off.balance(user, now) // time_off.HOUR,
    }
    return render(request, "accounts/time_off.html", context, status=status)


@signed_in
@require_POST
def start_holiday(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    form = HolidayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A holiday has 1 to 30 days."))
        return redirect("accounts_time_off")
    try:
        time_off.start_holiday(user, timedelta(days=form.cleaned_data["days"]), now=timezone.now())
    except time_off.HolidayRefused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Your holiday has begun. Enjoy it."))
    return redirect("accounts_time_off")


@signed_in
@require_POST
def end_holiday(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    try:
        time_off.end_holiday(user, now=timezone.now())
    except time_off.HolidayRefused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Welcome back. Your clocks run again."))
    return redirect("accounts_time_off")
