"""Connections to Redis, and notifications of changed games."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

from redis import Redis
from redis.backoff import NoBackoff
from redis.client import PubSub
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import RedisError
from redis.retry import Retry

from store import keys

__all__ = ["RedisError", "connect", "listen"]

CONNECTIONS = 1000
"""The maximal number of connections of a process, above its threads (WEB_THREADS is at most 256).
The client's own limit of 100 would cause errors."""

PING_SECONDS = 10.0
RETRY_SECONDS = 0.5


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


def listen(url: str) -> Generator[str | None]:
    """Yield the id of each game with new entries, for ever; None: any game may have changed.

    None comes first, and after each reconnect, because messages were missed. The connection is
    separate, without a read timeout. A server that does not answer a ping counts as lost.
    """
    redis = connect(url, timeout=None)
    while True:
        try:
            with redis.pubsub() as pubsub:
                pubsub.subscribe(keys.WAKE_CHANNEL)
                yield from _messages(pubsub)
        except RedisError:
            time.sleep(RETRY_SECONDS)


def _messages(pubsub: PubSub) -> Iterator[str | None]:
    asked = False
    while True:
        message = pubsub.get_message(timeout=PING_SECONDS)
        if message is None:
            if asked:
                raise Disconnected("no answer to a ping")
            pubsub.ping()
        elif message["type"] == "subscribe":
            yield None
        elif message["type"] == "message":
            yield message["data"].decode().partition(" ")[0]
        asked = message is None
