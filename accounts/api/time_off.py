"""Rest hours and holidays of who is asking."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import time_off
from accounts.models import User

from . import examples
from .base import PrivateView
from .errors import ApiProblem, refusals
from .inputs import Input, checked

CLOCK = "%H:%M"


class RestInput(Input):
    rest_from = s.TimeField(
        required=False, allow_null=True, format=CLOCK, input_formats=[CLOCK], help_text="`22:00`, in your time zone."
    )
    rest_until = s.TimeField(
        required=False, allow_null=True, format=CLOCK, input_formats=[CLOCK], help_text="`07:00`, or null for none."
    )
    rest_days = s.ListField(
        child=s.IntegerField(min_value=0, max_value=6),
        required=False,
        max_length=7,
        help_text="Whole days of the week, 0 is Monday; two at the most.",
    )
    takes_holidays = s.BooleanField(
        required=False, help_text="Whether a day of holiday is taken when your time runs out, as long as you have one."
    )


class HolidayInput(Input):
    days = s.IntegerField(min_value=1, max_value=30, help_text="How long, as far as you have so much left.")


class HolidayShape(s.Serializer[Any]):
    start = s.DateTimeField()
    end = s.DateTimeField()


class TimeOffShape(s.Serializer[Any]):
    """When your clocks stand still, in games of a day a move and more."""

    time_zone = s.CharField(help_text="In which the hours are told.")
    rest_from = s.TimeField(format=CLOCK, allow_null=True)
    rest_until = s.TimeField(format=CLOCK, allow_null=True)
    rest_days = s.ListField(child=s.IntegerField(), help_text="0 is Monday.")
    takes_holidays = s.BooleanField()
    holiday = HolidayShape(allow_null=True, help_text="The one you are on.")
    holiday_hours_left = s.IntegerField(help_text="30 days a year, but for what you have taken.")


class HolidayProblem(ApiProblem):
    status_code = status.HTTP_409_CONFLICT


class TimeOffView(PrivateView):
    @extend_schema(
        summary="See my rest hours and holidays",
        responses={200: TimeOffShape, **refusals(401)},
        examples=[examples.TIME_OFF],
    )
    def get(self, request: Request) -> Response:
        return _answer(request)

    @extend_schema(
        summary="Change my rest hours",
        description="What is left out stays. The deadline of a turn under way moves on at once where you rest more, "
        "and stays where you rest less: that counts from your next turn on.",
        request=RestInput,
        responses={200: TimeOffShape, **refusals(400, 401, 413, 415)},
        examples=[examples.REST, examples.TIME_OFF],
    )
    def patch(self, request: Request) -> Response:
        user = _user(request)
        given = checked(RestInput, request)
        try:
            time_off.set_rest(
                user,
                start=given.get("rest_from", user.rest_from),
                end=given.get("rest_until", user.rest_until),
                days=given.get("rest_days", user.rest_days),
                takes_holidays=given.get("takes_holidays", user.takes_holidays),
            )
        except ValidationError as error:
            field = "rest_days" if error.code == "too_many_rest_days" else "rest_until"
            raise s.ValidationError({field: [s.ErrorDetail(str(error.message), code=str(error.code))]}) from error
        return _answer(request)


class HolidayView(PrivateView):
    @extend_schema(
        summary="Go on holiday",
        description="From now on, for so many days or as much as you have left. Your clocks stand still.",
        request=HolidayInput,
        responses={200: TimeOffShape, **refusals(400, 401, 409, 413, 415)},
        examples=[examples.HOLIDAY, examples.TIME_OFF],
    )
    def post(self, request: Request) -> Response:
        days = checked(HolidayInput, request)["days"]
        try:
            time_off.start_holiday(_user(request), timedelta(days=days), now=timezone.now())
        except time_off.HolidayRefused as error:
            _refuse(error)
        return _answer(request)

    @extend_schema(
        summary="Come back from holiday",
        description="What is left of it is kept.",
        responses={200: TimeOffShape, **refusals(401, 409)},
        examples=[examples.TIME_OFF],
    )
    def delete(self, request: Request) -> Response:
        try:
            time_off.end_holiday(_user(request), now=timezone.now())
        except time_off.HolidayRefused as error:
            _refuse(error)
        return _answer(request)


def _user(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def _refuse(error: time_off.HolidayRefused) -> NoReturn:
    raise HolidayProblem(str(error), error.code) from error


def _answer(request: Request) -> Response:
    user, now = _user(request), timezone.now()
    holiday = time_off.holiday_at(user, now)
    shown = {
        "time_zone": user.time_zone,
        "rest_from": user.rest_from,
        "rest_until": user.rest_until,
        "rest_days": user.rest_days,
        "takes_holidays": user.takes_holidays,
        "holiday": None if holiday is None else {"start": holiday[0], "end": holiday[1]},
        "holiday_hours_left": time_off.balance(user, now) // time_off.HOUR,
    }
    return Response(TimeOffShape(shown).data)
