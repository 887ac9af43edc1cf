"""What a player is told, by mail or otherwise, and when."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import member
from accounts.api.inputs import checked
from games.services import feeds, pushing, telling, webhooks

from . import examples
from .base import PlayerView
from .errors import refusals
from .inputs.notices import NoticeSettingsInput, PushInput, WebhookInput
from .output import feeds_json, notice_settings_json, push_json, table_json, webhook_json
from .shapes.notices import FeedsShape, NoticeSettingsShape, PushShape, WebhookShape
from .shapes.tables import TableShape


class NoticeSettingsView(PlayerView):
    @extend_schema(
        tags=["me"],
        summary="See what I am told",
        responses={200: NoticeSettingsShape, **refusals(401, 403)},
        examples=[examples.NOTICE_SETTINGS],
    )
    def get(self, request: Request) -> Response:
        return Response(notice_settings_json(telling.settings_of(member(request))))

    @extend_schema(
        tags=["me"],
        summary="Change what I am told",
        description="What is left out stays as it is. A notice that may not be sent yet is held back, not dropped; "
        "before it is sent it is looked at again, and what is no longer true is not told.",
        request=NoticeSettingsInput,
        responses={200: NoticeSettingsShape, **refusals(400, 401, 403, 413, 415)},
        examples=[examples.NEW_NOTICE_SETTINGS, examples.NOTICE_SETTINGS],
    )
    def patch(self, request: Request) -> Response:
        user = member(request)
        return Response(notice_settings_json(telling.change_settings(user, checked(NoticeSettingsInput, request))))


class WebhookView(PlayerView):
    @extend_schema(
        tags=["me"],
        summary="See my webhook",
        description="Where notices are posted, and how it goes.",
        responses={200: WebhookShape, **refusals(401, 403)},
        examples=[examples.WEBHOOK],
    )
    def get(self, request: Request) -> Response:
        return Response(webhook_json(webhooks.webhook_of(member(request))))

    @extend_schema(
        tags=["me"],
        summary="Set my webhook",
        description="A channel of Discord or Slack, or a program of your own. One that was turned off is on again.",
        request=WebhookInput,
        responses={200: WebhookShape, **refusals(400, 401, 403, 413, 415, 422)},
        examples=[examples.NEW_WEBHOOK, examples.WEBHOOK],
    )
    def put(self, request: Request) -> Response:
        user = member(request)
        return Response(webhook_json(webhooks.set_webhook(user, **checked(WebhookInput, request))))

    @extend_schema(
        tags=["me"],
        summary="Remove my webhook",
        responses={204: None, **refusals(401, 403)},
    )
    def delete(self, request: Request) -> Response:
        webhooks.remove_webhook(member(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebhookSecretView(PlayerView):
    @extend_schema(
        tags=["me"],
        summary="Make a new secret for my webhook",
        request=None,
        responses={200: WebhookShape, **refusals(401, 403, 404)},
        examples=[examples.WEBHOOK],
    )
    def post(self, request: Request) -> Response:
        return Response(webhook_json(webhooks.renew_secret(member(request))))


class PushView(PlayerView):
    @extend_schema(
        tags=["me"],
        summary="See the browsers notices are pushed to",
        responses={200: PushShape, **refusals(401, 403)},
        examples=[examples.PUSH],
    )
    def get(self, request: Request) -> Response:
        return Response(push_json(pushing.subscriptions_of(member(request))))

    @extend_schema(
        tags=["me"],
        summary="Push notices to a browser",
        description="With what `pushManager.subscribe` answers there. One that is known already is not there twice.",
        request=PushInput,
        responses={201: PushShape, **refusals(400, 401, 403, 413, 415, 422)},
        examples=[examples.NEW_PUSH],
    )
    def post(self, request: Request) -> Response:
        user = member(request)
        pushing.subscribe(user, **checked(PushInput, request))
        return Response(push_json(pushing.subscriptions_of(user)), status.HTTP_201_CREATED)


class PushSubscriptionView(PlayerView):
    @extend_schema(
        tags=["me"],
        summary="Push nothing to a browser any more",
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, pk: int) -> Response:
        if not pushing.unsubscribe(member(request), pk):
            raise NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)


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
        description="Nothing comes about it any more, by mail or otherwise, whatever your settings.",
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
