"""Other players, as far as everybody may know them."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import profiles
from games.services.errors import NoSuchPlayer

from .base import OpenView
from .errors import refusals
from .output import instant
from .shapes.players import ProfileShape


class ProfileView(OpenView):
    @extend_schema(
        summary="See a player",
        description="Whose name it is does not depend on the case.",
        responses={200: ProfileShape, **refusals(401, 404)},
    )
    def get(self, request: Request, name: str) -> Response:
        try:
            profile = profiles.see_player(name)
        except NoSuchPlayer:
            raise Http404 from None
        return Response(
            {
                "name": profile.name,
                "since": instant(profile.since),
                "finished": profile.finished,
                "won": profile.won,
                "active": profile.active,
                "resigned": profile.reliability.resigned,
                "turns": profile.reliability.turns,
                "in_time": profile.reliability.in_time,
            }
        )
