"""Lists of games, newest first, in pages that stay stable while games come and go."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from redis import Redis

from store import keys

ListPlace = tuple[int, str]
"""A place in a list: when the game was created (ms), and its id."""


class GameLists:
    """The indexes of games; commits update them."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def public(
        self, statuses: Iterable[str], titles: Iterable[str], after: ListPlace | None, limit: int
    ) -> list[ListPlace]:
        """Return the next ``limit`` public games after this place."""
        titles = list(titles)
        names = [keys.listed(status, title) for status in statuses for title in titles]
        return self._page(names, after, limit)

    def of_account(self, account_id: str, after: ListPlace | None, limit: int) -> list[ListPlace]:
        """Return the next ``limit`` games of an account."""
        return self._page([keys.account_games(account_id)], after, limit)

    def _page(self, names: Iterable[str], after: ListPlace | None, limit: int) -> list[ListPlace]:
        pipe = self._redis.pipeline(transaction=False)
        upto = "+inf" if after is None else f"({after[0]}"
        for name in names:
            pipe.zrevrangebyscore(name, upto, "-inf", withscores=True, start=0, num=limit)
            if after is not None:
                pipe.zrangebyscore(name, after[0], after[0], withscores=True)
        found = {(int(score), member.decode()) for rows in pipe.execute() for member, score in rows}
        rest = (mark for mark in found if after is None or mark < after)
        return heapq.nlargest(limit, rest)
