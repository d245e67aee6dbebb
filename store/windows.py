"""Windows: counts of requests by caller and policy within a minute.

The ``limits`` library stores them: in Redis if all processes must agree, or in this process, which
costs 4 µs instead of a round trip.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from limits.storage import MemoryStorage, RedisStorage, Storage
from redis import Redis

from store import keys

SECONDS = 60


class Rate(NamedTuple):
    """A rate limit: how many requests of a kind (``name``) a caller may make within a window."""

    name: str
    amount: int

    def key(self, caller: str) -> str:
        """Return the key of a counter of requests."""
        return f"{self.name}:{caller}"


class Windows:
    """Counters by caller. A window begins with the first request and expires after a minute."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @classmethod
    def shared(cls, redis: Redis) -> Windows:
        """Return windows of all processes; each check is a round trip to Redis."""
        prefix = f"{keys.PREFIX}window"
        pool = redis.connection_pool
        return cls(RedisStorage("redis://", connection_pool=pool, key_prefix=prefix))

    @classmethod
    def own(cls) -> Windows:
        """Return windows of this process."""
        return cls(MemoryStorage())

    def take(self, rate: Rate, caller: str) -> int:
        """Count a request; return the remaining number, below 0 if this one exceeds the limit."""
        return rate.amount - self._storage.incr(rate.key(caller), SECONDS)

    def left(self, rate: Rate, caller: str) -> int:
        """Return the remaining number of requests."""
        return max(0, rate.amount - self._storage.get(rate.key(caller)))

    def wait(self, rate: Rate, caller: str) -> int:
        """Return the seconds until the window ends, at least 1."""
        end = self._storage.get_expiry(rate.key(caller))
        return max(1, min(SECONDS, round(end - time.time() + 0.5)))
