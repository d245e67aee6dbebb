"""The room on the disk of the data folder: little room closes the server for writes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from store.connection import RedisError
from store.server import Server

MB = 1_000_000
EVERY = 1.0
"""Seconds between two looks."""
EASE = 1.25
"""The server opens again with this many times the room at which it closes."""


class DiskSpace:
    """The room on a disk, and the server whose data lies there.

    A server that cannot write its log ends, because an acknowledged turn must be on the disk. So it
    refuses writes before the disk is full, and goes on answering reads.
    """

    def __init__(self, folder: Path, least_mb: int, server: Server, say: Callable[[str], None]):
        self._folder, self._least, self._server, self._say = folder, least_mb * MB, server, say
        self._closed, self._next = False, 0.0

    def watch(self) -> None:
        """Close or open the server for writes, as there is room; call it often."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        free = self._free()
        closed = free < self._least * (EASE if self._closed else 1)
        if closed or self._closed:
            # Repeated, because a server that started anew has forgotten it.
            with suppress(RedisError):
                self._server.refuse_writes(closed)
        if closed != self._closed:
            self._closed = closed
            self._say(self.shortage() if closed else f"the disk of {self._folder} has room again")

    def shortage(self) -> str:
        """Return what is wrong with the disk in one line, or '' while there is room."""
        free, wanted = self._free(), self._least
        if free >= wanted:
            return ""
        return (
            f"the disk of {self._folder} has only {free // MB} MB left; writes are refused until "
            f"{int(wanted * EASE) // MB} MB are free"
        )

    def _free(self) -> int:
        return shutil.disk_usage(self._folder).free
