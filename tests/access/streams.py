"""What a viewer hears on the stream of a table, under ASGI: the answer, and the events that a deed there sends."""

from __future__ import annotations

from copy import copy
from typing import Any
from unittest import mock

from asgiref.sync import async_to_sync
from django.test import AsyncClient

from games.models import Game
from games.pages import live
from games.pages.following import Following


def table_stream(viewer: Any, game: Game, path: str) -> bytes:
    """Return what *viewer* hears: the head of the answer, the version of the game, and the one after a deed."""
    client = AsyncClient()
    client.cookies = copy(viewer.cookies)
    return async_to_sync(_listen)(client, game, path)


async def _listen(client: AsyncClient, game: Game, path: str) -> bytes:
    pulse = Heard()
    # The connection is that of the test, in whose transaction the cards are exchanged.
    with mock.patch.object(live, "following", return_value=pulse), mock.patch.object(live, "connections"):
        response: Any = await client.get(path)
        headers = "\n".join(f"{name}: {value}" for name, value in sorted(response.headers.items()))
        heard = f"{response.status_code}\n{headers}\n{response.cookies}\n\n".encode()
        if not response.streaming:
            return heard + response.content
        events = aiter(response)
        heard += await anext(events)  # when to try again
        heard += await anext(events)
        pulse.hear(game.slug, game.version + 1)
        heard += await anext(events)
        await events.aclose()
        return heard


class Heard(Following):
    """A pulse without a server."""

    def __init__(self) -> None:
        super().__init__()
        self._is_in_touch.set()

    async def get_in_touch(self) -> None:
        """It always is."""

    def hear(self, slug: str, version: int) -> None:
        self._tell(f"{slug} {version}".encode())
