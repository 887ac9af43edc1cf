"""The browsers in which who is asking is signed in."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.internal.flows.sessions import end_other_sessions, end_sessions
from allauth.usersessions.models import UserSession
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from . import examples
from .base import PrivateView, member
from .errors import refusals


class SessionShape(s.ModelSerializer[UserSession]):
    id = s.IntegerField()
    browser = s.CharField(source="user_agent", help_text="As it calls itself.")
    address = s.CharField(source="ip", help_text="Of its network, when it signed in.")
    created = s.DateTimeField(source="created_at")
    current = s.BooleanField(source="is_current", help_text="Whether this request was made by it.")

    class Meta:
        model = UserSession
        fields = ["id", "browser", "address", "created", "current"]


class SessionsShape(s.Serializer[Any]):
    results = SessionShape(many=True)


class SessionsView(PrivateView):
    @extend_schema(
        operation_id="me_sessions_list",
        summary="List the browsers where I am signed in",
        description="The oldest first. Programs are under `/api/v1/tokens`.",
        responses={200: SessionsShape, **refusals(401, 403)},
        examples=[examples.SESSIONS],
    )
    def get(self, request: Request) -> Response:
        sessions = UserSession.objects.purge_and_list(member(request))
        return Response(SessionsShape({"results": sorted(sessions, key=lambda each: each.created_at)}).data)

    @extend_schema(
        operation_id="me_sessions_end",
        summary="Sign out in every other browser",
        description="In all of them, when asked with a token. Tokens stay.",
        responses={204: None, **refusals(401, 403)},
    )
    def delete(self, request: Request) -> Response:
        end_other_sessions(request._request, member(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SessionView(PrivateView):
    @extend_schema(
        summary="Sign out in one browser",
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, pk: int) -> Response:
        session = get_object_or_404(UserSession, pk=pk, user=member(request))
        end_sessions(request._request, [session])
        return Response(status=status.HTTP_204_NO_CONTENT)
