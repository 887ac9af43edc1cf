"""The stream a page of a table follows: which version the game has, and nothing else of it.

An async view, for a process that speaks ASGI (`polignac_site.asgi`): thousands may listen there at little cost. Under
WSGI it answers that there is nothing to follow, and the page asks from time to time instead.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game

from .following import Following, OutOfTouch

SIGN_OF_LIFE = 20.0  # seconds: a page that hears nothing for longer takes the stream for lost
LIFE = 600.0  # seconds: then the page asks anew, and its session and its right to look are checked anew
RETRY = 3000  # milliseconds until a browser tries again


@cache
def following() -> Following:
    """Return the one subscription of this process."""
    return Following()


@never_cache
@require_safe
async def table_stream(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the version of a game at once and whenever it changes, to whoever may look at its table."""
    if not isinstance(request, ASGIRequest) or request.method != "GET":
        return HttpResponse(status=204)
    user = request.user
    if await _version_seen(slug, user) is None:
        raise Http404
    try:
        await following().get_in_touch()
    except OutOfTouch:
        return HttpResponse(status=503, headers={"Retry-After": "30"})
    headers = {"X-Accel-Buffering": "no"}
    return StreamingHttpResponse(_stream(slug, user), content_type="text/event-stream", headers=headers)


async def _stream(slug: str, user: Any) -> AsyncIterator[str]:
    clock = asyncio.get_running_loop().time
    end = clock() + LIFE
    yield f"retry: {RETRY}\n\n"
    with following().follow(slug) as follower:
        version = await _version_seen(slug, user)  # followed first, so that nothing is missed in between
        while version is not None:  # else they have left a table behind a link
            yield f"data: {json.dumps({'version': version})}\n\n"
            try:
                while (heard := await follower.next_version(within=SIGN_OF_LIFE)) is None:
                    yield "event: still\ndata: {}\n\n"
                    if clock() > end:
                        return
            except OutOfTouch:
                return
            version = await _version_seen(slug, user)
            if version is not None:
                version = max(version, heard)


@sync_to_async
def _version_seen(slug: str, user: Any) -> int | None:
    """Return the version of the game, None if there is none that *user* may see."""
    try:
        return Game.objects.seen_by(user).filter(slug=slug).values_list("version", flat=True).first()
    finally:
        connections.close_all()  # or each stream would hold one as long as it lasts
