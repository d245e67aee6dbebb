"""Deliveries: a log of the latest requests to an endpoint."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from redis import Redis

from store import keys

KEPT = 100
KEPT_SECONDS = 30 * 24 * 3600


class Delivery(Struct, frozen=True):
    """A request to an endpoint.

    ``id`` and ``type`` are those of the message, ``at`` is the time (ms) and ``ms`` the duration.
    ``attempt`` counts from 1 for each message. ``status`` is the HTTP status, 0 without an answer.
    ``error`` is a short word, empty on success.
    """

    id: str
    type: str
    at: int
    ms: int
    attempt: int
    status: int
    error: str = ""


_decoder = msgspec.json.Decoder(Delivery)


class Deliveries:
    """The logs of all endpoints, by name."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, name: str, delivery: Delivery) -> None:
        """Add a request to a log."""
        key = keys.deliveries(name)
        pipe = self._redis.pipeline()
        pipe.lpush(key, msgspec.json.encode(delivery))
        pipe.ltrim(key, 0, KEPT - 1)
        pipe.expire(key, KEPT_SECONDS)
        pipe.execute()

    def correct(self, name: str, before: Delivery, error: str) -> Delivery:
        """Give a delivery of the log this error; return the corrected one."""
        after = msgspec.structs.replace(before, error=error)
        key = keys.deliveries(name)
        pipe = self._redis.pipeline()
        pipe.lrem(key, 1, msgspec.json.encode(before))  # type: ignore[arg-type]
        pipe.lpush(key, msgspec.json.encode(after))
        pipe.execute()
        return after

    def latest(self, name: str) -> list[Delivery]:
        """Return the newest deliveries first, at most ``KEPT``."""
        rows = self._redis.lrange(keys.deliveries(name), 0, KEPT - 1)
        return [_decoder.decode(row) for row in rows]

    def forget(self, name: str) -> None:
        """Delete the log of an endpoint."""
        self._redis.delete(keys.deliveries(name))
