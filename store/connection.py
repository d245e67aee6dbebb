"""The one way to connect to Redis."""

from __future__ import annotations

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

__all__ = ["RedisError", "connect"]

CONNECTIONS = 1000
"""Most at once in a process: well above its threads (WEB_THREADS is 256 at most), because the
client's own bound of 100 answers the thread after that with an error."""


def connect(url: str, timeout: float | None = 5.0) -> Redis:
    """A thread-safe client that never sends a command twice.

    A command whose answer was lost may have been carried out; whoever sent it must look before
    trying again. ``timeout`` is in seconds; None waits for ever, as blocking reads need.
    """
    return Redis.from_url(
        url,
        protocol=2,
        retry=Retry(NoBackoff(), 0),
        max_connections=CONNECTIONS,
        socket_timeout=timeout,
        socket_connect_timeout=5.0,
    )
