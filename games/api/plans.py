"""A player's own plan for their seat."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.inputs import checked
from games.services import plans

from . import examples
from .base import PlayerView
from .errors import refusals
from .inputs.moves import NewPlan
from .output import plan_json
from .shapes.plans import PlanShape


class PlanView(PlayerView):
    """Nobody else's answers say that there is a plan."""

    @extend_schema(
        summary="See your plan",
        responses={200: PlanShape, **refusals(401, 403, 404, 409)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(plan_json(plans.my_plan(slug=slug, user=request.user)))

    @extend_schema(
        summary="Plan your next card",
        description="In place of what was planned before. A card is played for you when its suit has been led and it "
        "is your turn, after a delay by chance; what does not fit the trick then is dropped, and you are told that it "
        "is your turn.",
        request=NewPlan,
        responses={200: PlanShape, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
        examples=[examples.PLAN],
    )
    def put(self, request: Request, slug: str) -> Response:
        return Response(plan_json(plans.set_plan(slug=slug, user=request.user, **checked(NewPlan, request))))

    @extend_schema(
        summary="Drop your plan",
        request=None,
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, slug: str) -> Response:
        plans.set_plan(slug=slug, user=request.user, plays_single=False)
        return Response(status=status.HTTP_204_NO_CONTENT)
