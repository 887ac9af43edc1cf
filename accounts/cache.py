"""The cache that counts attempts."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar

from django_redis.cache import RedisCache
from django_redis.exceptions import ConnectionInterrupted

logger = logging.getLogger(__name__)

REST = 5.0  # seconds for which a server that did not answer is not asked again


class LimitsCache(RedisCache):
    """A Redis cache that neither holds anybody up nor locks anybody out when its server is away.

    Rate limits take "not added" for "somebody else holds the lock", and would refuse every sign-in after a second's
    wait. While the server is away nothing is counted, which is the lesser evil.
    """

    _away_until: ClassVar[dict[str, float]] = {}  # by server

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(lambda: self.client.add(*args, **kwargs), otherwise=True)

    def get(self, key: Any, default: Any = None, version: Any = None, client: Any = None) -> Any:
        return self._ask(lambda: self.client.get(key, default=default, version=version, client=client), default)

    def set(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(lambda: self.client.set(*args, **kwargs), otherwise=False)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(lambda: self.client.delete(*args, **kwargs), otherwise=False)

    def _ask(self, ask: Callable[[], Any], otherwise: Any) -> Any:
        if time.monotonic() < self._away_until.get(self._server, 0.0):
            return otherwise
        try:
            return ask()
        except ConnectionInterrupted as error:
            self._away_until[self._server] = time.monotonic() + REST
            logger.warning("Nothing is counted for %d seconds: %s", REST, error)
            return otherwise
