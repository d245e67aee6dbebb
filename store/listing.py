"""Lists of games in pages that stay stable while games come and go."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import NamedTuple

from redis import Redis

from store import keys

ListPlace = tuple[int, str]
"""A place in a list: a time (ms) and the id of a game."""


class Order(NamedTuple):
    """The order of a list: by the times of ``ended``, or by those of creation.

    Only times from ``since`` to before ``until`` count.
    """

    ended: bool = False
    newest_first: bool = True
    since: int | None = None
    until: int | None = None

    def holds(self, place: ListPlace, after: ListPlace | None) -> bool:
        """Return whether a place comes after another and is in the span of time."""
        if after is not None and (place >= after if self.newest_first else place <= after):
            return False
        early = self.since is not None and place[0] < self.since
        return not early and (self.until is None or place[0] < self.until)


class GameLists:
    """The indexes of games; commits update them."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def public(
        self,
        statuses: Iterable[str],
        titles: Iterable[str],
        order: Order,
        after: ListPlace | None,
        limit: int,
    ) -> list[ListPlace]:
        """Return the next ``limit`` public games after this place."""
        titles, name = list(titles), keys.ended if order.ended else keys.listed
        names = [name(status, title) for status in statuses for title in titles]
        return self._page(names, order, after, limit)

    def of_player(
        self, player: str, order: Order, after: ListPlace | None, limit: int
    ) -> list[ListPlace]:
        """Return the next ``limit`` public games of a player."""
        name = keys.player_ended if order.ended else keys.player_games
        return self._page([name(player)], order, after, limit)

    def of_account(
        self, account_id: str, order: Order, after: ListPlace | None, limit: int
    ) -> list[ListPlace]:
        """Return the next ``limit`` games of an account."""
        name = keys.account_ended if order.ended else keys.account_games
        return self._page([name(account_id)], order, after, limit)

    def _page(
        self, names: Iterable[str], order: Order, after: ListPlace | None, limit: int
    ) -> list[ListPlace]:
        pipe = self._redis.pipeline(transaction=False)
        low: int | str = "-inf" if order.since is None else order.since
        high: int | str = "+inf" if order.until is None else f"({order.until}"
        for name in names:
            if after is not None:
                pipe.zrangebyscore(name, after[0], after[0], withscores=True)
            if order.newest_first:
                top = high if after is None else f"({after[0]}"
                pipe.zrevrangebyscore(name, top, low, withscores=True, start=0, num=limit)
            else:
                bottom = low if after is None else f"({after[0]}"
                pipe.zrangebyscore(name, bottom, high, withscores=True, start=0, num=limit)
        found = {(int(score), member.decode()) for rows in pipe.execute() for member, score in rows}
        rest = (place for place in found if order.holds(place, after))
        return (heapq.nlargest if order.newest_first else heapq.nsmallest)(limit, rest)
