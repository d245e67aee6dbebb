"""What is due: which games wait for a bot, which accounts for their webhooks, and since when."""

from __future__ import annotations

from redis import Redis

from store import keys


class Due:
    """The games (or accounts) in one index; every commit keeps it up to date by itself."""

    def __init__(self, redis: Redis, index: str = keys.DUE) -> None:
        self._redis, self._index = redis, index

    def overdue(self, before: int, limit: int = 100) -> list[str]:
        """What has been due since before this time (ms), longest first."""
        rows = self._redis.zrangebyscore(self._index, "-inf", before, start=0, num=limit)
        return [row.decode() if isinstance(row, bytes) else str(row) for row in rows]

    def postpone(self, name: str, until: int) -> None:
        """Look at this again only after ``until`` (ms), if it is still due then."""
        self._redis.zadd(self._index, {name: until}, xx=True)

    def drop(self, name: str) -> None:
        """Forget what no longer exists."""
        self._redis.zrem(self._index, name)
