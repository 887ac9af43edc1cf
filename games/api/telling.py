"""What a player is told by mail, and when."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import member
from accounts.api.inputs import checked
from games.services import feeds, telling

from . import examples
from .base import PlayerView
from .errors import refusals
from .inputs import NoticeSettingsInput
from .output import feeds_json, notice_settings_json, table_json
from .shapes import FeedsShape, NoticeSettingsShape, TableShape


class NoticeSettingsView(PlayerView):
    @extend_schema(
        tags=["me"],
        summary="See what I am told by mail",
        responses={200: NoticeSettingsShape, **refusals(401, 403)},
        examples=[examples.NOTICE_SETTINGS],
    )
    def get(self, request: Request) -> Response:
        return Response(notice_settings_json(telling.settings_of(member(request))))

    @extend_schema(
        tags=["me"],
        summary="Change what I am told by mail",
        description="What is left out stays as it is. A notice that may not be sent yet is held back, not dropped; "
        "before it is sent it is looked at again, and what is no longer true is not told.",
        request=NoticeSettingsInput,
        responses={200: NoticeSettingsShape, **refusals(400, 401, 403, 413, 415)},
        examples=[examples.NEW_NOTICE_SETTINGS, examples.NOTICE_SETTINGS],
    )
    def patch(self, request: Request) -> Response:
        user = member(request)
        return Response(notice_settings_json(telling.change_settings(user, checked(NoticeSettingsInput, request))))


class FeedsView(PlayerView):
    @extend_schema(
        tags=["me"],
        summary="See the addresses of my feeds",
        description="Of my deadlines for a calendar, and of my turns for a feed reader. They need no token.",
        responses={200: FeedsShape, **refusals(401, 403)},
        examples=[examples.FEEDS],
    )
    def get(self, request: Request) -> Response:
        return Response(feeds_json(telling.settings_of(member(request)).feed))

    @extend_schema(
        tags=["me"],
        summary="Make new addresses of my feeds",
        description="Earlier ones lead nowhere any more.",
        request=None,
        responses={200: FeedsShape, **refusals(401, 403)},
        examples=[examples.FEEDS],
    )
    def post(self, request: Request) -> Response:
        return Response(feeds_json(feeds.renew(member(request))))

    @extend_schema(
        tags=["me"],
        summary="Take my feeds away",
        responses={204: None, **refusals(401, 403)},
    )
    def delete(self, request: Request) -> Response:
        feeds.turn_off(member(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MuteView(PlayerView):
    @extend_schema(
        summary="Mute a table",
        description="No mail comes about it any more, whatever your settings.",
        request=None,
        responses={200: TableShape, **refusals(401, 403, 404)},
    )
    def put(self, request: Request, slug: str) -> Response:
        return Response(table_json(telling.mute(slug=slug, user=request.user, muted=True)))

    @extend_schema(
        summary="Unmute a table",
        request=None,
        responses={200: TableShape, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, slug: str) -> Response:
        return Response(table_json(telling.mute(slug=slug, user=request.user, muted=False)))
