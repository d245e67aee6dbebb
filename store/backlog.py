"""The backlog: the amount and age of due work."""

from __future__ import annotations

from typing import NamedTuple

from redis import Redis

from store import keys

KINDS = {
    "bots": keys.DUE,
    "hooks": keys.HOOKS_DUE,
    "deadlines": keys.DEADLINES,
    "webhooks": keys.WEBHOOKS_DUE,
    "jobs": keys.JOBS_DUE,
}


class Due(NamedTuple):
    """Due work of one kind: its amount, and the age of the oldest in seconds."""

    kind: str
    number: int
    age: float


class Backlog:
    """The lists of due work."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def measure(self, now: int) -> list[Due]:
        """Return the due work of each kind at this time (ms)."""
        pipe = self._redis.pipeline(transaction=False)
        for name in KINDS.values():
            pipe.zcount(name, "-inf", now)
            pipe.zrange(name, 0, 0, withscores=True)
        found = pipe.execute()
        pairs = zip(KINDS, found[::2], found[1::2], strict=True)
        return [
            Due(kind, count, (now - first[0][1]) / 1000 if count else 0.0)
            for kind, count, first in pairs
        ]
