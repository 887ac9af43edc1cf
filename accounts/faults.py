"""The answer where something of ours has failed: 500, or 503 where the database does not answer just now."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from .api.errors import BUSY


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what no view has caught (``handler500``).

    Too many at once, a lock that is held too long, a full disk, a database that starts anew: all that passes, nothing
    has been half written, and whoever asked may ask again.
    """
    if not isinstance(sys.exception(), OperationalError | InterfaceError):
        return defaults.server_error(request)
    headers = {"Retry-After": str(BUSY), "Cache-Control": "no-store"}
    if request.path.startswith("/api/"):
        problem = {"code": "try_again", "detail": _("The site is busy. Try again in a moment.")}
        return JsonResponse(problem, status=503, headers=headers)
    # Rendered without the request: who its reader is stands in the database.
    return HttpResponse(render_to_string("503.html"), status=503, headers=headers)
