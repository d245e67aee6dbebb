"""Heartbeats: the live parts of an installation, and whether the server is writable."""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event

from redis import Redis
from redis.exceptions import RedisError

from store import keys
from store.games import Games, now_ms
from store.server import Server
from store.words import PROCESSES, REDIS, SCRIPTS

BEAT = 1.0  # seconds between two heartbeats
FRESH = 5_000  # ms without a heartbeat after which a process is missing
_FORGOTTEN = 60_000  # ms

_START = secrets.token_hex(4)
"""A restarted container has the same host and process id."""


class Heartbeats:
    """Heartbeats in Redis, one sorted set for each part, by the time (ms) of the last one."""

    def __init__(self, redis: Redis, games: Games, server: Server) -> None:
        self._redis, self._games, self._server = redis, games, server

    def beat(self, part: str) -> None:
        """Send a heartbeat of this process for its part."""
        now = now_ms()
        pipe = self._redis.pipeline(transaction=False)
        pipe.zadd(keys.alive(part), {name(): now})
        pipe.zremrangebyscore(keys.alive(part), "-inf", now - _FORGOTTEN)
        pipe.execute()

    def keep_beating(
        self, part: str, stop: Event, answers: Callable[[], bool] = lambda: True
    ) -> None:
        """Call ``beat`` every second until stopped, while ``answers`` holds, then sign off."""
        while True:
            if answers():
                with suppress(RedisError):  # readers notice the missing server first
                    self.beat(part)
            if stop.wait(BEAT):
                break
        with suppress(RedisError):
            self._redis.zrem(keys.alive(part), name())

    def alive(self) -> dict[str, int]:
        """Return the number of live processes of each part."""
        since = now_ms() - FRESH
        pipe = self._redis.pipeline(transaction=False)
        for part in PROCESSES:
            pipe.zcount(keys.alive(part), since, "+inf")
        return dict(zip(PROCESSES, pipe.execute(), strict=True))

    def names(self, part: str) -> list[str]:
        """Return the names of the live processes of a part."""
        rows = self._redis.zrangebyscore(keys.alive(part), now_ms() - FRESH, "+inf")
        return [row.decode() for row in rows if isinstance(row, bytes)]

    def lives(self, part: str, process: str) -> bool:
        """Return whether the process ``name`` is alive."""
        last = self._redis.zscore(keys.alive(part), process)
        return isinstance(last, float) and last >= now_ms() - FRESH

    def missing(self) -> list[str]:
        """Return the missing parts of ``PARTS``."""
        try:
            gone = [part for part, count in self.alive().items() if not count]
            stuck = self._server.stuck()
        except RedisError:
            return [REDIS]
        if stuck:
            # Without writes there are no heartbeats, so they say nothing.
            return stuck
        try:
            self._games.load_scripts()
        except RedisError:
            stuck.append(SCRIPTS)
        return stuck + gone

    def ping(self) -> float:
        """Return the seconds until the server answers.

        :raises redis.RedisError: it does not.
        """
        began = time.perf_counter()
        self._redis.ping()
        return time.perf_counter() - began


def name() -> str:
    """Return a unique name of this process."""
    return f"{socket.gethostname()}:{os.getpid()}:{_START}"
