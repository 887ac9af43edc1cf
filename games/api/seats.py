"""Sitting down, getting up, inviting, seating bots, beginning; resigning and coming back."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.inputs import checked
from games.services import absence, looking, rematching, saying, seating

from . import examples
from .base import OpenView, PlayerView
from .errors import refusals
from .inputs.tables import BotSeating, Inviting, Joining, Saying
from .output import table_json
from .shapes.tables import TableShape


class JoinView(PlayerView):
    @extend_schema(
        summary="Sit down",
        description="In the first free seat. A table that is not public wants `invite`, the secret of its invitation "
        "link. The game begins when the last seat is taken.",
        request=Joining,
        responses={200: TableShape, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
        examples=[examples.JOIN],
    )
    def post(self, request: Request, slug: str) -> Response:
        table = seating.join(slug=slug, user=request.user, **checked(Joining, request))
        return Response(table_json(table))


class LeaveView(PlayerView):
    @extend_schema(
        summary="Get up before the game begins",
        description="When the host leaves, the next player is host; after the last the table is closed.",
        request=None,
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        seating.leave(slug=slug, user=request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MessagesView(PlayerView):
    @extend_schema(
        summary="Write to the others at the table",
        description="A short message. Those who sit there see it; it is in no log and no record, and the last 20 are "
        "kept. Five in ten minutes are enough.",
        request=Saying,
        responses={201: TableShape, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )
    def post(self, request: Request, slug: str) -> Response:
        table = saying.say(slug=slug, user=request.user, **checked(Saying, request))
        return Response(table_json(table), status.HTTP_201_CREATED)


class RematchView(PlayerView):
    @extend_schema(
        summary="Play again with the same players",
        description="After a game: opens a table of the same terms, with as many bots, and invites the others. Where "
        "one of them has done so already, you sit down at that table.",
        request=None,
        responses={200: TableShape, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return Response(table_json(rematching.play_again(slug=slug, user=request.user)))


class StartView(PlayerView):
    @extend_schema(
        summary="Begin now",
        description="For the host: bots take the seats that are still free.",
        request=BotSeating,
        responses={200: TableShape, **refusals(400, 401, 403, 404, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        table = seating.start(slug=slug, user=request.user, **checked(BotSeating, request))
        return Response(table_json(table))


class BotsView(PlayerView):
    @extend_schema(
        summary="Seat a bot",
        description="For the host: a bot takes the last free seat. The game begins when no seat is free any more.",
        request=BotSeating,
        responses={200: TableShape, **refusals(400, 401, 403, 404, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        table = seating.add_bot(slug=slug, user=request.user, **checked(BotSeating, request))
        return Response(table_json(table))


class BotView(PlayerView):
    @extend_schema(
        summary="Free a bot's seat",
        description="For the host, before the game begins.",
        responses={200: TableShape, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, slug: str, seat: int) -> Response:
        return Response(table_json(seating.remove_bot(slug=slug, user=request.user, seat=seat)))


class InvitationsView(PlayerView):
    @extend_schema(
        summary="Invite a player by name",
        description="They are told by mail, once, however often you ask.",
        request=Inviting,
        responses={204: None, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
        examples=[examples.INVITE],
    )
    def post(self, request: Request, slug: str) -> Response:
        seating.invite(slug=slug, user=request.user, **checked(Inviting, request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationView(OpenView):
    @extend_schema(
        summary="See the table an invitation link leads to",
        responses={200: TableShape, **refusals(401, 404)},
    )
    def get(self, request: Request, invite: str) -> Response:
        return Response(table_json(looking.find_by_invite(invite=invite, user=request.user)))


class ResignView(PlayerView):
    @extend_schema(
        summary="Resign",
        description="A bot plays your seat to the end, and you cannot win.",
        request=None,
        responses={200: TableShape, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return Response(table_json(absence.resign(slug=slug, user=request.user)))


class TakeBackView(PlayerView):
    @extend_schema(
        summary="Take your seat back",
        description="From the bot that stands in for you since you missed turns.",
        request=None,
        responses={200: TableShape, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return Response(table_json(absence.take_back(slug=slug, user=request.user)))
