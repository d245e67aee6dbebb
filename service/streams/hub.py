"""The hub: one listener a process wakes every client whose game has moved on."""

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
"""Tells the id of each game that moves on; None: any game may have (``store.wakeups.listen``)."""


class Watcher:
    """One client's bell. It only tells that there is something to read, however often it rang.

    ``tick`` numbers the wake-up that rang last; all clients woken by the same one share it.
    """

    # Thousands of them: no dictionary, and of all that can be waited for a lock is the smallest.
    __slots__ = ("_bell", "tick")

    def __init__(self) -> None:
        self._bell = Lock()
        self._bell.acquire()
        self.tick = 0

    def ring(self, tick: int) -> None:
        """Wake the client."""
        self.tick = tick
        with suppress(RuntimeError):  # it has rung already
            self._bell.release()

    def wait(self, seconds: float) -> bool:
        """Sleep until woken, at most so long; whether the bell rang since the last call."""
        return self._bell.acquire(timeout=max(seconds, 0.0))


class Hub:
    """All clients of this process, by the game they watch.

    The listener starts with the first client, so that it runs in the process that serves, not in
    the one that forked it.
    """

    def __init__(self, listen: Listen) -> None:
        self._listen = listen
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._lock = Lock()
        self._listener: Thread | None = None
        self._ticks = 0
        self.closed = False

    def close(self) -> None:
        """Send all clients away, and whoever comes still; another process will serve them."""
        self.closed = True
        with self._lock:
            for watcher in (each for group in self._watchers.values() for each in group):
                watcher.ring(self._ticks)

    @contextmanager
    def watch(self, game_id: str) -> Iterator[Watcher]:
        """A bell that rings for this game. What is read after this call misses nothing."""
        watcher = Watcher()
        with self._lock:
            self._watchers[game_id].add(watcher)
            STREAMS.inc()
            if self._listener is None:
                self._listener = Thread(target=self._run, name="hub", daemon=True)
                self._listener.start()
        try:
            yield watcher
        finally:
            with self._lock:
                STREAMS.dec()
                self._watchers[game_id].discard(watcher)
                if not self._watchers[game_id]:
                    del self._watchers[game_id]

    def __len__(self) -> int:
        """How many clients are being served."""
        with self._lock:
            return sum(map(len, self._watchers.values()))

    def _run(self) -> None:
        while True:
            try:
                self._hear()
            except Exception:
                # Silent streams would be worse than a moment without news: begin anew.
                log.exception("the listener failed; listening again")
                time.sleep(1)

    def _hear(self) -> None:
        for game_id in self._listen():
            with self._lock:
                self._ticks += 1
                groups = [self._watchers.get(game_id)] if game_id else self._watchers.values()
                rung = [watcher for group in groups if group for watcher in group]
            for watcher in rung:
                watcher.ring(self._ticks)
