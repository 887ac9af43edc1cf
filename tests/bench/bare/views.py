from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Row


class RowsView(APIView):
    """Authentication, parser and renderer are those of the site's API."""

    def post(self, request: Request) -> Response:
        said: Any = request.data
        row = Row.objects.create(user=request.user, ply=said["ply"], card=said["card"])
        return Response({"id": row.pk, "ply": row.ply, "card": row.card}, status=201)
