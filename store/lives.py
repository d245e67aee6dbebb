"""The lives of games: which have expired, and the deletion of everything that belongs to one."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import islice
from typing import Any

from redis import Redis

from match import expiry
from match.expiry import DAY, Lifetimes
from match.match import Match
from match.words import CHANNELS, STAGES
from store import keys, script
from store.games import Games
from store.hook_seats import seat_log

A_LOOK = 100
"""The games of a stage that one look reads."""
LONGEST_GRACE = 3600 * 1000
"""The ms without deletions after a day without a look."""
_MINUTE = 60 * 1000
_PAGE = 100


class Lives:
    """The games by the stages of their lives.

    A turn costs nothing here: an index has the time of an early entry. A look finds the games that
    may have expired, and corrects the times of those that have not.
    """

    def __init__(self, redis: Redis, games: Games, lifetimes: Lifetimes) -> None:
        self._redis, self._games, self.lifetimes = redis, games, lifetimes
        self._delete = redis.register_script(script.text_of("delete"))

    def expired(self, now: int, limit: int = A_LOOK) -> list[Match]:
        """Return games that have expired at this time (ms), at most ``limit`` of each stage."""
        found: list[Match] = []
        for stage in STAGES:
            lifetime = self.lifetimes.of(stage)
            for kept in (False, True) if self.lifetimes.app_keys else (False,):
                if lifetime:
                    name = keys.expiring(stage, kept)
                    found += self._look(name, now, now - lifetime, limit)
        return found

    def _look(self, index: str, now: int, before: int, limit: int) -> list[Match]:
        rows: Any = self._redis.zrangebyscore(index, "-inf", before, start=0, num=limit)
        ids = [row.decode() for row in rows]
        matches = self._games.summaries(ids)
        found, pipe = [], self._redis.pipeline(transaction=False)
        for gone in set(ids) - {match.id for match in matches}:
            pipe.zrem(index, gone)
        for match in matches:
            end = expiry.expires(match, self.lifetimes)
            if end is not None and end <= now:
                found.append(match)
            else:
                # A deadline may pass without effect, so it counts for a day at most.
                score = max(match.life.changed, min(expiry.since(match), before + DAY))
                pipe.zadd(index, {match.id: score}, xx=True)
        pipe.execute()
        return found

    def delete(self, match: Match) -> bool:
        """Delete a game and all that belongs to it; return False if it has changed or is gone.

        Streams and webhooks of its accounts get a last message. The origin of a rematch may have
        another one.
        """
        reply = self._delete(*script.deletion(match, _belongings(match)))
        return bool(reply[0] == b"done")

    def grace(self) -> int:
        """Return for how many ms no game should expire, and note that a sweeper looks.

        There is a grace after a day without a look: the clock may have been set forward, or an old
        backup restored. It is not longer than the shortest lifetime.
        """
        lifetimes = [each for each in map(self.lifetimes.of, STAGES) if each]
        longest = min([LONGEST_GRACE, *lifetimes])
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.pttl(keys.LOOKED)
            pipe.pttl(keys.GRACE)
            looked, left = pipe.execute()
        if not DAY - _MINUTE < looked <= DAY:
            self._redis.set(keys.LOOKED, 1, px=DAY)
        if looked < 0 or left > longest:  # the latter after a clock was set back
            self._redis.set(keys.GRACE, 1, px=longest)
            return longest
        return max(0, int(left))

    def expire(self, now: int, limit: int = A_LOOK) -> int:
        """Delete games that have expired, at most ``limit`` of each stage; return their number."""
        return sum(self.delete(match) for match in self.expired(now, limit))

    def all(self) -> Iterator[Match]:
        """Yield all games without their blobs, those without an entry for long first."""
        names = [keys.expiring(stage, kept) for stage in STAGES for kept in (False, True)]
        places = merge(*map(self._places, names))
        while page := [game_id for _, game_id in islice(places, _PAGE)]:
            yield from self._games.summaries(page)

    def _places(self, index: str) -> Iterator[tuple[float, str]]:
        start = 0
        while rows := self._rows(index, start):
            yield from rows
            start += _PAGE

    def _rows(self, index: str, start: int) -> list[tuple[float, str]]:
        rows: Any = self._redis.zrange(index, start, start + _PAGE - 1, withscores=True)
        return [(score, row.decode()) for row, score in rows]


def _belongings(match: Match) -> list[str]:
    """Return the keys of a game besides its hash and its log."""
    seats = range(max(len(match.chairs), len(match.head.holders)))
    found = [keys.traces(match.id), keys.talk(match.id), keys.news(match.id)]
    found += [keys.mutes(match.id), keys.hidden(match.id)]
    found += [keys.channel(match.id, name) for name in CHANNELS]
    for seat in seats:
        found += [keys.draft(match.id, seat), keys.hook_attempts(match.id, seat)]
        found.append(keys.deliveries(seat_log(match.id, seat)))
    return found
