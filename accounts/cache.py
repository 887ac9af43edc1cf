"""The cache that counts attempts."""

from __future__ import annotations

from typing import Any

from django_redis.cache import RedisCache, omit_exception


class LimitsCache(RedisCache):
    """A Redis cache that never locks anybody out when its server is away.

    Rate limits take "not added" for "somebody else holds the lock", and would refuse every sign-in after a second's
    wait. While the server is away nothing is counted, which is the lesser evil.
    """

    @omit_exception(return_value=True)
    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self.client.add(*args, **kwargs)
