"""The backlog: the indexes of due work, and their length and age."""

from __future__ import annotations

from typing import NamedTuple

from redis import Redis

from match.match import Match
from store import keys

KINDS = {
    "bots": keys.DUE,
    "bots-only": keys.BOTS_DUE,
    "hooks": keys.HOOKS_DUE,
    "deadlines": keys.DEADLINES,
    "webhooks": keys.WEBHOOKS_DUE,
    "undo": keys.UNDO_DUE,
    "replays": keys.REPLAYS_DUE,
}

HOUR = 3_600_000
SERVED_AT_ONCE = 4
"""The games of an address whose bots come as soon as those of other addresses."""


class DueWork(NamedTuple):
    """Due work of one kind: its amount, and the age of the oldest in seconds."""

    kind: str
    number: int
    age: float


class DueIndex:
    """The games (or accounts) in one index; commits update it."""

    def __init__(self, redis: Redis, index: str = keys.DUE) -> None:
        self._redis, self._index = redis, index

    def overdue(self, before: int, limit: int = 100) -> list[str]:
        """Return what has been due since before this time (ms), longest first."""
        rows = self._redis.zrangebyscore(self._index, "-inf", before, start=0, num=limit)
        return [row.decode() if isinstance(row, bytes) else str(row) for row in rows]

    def postpone(self, name: str, until: int) -> None:
        """Postpone a check until ``until`` (ms), if it is still due then."""
        self._redis.zadd(self._index, {name: until}, xx=True)

    def drop(self, name: str) -> None:
        """Remove an item that no longer exists."""
        self._redis.zrem(self._index, name)


class Crowds:
    """The games of people that await bots, by the address that made them."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def hold(self, match: Match, now: int) -> bool:
        """Return whether more games of the same address than ``SERVED_AT_ONCE`` await bots.

        A game that has awaited one for an hour counts no more: its rules may not be installed.
        """
        if not (address := match.head.makers[1]):
            return False
        return self._redis.zcount(keys.crowd(address), now - HOUR, "+inf") > SERVED_AT_ONCE


class Backlog:
    """The lists of due work."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def measure(self, now: int) -> list[DueWork]:
        """Return the due work of each kind at this time (ms)."""
        pipe = self._redis.pipeline(transaction=False)
        for name in KINDS.values():
            pipe.zcount(name, "-inf", now)
            pipe.zrange(name, 0, 0, withscores=True)
        found = pipe.execute()
        pairs = zip(KINDS, found[::2], found[1::2], strict=True)
        return [
            DueWork(kind, count, (now - first[0][1]) / 1000 if count else 0.0)
            for kind, count, first in pairs
        ]
