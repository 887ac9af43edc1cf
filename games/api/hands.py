"""What is over and open: hands, records, and who has sat where."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import looking

from .base import OpenView, asked
from .errors import refusals
from .inputs.queries import RecordQuery, StepQuery
from .output import hand_step_json, review_json, sitting_json
from .shapes.hands import HandStepShape, RecordShape, ReviewShape, SittingShape


class HandView(OpenView):
    @extend_schema(
        summary="Look through a hand that is over",
        description="All cards open, after all of its moves or after `step` of them.",
        parameters=[StepQuery],
        responses={200: HandStepShape, **refusals(400, 401, 404, 409)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        step = asked(StepQuery, request).get("step")
        hand = looking.see_hand(slug=slug, user=request.user, number=number, step=step)
        return Response(hand_step_json(hand))


class ReviewView(OpenView):
    @extend_schema(
        summary="The review of a hand that is over",
        description="For every move, what each legal card was worth: the points the hand was to cost its seat, as that "
        "seat could know it, so less is better. The review is made within seconds of the end of the hand; until then "
        "`is_ready` is false and the lists are empty: ask again. `review_failed` says that none will come.",
        responses={200: ReviewShape, **refusals(401, 404, 409)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        review = looking.see_review(slug=slug, user=request.user, number=number)
        return Response(review_json(slug, number, review))


class RecordView(OpenView):
    @extend_schema(
        summary="The record of a finished game",
        description="All of it, to keep or to study: `polignac-record/1`, described in docs/records.md.",
        parameters=[RecordQuery],
        responses={200: RecordShape, **refusals(400, 401, 404, 409)},
    )
    def get(self, request: Request, slug: str) -> Response:
        with_reviews = bool(asked(RecordQuery, request).get("review"))
        return Response(looking.record_of(slug=slug, user=request.user, with_reviews=with_reviews))


class SittingsView(OpenView):
    @extend_schema(
        summary="Who has sat where",
        description="From the first who sat down to the last who came back, oldest first.",
        responses={200: SittingShape(many=True), **refusals(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        table = looking.see_table(slug=slug, user=request.user)
        return Response([sitting_json(sitting) for sitting in looking.see_sittings(table)])
