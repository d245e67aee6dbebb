"""The server itself: whether it takes writes, and whether it may lose what it has taken."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import OutOfMemoryError, RedisError, ResponseError

from store.words import DISK, MEMORY, REPLICAS

EVICTS, FORGETS, LATE = "evicts", "forgets", "late"
"""Risks: the server deletes keys when memory is short; a restart loses everything; a power failure
loses the last writes."""

_WRITTEN = ("aof_last_write_status", "aof_last_bgrewrite_status")
_WRITING = (
    "loading",
    "rdb_bgsave_in_progress",
    "aof_rewrite_in_progress",
    "aof_rewrite_scheduled",
)
_KEEPS_ALL = "noeviction"
_WANTED_REPLICAS, _TOO_MANY = "min-replicas-to-write", 1_000_000
_GOOD_REPLICAS = ("min_slaves_good_slaves", "min_replicas_good_replicas")


_REFUSALS = ("NOREPLICAS", "MISCONF", "OOM ")


class Server:
    """The Redis-compatible server behind a connection."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def stuck(self) -> list[str]:
        """Return why the server refuses writes: ``disk``, ``memory``, ``replicas``, or nothing.

        :raises redis.RedisError: it does not answer.
        """
        told = self._told("persistence", "memory", "replication")
        found = [] if all(told.get(name, "ok") == "ok" for name in _WRITTEN) else [DISK]
        if 0 < int(told.get("maxmemory", 0)) <= int(told.get("used_memory", 0)):
            found.append(MEMORY)
        if any(told.get(name) == 0 for name in _GOOD_REPLICAS):
            closed = self._setting(_WANTED_REPLICAS) == str(_TOO_MANY)
            found.append(DISK if closed else REPLICAS)
        return found

    def risks(self) -> dict[str, str]:
        """Return the risks of losing games, each with the setting that causes it.

        Of a server that hides its configuration, nothing is known about late syncing.

        :raises redis.RedisError: it does not answer.
        """
        told, found = self._told("memory", "persistence"), dict[str, str]()
        policy = str(told.get("maxmemory_policy", _KEEPS_ALL))
        if policy != _KEEPS_ALL:
            found[EVICTS] = f"maxmemory-policy {policy}"
        if not told.get("aof_enabled"):
            found[FORGETS] = "appendonly no"
        elif (sync := self._setting("appendfsync")) not in ("", "always"):
            found[LATE] = f"appendfsync {sync}"
        return found

    def refuse_writes(self, refused: bool) -> None:
        """Let the server refuse all writes and answer reads, or take writes again.

        It asks for more replicas than a server can have. No client need look before a write.
        """
        self._redis.config_set(_WANTED_REPLICAS, _TOO_MANY if refused else 0)

    def begin_save(self) -> bool:
        """Begin to write all data to a file; return False while the server is busy with another.

        A copy of the server writes it, so turns go on.
        """
        try:
            self._redis.bgsave(schedule=False)
        except ResponseError as error:
            if "in progress" in str(error):
                return False
            raise
        return True

    def begin_log(self) -> None:
        """Let a server without a log begin one with all its data."""
        self._redis.config_set("appendonly", "yes")

    def is_busy(self) -> bool:
        """Return whether the server still writes a file or a log that was begun."""
        told = self._told("persistence")
        return any(told.get(name) for name in _WRITING)

    def has_log(self) -> bool:
        """Return whether every change goes to a log, and the last rewrite of it succeeded."""
        told = self._told("persistence")
        return bool(told.get("aof_enabled")) and told.get("aof_last_bgrewrite_status") == "ok"

    def memory(self) -> int:
        """Return the memory of all data in bytes; a file of it needs about this much at most."""
        return int(self._told("memory").get("used_memory", 0))

    def _told(self, *sections: str) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for section in sections:
            told |= self._redis.info(section)
        return told

    def _setting(self, name: str) -> str:
        with suppress(ResponseError):  # many providers do not permit the command
            told: Any = self._redis.config_get(name)
            return str(told.get(name, ""))
        return ""


def is_refusal(error: RedisError) -> bool:
    """Return whether the server answered that it takes no writes now."""
    return isinstance(error, OutOfMemoryError) or any(each in str(error) for each in _REFUSALS)
