"""What a client needs to check the deals and the log by itself: docs/fair-deals.md."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import proof

from .base import OpenView
from .errors import refusals
from .shapes.proof import DealsShape, LogShape


class DealsView(OpenView):
    @extend_schema(
        summary="The deals, to be checked",
        description="The commitment, the nonces and, for each hand that is over, its seed and how it was dealt.",
        responses={200: DealsShape, **refusals(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(proof.deals_of(slug=slug, user=request.user))


class LogView(OpenView):
    @extend_schema(
        summary="The log, to be checked",
        description="Of each entry the bytes its digest covers, as text, and the digest.",
        responses={200: LogShape, **refusals(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(proof.log_of(slug=slug, user=request.user))
