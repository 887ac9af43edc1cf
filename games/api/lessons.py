"""The lessons: to be gone through by cards sent with each question. Nothing is kept of who learns."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.errors import ApiProblem
from accounts.api.inputs import Input, Text
from games.learning import LESSONS, Moment, NoSuchLesson, see_lesson

from .base import OpenView, asked
from .errors import refusals
from .inputs.fields import CardField
from .output import Json, table_json
from .shapes.tables import TableShape

MOST_PLAYED = 100  # characters: no lesson is nearly so long


class NotInTheLesson(ApiProblem):
    status_code = status.HTTP_404_NOT_FOUND
    default_code = "no_such_lesson"
    default_detail = _("There is no such lesson, or it does not go like that.")


class LessonQuery(Input):
    played = Text(
        required=False,
        default="",
        allow_blank=True,
        max_length=MOST_PLAYED,
        help_text="Your right cards so far, as `played` of the last answer has them, with commas between: `JS,JH`.",
    )
    card = CardField(required=False, help_text="The card you try now.")


class LessonTitleShape(s.Serializer[Any]):
    number = s.IntegerField(help_text="From 1.")
    title = s.CharField()


class LessonsShape(s.Serializer[Any]):
    results = LessonTitleShape(many=True)


class LessonShape(LessonTitleShape):
    """A lesson after the cards that were played, and what is said of the one that was tried."""

    played = s.ListField(child=s.CharField(), help_text="Your right cards so far, with this one if it was right.")
    said = s.CharField(allow_blank=True, help_text="Of the card that was tried, whether it was right or not.")
    is_right = s.BooleanField(help_text="Whether the lesson goes on with the card that was tried.")
    ask = s.CharField(allow_blank=True, help_text="What you are to do now; empty once the lesson is over.")
    is_over = s.BooleanField()
    next = s.IntegerField(allow_null=True, help_text="The number of the next lesson; null after the last.")
    table = TableShape(
        help_text="As any other, you in seat 0. It is kept nowhere: its slug leads to no game, its times mean nothing."
    )


class LessonsView(OpenView):
    @extend_schema(
        operation_id="lessons_list",
        summary="List the lessons",
        description="In the order in which one learns.",
        responses={200: LessonsShape, **refusals(401)},
    )
    def get(self, request: Request) -> Response:
        results = [{"number": number, "title": str(each.title)} for number, each in enumerate(LESSONS, start=1)]
        return Response({"results": results})


class LessonView(OpenView):
    @extend_schema(
        summary="Go through a lesson",
        description="Send the cards that were right so far, and the one you try now: the answer says what is to be "
        "said of it, and what to do next. A card that is not right, or that the rules forbid, stays in your hand. "
        "The words are in the language of `Accept-Language`.",
        parameters=[
            LessonQuery,
            OpenApiParameter("number", int, OpenApiParameter.PATH, description="Of the lesson, from 1."),
        ],
        responses={200: LessonShape, **refusals(400, 401, 404)},
    )
    def get(self, request: Request, number: int) -> Response:
        query = asked(LessonQuery, request)
        card = query.get("card")
        try:
            moment = see_lesson(number, query["played"].replace(",", " "), card.text if card else "")
        except NoSuchLesson:
            raise NotInTheLesson from None
        return Response(_lesson(moment))


def _lesson(moment: Moment) -> Json:
    return {
        "number": moment.number,
        "title": moment.title,
        "played": moment.played,
        "said": moment.said,
        "is_right": moment.is_right,
        "ask": moment.ask,
        "is_over": moment.is_over,
        "next": moment.number + 1 if moment.number < len(LESSONS) else None,
        "table": table_json(moment.table),
    }
