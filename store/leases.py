"""Leases: who works on something just now, so that another worker leaves it alone."""

from __future__ import annotations

from redis import Redis

from store import keys


class Leases:
    """All leases. They save doing things twice; nothing may go wrong when one runs out early."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def take(self, name: str, ms: int) -> bool:
        """Whether this is ours for so many ms; False while it is somebody else's."""
        return bool(self._redis.set(keys.lease(name), 1, px=ms, nx=True))

    def renew(self, name: str, ms: int) -> None:
        """Keep what is ours for so many ms from now on."""
        self._redis.set(keys.lease(name), 1, px=ms)

    def release(self, name: str) -> None:
        """Have done with it."""
        self._redis.delete(keys.lease(name))
