"""Due work: games that await a bot, accounts with unsent webhooks, and since when."""

from __future__ import annotations

from redis import Redis

from store import keys


class Due:
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
