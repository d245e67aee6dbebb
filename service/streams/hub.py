"""The hub: one listener of a process wakes the connections that watch a changed game."""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread

from telemetry.metrics import STREAMS

log = logging.getLogger("chasqui.service")

Listen = Callable[[], Iterator[str | None]]
"""Yields the id of each game, account or token that changes; None: any may have changed
(``connection.listen``)."""


class Watcher:
    """The wake-up flag of one connection; several wake-ups before a read count as one.

    ``tick`` is the number of the last wake-up, the same for all connections that it woke.
    """

    # There are thousands: no dictionary, and a lock is the smallest thing to wait for.
    __slots__ = ("_bell", "tick")

    def __init__(self) -> None:
        self._bell = Lock()
        self._bell.acquire()
        self.tick = 0

    def ring(self, tick: int) -> None:
        """Wake the connection."""
        self.tick = tick
        with suppress(RuntimeError):  # the flag is set already
            self._bell.release()

    def wait(self, seconds: float) -> bool:
        """Wait for a wake-up, at most ``seconds``; return whether there was one."""
        return self._bell.acquire(timeout=max(seconds, 0.0))


class Hub:
    """The connections of this process, by the games, accounts and tokens that they watch.

    The listener starts with the first connection, so that it runs in the process that serves, not
    in the process that forked it.
    """

    def __init__(self, listen: Listen) -> None:
        self._listen = listen
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._count = 0
        self._lock = Lock()
        self._listener: Thread | None = None
        self._ticks = 0
        self.closed = False

    def close(self) -> None:
        """End all connections, and those that still come; another process will serve them."""
        self.closed = True
        with self._lock:
            for watcher in (each for group in self._watchers.values() for each in group):
                watcher.ring(self._ticks)

    @contextmanager
    def watch(self, *topics: str) -> Iterator[Watcher]:
        """Register for wake-ups of a game and others; a read after this call misses nothing."""
        watcher = Watcher()
        with self._lock:
            for topic in topics:
                self._watchers[topic].add(watcher)
            self._count += 1
            STREAMS.inc()
            if self._listener is None:
                self._listener = Thread(target=self._run, name="hub", daemon=True)
                self._listener.start()
        try:
            yield watcher
        finally:
            with self._lock:
                STREAMS.dec()
                self._count -= 1
                for topic in topics:
                    self._watchers[topic].discard(watcher)
                    if not self._watchers[topic]:
                        del self._watchers[topic]

    def __len__(self) -> int:
        """Return the number of connections."""
        with self._lock:
            return self._count

    def _run(self) -> None:
        while True:
            try:
                self._hear()
            except Exception:
                # Whatever the error is, a short gap is better than silent streams: listen again.
                log.exception("the listener failed; listening again")
                time.sleep(1)

    def _hear(self) -> None:
        for topic in self._listen():
            with self._lock:
                self._ticks += 1
                groups = [self._watchers.get(topic)] if topic else self._watchers.values()
                rung = {watcher for group in groups if group for watcher in group}
            for watcher in rung:
                watcher.ring(self._ticks)
