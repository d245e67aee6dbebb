"""Windows: how many requests of a kind a caller has made within a minute.

They are in Redis if all processes must agree. Otherwise they are in this process, where a look
costs no trip to Redis.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from threading import Lock
from typing import NamedTuple

from redis import Redis

from store import keys

SECONDS = 60


class Rate(NamedTuple):
    """How many requests of a kind (``name``) a caller may make within a window."""

    name: str
    amount: int

    def key(self, caller: str) -> str:
        """Return where the requests of a caller are counted."""
        return f"{self.name}:{caller}"


class Windows(ABC):
    """Counts by caller. A window begins with the first request and is forgotten after a minute."""

    def take(self, rate: Rate, caller: str) -> int:
        """Count a request; return how many more are allowed now, below 0 if this one is not."""
        return rate.amount - self._count(rate.key(caller))

    def left(self, rate: Rate, caller: str) -> int:
        """Return how many requests are allowed now."""
        return max(0, rate.amount - self._seen(rate.key(caller))[0])

    def wait(self, rate: Rate, caller: str) -> int:
        """Return the seconds until the window ends, at least 1."""
        return max(1, min(SECONDS, math.ceil(self._seen(rate.key(caller))[1])))

    @abstractmethod
    def _count(self, key: str) -> int:
        """Count a request and return how many the window has."""

    @abstractmethod
    def _seen(self, key: str) -> tuple[int, float]:
        """Return the requests of a window, and the seconds until it ends."""


class SharedWindows(Windows):
    """Windows of all processes together; each look is a trip to Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def _count(self, key: str) -> int:
        name, asked = f"{keys.PREFIX}window:{key}", self._redis.pipeline()
        asked.incr(name)
        asked.expire(name, SECONDS, nx=True)
        return int(asked.execute()[0])

    def _seen(self, key: str) -> tuple[int, float]:
        name, asked = f"{keys.PREFIX}window:{key}", self._redis.pipeline()
        asked.get(name)
        asked.pttl(name)
        count, rest = asked.execute()
        return int(count or 0), rest / 1000


class OwnWindows(Windows):
    """Windows of this process alone."""

    def __init__(self) -> None:
        self._windows: dict[str, tuple[int, float]] = {}
        self._lock, self._swept = Lock(), 0.0

    def _count(self, key: str) -> int:
        with self._lock:
            now = time.monotonic()
            self._sweep(now)
            count, end = self._windows.get(key, (0, 0.0))
            self._windows[key] = (count + 1, end) if now < end else (1, now + SECONDS)
            return self._windows[key][0]

    def _seen(self, key: str) -> tuple[int, float]:
        count, end = self._windows.get(key, (0, 0.0))
        rest = end - time.monotonic()
        return (count, rest) if rest > 0 else (0, 0.0)

    def _sweep(self, now: float) -> None:
        """Forget windows that have ended, once in the time of a window."""
        if now > self._swept + SECONDS:
            self._swept = now
            self._windows = {key: each for key, each in self._windows.items() if now < each[1]}
