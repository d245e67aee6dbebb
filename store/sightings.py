"""Sightings: when the owners of seats were last connected, or sent a request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from redis import Redis

from match.match import Match
from store import keys
from store.beside import Beside
from store.drafts import holder
from store.games import now_ms

FRESH = 75_000
"""The ms after which an owner that was not seen again is offline; a long poll lasts 60 s."""
KEPT = 7 * 24 * 3600 * 1000
"""The ms after which it is forgotten when an owner was last seen."""


class Sighting(NamedTuple):
    """Whether the owner of a seat is connected, and otherwise when (ms) it last was.

    ``online`` is None if no player owns the seat, the owner hides it, or the game is over.
    """

    online: bool | None = None
    last: int | None = None


def names_of(match: Match, seat: int) -> list[str]:
    """Return the names under which the owner of a seat is seen: its token, and its account."""
    chair = match.chairs[seat]
    if chair.is_hook or not any(chair.owner):
        return []
    return [holder(match, seat).hex(), *([chair.account] if chair.account else [])]


class Sightings:
    """The last sightings of all owners of seats. Each expires after a week."""

    def __init__(self, redis: Redis) -> None:
        self._redis, self._beside = redis, Beside(redis)

    def note(self, names: Iterable[str]) -> None:
        """Note that these owners are here now."""
        now, pipe = now_ms(), self._redis.pipeline(transaction=False)
        for name in names:
            pipe.set(keys.seen(name), now, px=KEPT)
        pipe.execute()

    def of(self, match: Match) -> list[Sighting]:
        """Return the sighting of each seat's owner."""
        if match.over:
            return [Sighting()] * len(match.chairs)
        owners = [names_of(match, seat) for seat in range(len(match.chairs))]
        pipe = self._redis.pipeline(transaction=False)
        pipe.smembers(keys.hidden(match.id))
        for names in owners:
            pipe.mget([keys.seen(name) for name in names] or [keys.seen("")])
        hidden, *times = pipe.execute()
        now = now_ms()
        return [
            Sighting() if not names or names[0].encode() in hidden else _sighting(found, now)
            for names, found in zip(owners, times, strict=True)
        ]

    def hide(self, match: Match, seat: int, hidden: bool) -> None:
        """Hide the presence of a seat's owner in a game, or show it again."""
        command, name = "SADD" if hidden else "SREM", keys.hidden(match.id)
        self._beside.write(match.id, command, name, holder(match, seat).hex())

    def hides(self, match: Match, seat: int) -> bool:
        """Return whether the owner of a seat hides its presence."""
        return bool(self._redis.sismember(keys.hidden(match.id), holder(match, seat).hex()))


def _sighting(found: Sequence[bytes | None], now: int) -> Sighting:
    last = max((int(each) for each in found if each is not None), default=None)
    online = last is not None and last > now - FRESH
    return Sighting(online, None if online else last)
