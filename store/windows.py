"""Windows: how many requests of a kind a caller has made within a minute.

The ``limits`` library keeps them: in Redis where all processes must agree, or in this process,
where looking costs 4 µs instead of a trip to Redis.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from limits.storage import MemoryStorage, RedisStorage, Storage
from redis import Redis

from store import keys

SECONDS = 60


class Rate(NamedTuple):
    """How many requests of a kind (``name``) a caller may make within a window."""

    name: str
    amount: int

    def key(self, caller: str) -> str:
        """Where the requests of a caller are counted."""
        return f"{self.name}:{caller}"


class Windows:
    """Counts by caller. A window begins with the first request and is forgotten after a minute."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @classmethod
    def shared(cls, redis: Redis) -> Windows:
        """Windows of all processes together; each look is a trip to Redis."""
        prefix = f"{keys.PREFIX}window"
        pool = redis.connection_pool
        return cls(RedisStorage("redis://", connection_pool=pool, key_prefix=prefix))

    @classmethod
    def own(cls) -> Windows:
        """Windows of this process alone."""
        return cls(MemoryStorage())

    def take(self, rate: Rate, caller: str) -> int:
        """Count a request; how many more are allowed now, below 0 where this one is not."""
        return rate.amount - self._storage.incr(rate.key(caller), SECONDS)

    def left(self, rate: Rate, caller: str) -> int:
        """How many requests are allowed now."""
        return max(0, rate.amount - self._storage.get(rate.key(caller)))

    def wait(self, rate: Rate, caller: str) -> int:
        """Seconds until the window ends, at least 1."""
        end = self._storage.get_expiry(rate.key(caller))
        return max(1, min(SECONDS, round(end - time.time() + 0.5)))
