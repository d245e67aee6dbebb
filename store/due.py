"""Due turns: which games wait for a bot, and since when."""

from __future__ import annotations

from redis import Redis

from store import keys


class Due:
    """The games in which a bot is asked; every commit keeps this up to date by itself."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def overdue(self, before: int, limit: int = 100) -> list[str]:
        """Ids of games whose bot has been due since before this time (ms), longest first."""
        rows = self._redis.zrangebyscore(keys.DUE, "-inf", before, start=0, num=limit)
        return [row.decode() if isinstance(row, bytes) else str(row) for row in rows]

    def postpone(self, game_id: str, until: int) -> None:
        """Look at this game again only after ``until`` (ms), if it is still due then."""
        self._redis.zadd(keys.DUE, {game_id: until}, xx=True)

    def drop(self, game_id: str) -> None:
        """Forget a game that no longer exists."""
        self._redis.zrem(keys.DUE, game_id)
