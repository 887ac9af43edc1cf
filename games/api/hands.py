"""What is over and open: hands, records, and who has sat where."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import looking

from .base import OpenView, asked
from .errors import refusals
from .inputs import StepQuery
from .output import hand_step_json, sitting_json
from .shapes import HandStepShape, RecordShape, SittingShape


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


class RecordView(OpenView):
    @extend_schema(
        summary="The record of a finished game",
        description="All of it, to keep or to study: `polignac-record/1`, described in docs/records.md.",
        responses={200: RecordShape, **refusals(401, 404, 409)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(looking.record_of(slug=slug, user=request.user))


class SittingsView(OpenView):
    @extend_schema(
        summary="Who has sat where",
        description="From the first who sat down to the last who came back, oldest first.",
        responses={200: SittingShape(many=True), **refusals(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        table = looking.see_table(slug=slug, user=request.user)
        return Response([sitting_json(sitting) for sitting in looking.see_sittings(table)])
