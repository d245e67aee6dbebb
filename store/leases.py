"""Leases: who works on something just now, so that another worker leaves it alone."""

from __future__ import annotations

from typing import Any

from redis import Redis
from redis.client import Pipeline

from store import keys
from store.presence import Presence, name


class Leases:
    """All leases. They save doing things twice; nothing may go wrong when one runs out early.

    Each names the process that holds it. One whose holder gives no sign of life among those of
    ``part`` is free, so that what a killed process left does not wait for its lease to run out.
    """

    def __init__(self, redis: Redis, presence: Presence, part: str) -> None:
        self._redis, self._presence, self._part = redis, presence, part

    def take(self, what: str, ms: int) -> bool:
        """Whether this is ours for so many ms; False while it is somebody else's who lives."""
        key = keys.lease(what)
        if self._redis.set(key, name(), px=ms, nx=True):
            return True

        def inherit(pipe: Pipeline) -> Any:
            holder = pipe.get(key)
            gone = not isinstance(holder, bytes) or not self._lives(holder.decode())
            pipe.multi()
            if gone:
                pipe.set(key, name(), px=ms)
            return gone

        return bool(self._redis.transaction(inherit, key, value_from_callable=True))

    def renew(self, what: str, ms: int) -> None:
        """Keep what is ours for so many ms from now on."""
        self._redis.set(keys.lease(what), name(), px=ms)

    def release(self, what: str) -> None:
        """Have done with it."""
        self._redis.delete(keys.lease(what))

    def _lives(self, holder: str) -> bool:
        return holder == name() or self._presence.lives(self._part, holder)
