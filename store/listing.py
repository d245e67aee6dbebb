"""Lists of public games, newest first, in pages that stay stable while games come and go."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from redis import Redis

from store import keys

Mark = tuple[int, str]
"""A place in a list: when the game was created (ms), and its id."""


class Listing:
    """The indexes of public games by status and title."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def page(
        self, statuses: Iterable[str], titles: Iterable[str], after: Mark | None, limit: int
    ) -> list[Mark]:
        """The next ``limit`` games that come after this place, newest first."""
        pairs = [(status, title) for status in statuses for title in titles]
        pipe = self._redis.pipeline(transaction=False)
        upto = "+inf" if after is None else f"({after[0]}"
        for status, title in pairs:
            name = keys.listed(status, title)
            pipe.zrevrangebyscore(name, upto, "-inf", withscores=True, start=0, num=limit)
            if after is not None:
                pipe.zrangebyscore(name, after[0], after[0], withscores=True)
        found = {(int(score), member.decode()) for rows in pipe.execute() for member, score in rows}
        rest = (mark for mark in found if after is None or mark < after)
        return heapq.nlargest(limit, rest)
