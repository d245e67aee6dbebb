"""The pool: threads that wait for others, so that nobody who is slow holds up anybody else."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from urllib.parse import urlsplit

THREADS = 16
EACH_HOST = 4
"""Threads that may wait for one and the same host."""

log = logging.getLogger("chasqui.hooks")


class Crowd:
    """How many wait for each host just now."""

    def __init__(self, most: int = EACH_HOST) -> None:
        self._most, self._lock = most, Lock()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def joined(self, url: str) -> Iterator[bool]:
        """Wait for the host of this address as well; False where enough do so already."""
        host = urlsplit(url).netloc.lower()
        with self._lock:
            room = self._waiting[host] < self._most
            self._waiting[host] += room
        try:
            yield room
        finally:
            with self._lock:
                self._waiting[host] -= room
                if not self._waiting[host]:
                    del self._waiting[host]


class Pool:
    """Runs what mostly waits. Whoever hands over more than there are threads waits as well."""

    def __init__(self, threads: int = THREADS) -> None:
        self._free = BoundedSemaphore(threads)
        self._threads = ThreadPoolExecutor(threads, "hooks")

    def run(self, work: Callable[[str], None], name: str) -> None:
        """Have ``work(name)`` done; returns as soon as a thread has taken it."""
        self._free.acquire()

        def call() -> None:
            try:
                work(name)
            except Exception:
                log.exception("work on %s failed; it will be swept up", name)
            finally:
                self._free.release()

        self._threads.submit(call)

    def close(self) -> None:
        """Finish what was begun."""
        self._threads.shutdown(wait=True)
