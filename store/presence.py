"""Presence: which parts of an installation are alive, and whether the server can be written to."""

from __future__ import annotations

import os
import secrets
import socket
import time
from contextlib import suppress
from threading import Event
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from store import keys
from store.games import Games, now_ms

WORKERS, HOOKS, STREAM = "workers", "hooks", "stream"
PROCESSES = (WORKERS, HOOKS, STREAM)
"""Parts that are processes; each says every second that it lives."""
REDIS, SCRIPTS, DISK = "redis", "scripts", "disk"
PARTS = (REDIS, SCRIPTS, DISK, *PROCESSES)
"""Everything a request may need besides the process that answers it."""

BEAT = 1.0  # seconds between two signs of life
FRESH = 5_000  # ms after which a process that gave none is missing
_FORGOTTEN = 60_000  # ms

_START = secrets.token_hex(4)
"""A container that starts anew has the same host and process id as before."""


class Presence:
    """Signs of life in Redis, one sorted set a part, by the time (ms) of the last one."""

    def __init__(self, redis: Redis, games: Games) -> None:
        self._redis, self._games = redis, games

    def beat(self, part: str) -> None:
        """Say that this process, one of this part, is alive."""
        now = now_ms()
        pipe = self._redis.pipeline(transaction=False)
        pipe.zadd(keys.alive(part), {name(): now})
        pipe.zremrangebyscore(keys.alive(part), "-inf", now - _FORGOTTEN)
        pipe.execute()

    def keep_beating(self, part: str, stop: Event) -> None:
        """``beat`` every second until told to stop, and then sign off."""
        while True:
            with suppress(RedisError):  # whoever looks misses the server first
                self.beat(part)
            if stop.wait(BEAT):
                break
        with suppress(RedisError):
            self._redis.zrem(keys.alive(part), name())

    def alive(self) -> dict[str, int]:
        """How many processes of each part are alive."""
        since = now_ms() - FRESH
        pipe = self._redis.pipeline(transaction=False)
        for part in PROCESSES:
            pipe.zcount(keys.alive(part), since, "+inf")
        return dict(zip(PROCESSES, pipe.execute(), strict=True))

    def lives(self, part: str, process: str) -> bool:
        """Whether the process of this ``name`` has given a sign of life lately."""
        last = self._redis.zscore(keys.alive(part), process)
        return isinstance(last, float) and last >= now_ms() - FRESH

    def missing(self) -> list[str]:
        """The parts that are missing now, of ``PARTS``."""
        try:
            gone = [part for part, count in self.alive().items() if not count]
            stuck = [] if self._writes() else [DISK]
        except RedisError:
            return [REDIS]
        try:
            self._games.load_scripts()
        except RedisError:
            stuck.append(SCRIPTS)
        return stuck + gone

    def ping(self) -> float:
        """Seconds until the server answers.

        :raises redis.RedisError: it does not.
        """
        began = time.perf_counter()
        self._redis.ping()
        return time.perf_counter() - began

    def _writes(self) -> bool:
        """Whether what is written reaches the disk; a full one is the usual reason why not."""
        told: Any = self._redis.info("persistence")
        return all(told.get(name, "ok") == "ok" for name in _WRITTEN)


def name() -> str:
    """This process, among all that an installation ever had."""
    return f"{socket.gethostname()}:{os.getpid()}:{_START}"


_WRITTEN = ("aof_last_write_status", "aof_last_bgrewrite_status")
