"""Connections to Redis."""

from __future__ import annotations

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

__all__ = ["RedisError", "connect"]

CONNECTIONS = 1000
"""The maximal number of connections of a process, above its threads (WEB_THREADS is at most 256).
The client's own limit of 100 would cause errors."""


def connect(url: str, timeout: float | None = 5.0) -> Redis:
    """Return a thread-safe client that never retries a command.

    A command whose answer was lost may have run, so the caller must check. ``timeout`` is in
    seconds; None waits for ever, for blocking reads.
    """
    return Redis.from_url(
        url,
        protocol=2,
        retry=Retry(NoBackoff(), 0),
        max_connections=CONNECTIONS,
        socket_timeout=timeout,
        socket_connect_timeout=5.0,
    )
