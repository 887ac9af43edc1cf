"""What is answered where something of ours has failed, 500 or 503; and where nothing is done or found, 403 to 405."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import MiddlewareNotUsed
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views import csrf, defaults
from rest_framework.exceptions import MethodNotAllowed

from .api.errors import BUSY, exception_handler

Handler = Callable[[HttpRequest], HttpResponse]


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what no view has caught (``handler500``).

    Too many at once, a lock that is held too long, a full disk, a database that starts anew: all that passes, nothing
    has been half written, and whoever asked may ask again.
    """
    is_api = request.path.startswith("/api/")
    if not isinstance(sys.exception(), OperationalError | InterfaceError):
        if is_api:
            problem = {"code": "server_error", "detail": _("Something broke on our side")}
            return JsonResponse(problem, status=500, headers={"Cache-Control": "no-store"})
        return defaults.server_error(request)
    headers = {"Retry-After": str(BUSY), "Cache-Control": "no-store"}
    if is_api:
        problem = {"code": "try_again", "detail": _("The site is busy. Try again in a moment.")}
        return JsonResponse(problem, status=503, headers=headers)
    # Rendered without the request: who its reader is stands in the database.
    return HttpResponse(render_to_string("503.html"), status=503, headers=headers)


def without_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that came without its token or with that of another session: nothing has been done.

    A script that sent it for a part of a page cannot show that: it has the page loaded again, with a token of now.
    """
    if not request.headers.get("HX-Request"):
        return csrf.csrf_failure(request, reason)
    messages.warning(request, _("Please try that again"))
    return HttpResponse(status=403, headers={"HX-Refresh": "true"})


def wrong_method(get_response: Handler) -> Handler:
    """Answer a method that an address does not know with a page that leads on, or as the API does.

    Whoever opens the address of a deed by hand would see an empty page otherwise.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or response.streaming or response.content:
            return response
        if request.path.startswith("/api/"):
            problem = exception_handler(MethodNotAllowed(request.method or ""), {})
            said: HttpResponse = JsonResponse(problem and problem.data)
        else:
            page = request.path if "GET" in response["Allow"] else _page_above(request.path)
            said = render(request, "405.html", {"page": page})
        response.content, response["Content-Type"] = said.content, said["Content-Type"]
        add_never_cache_headers(response)
        return response

    return answer


def _page_above(path: str) -> str:
    """Return the nearest address above that of a deed: the one of its table, or of its part of the account."""
    while above := path.rstrip("/").rpartition("/")[0]:
        for path in (above, f"{above}/"):
            try:
                resolve(path)
            except Resolver404:
                continue
            return path
    return "/"


def own_page_not_found(get_response: Handler) -> Handler:
    """Show our page of what is not found with DEBUG on as well, where Django shows its list of addresses.

    ``make run`` is for players: who follows a link to their table signed out is told to sign in.

    :raises MiddlewareNotUsed: with DEBUG off, where Django shows it by itself.
    """

    if not settings.DEBUG:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 404 or request.path.startswith("/api/"):
            return response
        return defaults.page_not_found(request, Http404())

    return answer
