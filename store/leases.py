"""Leases: they prevent that two workers do the same work."""

from __future__ import annotations

from typing import Any

from redis import Redis
from redis.client import Pipeline

from store import keys
from store.heartbeats import Heartbeats, name


class Leases:
    """All leases. They only save work: an expired lease must not cause errors.

    Each lease names its process. It is void if the process has no heartbeat among those of
    ``part``. So work of a killed process does not wait for the timeout.
    """

    def __init__(self, redis: Redis, heartbeats: Heartbeats, part: str) -> None:
        self._redis, self._heartbeats, self._part = redis, heartbeats, part

    def take(self, what: str, ms: int) -> bool:
        """Try to take the lease for some ms; return False while a live process holds it."""
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
        """Extend our lease to some ms from now."""
        self._redis.set(keys.lease(what), name(), px=ms)

    def release(self, what: str) -> None:
        """Release the lease."""
        self._redis.delete(keys.lease(what))

    def _lives(self, holder: str) -> bool:
        return holder == name() or self._heartbeats.lives(self._part, holder)
