"""One subscription of this process to the pulse of the tables, handed on to whoever follows one of them.

Everything here lives in the event loop of the process, so nothing needs a lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator

from django.conf import settings
from redis import RedisError
from redis.asyncio import Redis

from games import pulse

logger = logging.getLogger(__name__)

CONNECT_WITHIN = 2.0  # seconds
CHECK_EVERY = 10.0  # seconds without a word: then the server is asked whether it is still there
TRY_AGAIN_AFTER = 2.0  # seconds


class OutOfTouch(Exception):
    """The pulse cannot be heard just now."""


class Follower:
    """One who follows a game. Of several versions that came meanwhile they get the last."""

    def __init__(self) -> None:
        self._version: int | None = None
        self._is_cut_off = False
        self._news = asyncio.Event()

    def hear(self, version: int) -> None:
        self._version = version
        self._news.set()

    def cut_off(self) -> None:
        self._is_cut_off = True
        self._news.set()

    async def next_version(self, within: float) -> int | None:
        """Return the next version of the game, None if there is none *within* so many seconds.

        :raises OutOfTouch: if the pulse is not heard any more.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), within)
        if self._is_cut_off:
            raise OutOfTouch
        self._news.clear()
        version, self._version = self._version, None
        return version


class Following:
    """The subscription, and who follows which game."""

    def __init__(self) -> None:
        self._followers: dict[str, set[Follower]] = defaultdict(set)
        self._is_in_touch = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def get_in_touch(self) -> None:
        """Listen to the pulse, unless that is done already.

        :raises OutOfTouch: if its server is away.
        """
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait_for(self._is_in_touch.wait(), CONNECT_WITHIN)
        except TimeoutError:
            raise OutOfTouch from None

    @contextlib.contextmanager
    def follow(self, slug: str) -> Iterator[Follower]:
        """Follow the game *slug*: whatever happens from here on is heard, or that it cannot be heard any more."""
        follower = Follower()
        if not self._is_in_touch.is_set():
            follower.cut_off()
        self._followers[slug].add(follower)
        try:
            yield follower
        finally:
            self._followers[slug].discard(follower)
            if not self._followers[slug]:
                del self._followers[slug]

    async def _listen(self) -> None:
        while True:
            try:
                await self._hand_on()
            except (RedisError, OSError) as error:
                logger.warning("The pulse of the tables is not heard, pages ask by themselves: %s", error)
            except Exception:
                logger.exception("following the tables")
            self._is_in_touch.clear()
            for follower in [one for followers in self._followers.values() for one in followers]:
                follower.cut_off()
            await asyncio.sleep(TRY_AGAIN_AFTER)

    async def _hand_on(self) -> None:
        async with Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=CONNECT_WITHIN, health_check_interval=CHECK_EVERY
        ) as server:
            pubsub = server.pubsub(ignore_subscribe_messages=True)
            await pubsub.subscribe(pulse.CHANNEL)
            self._is_in_touch.set()
            while True:
                message = await pubsub.get_message(timeout=CHECK_EVERY)
                if message is None:
                    await pubsub.ping()
                elif message["type"] == "message":
                    self._tell(message["data"])

    def _tell(self, word: bytes) -> None:
        try:
            slug, version = pulse.read(word)
        except ValueError:
            logger.warning("a word on the pulse that is none: %r", word[:50])
            return
        for follower in self._followers.get(slug, ()):
            follower.hear(version)
