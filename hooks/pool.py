"""The pool: threads that wait for answers, so that a slow receiver cannot delay others."""

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
"""The maximal number of threads for one host."""

log = logging.getLogger("chasqui.hooks")


class Crowd:
    """The number of threads that wait for each host."""

    def __init__(self, most: int = EACH_HOST) -> None:
        self._most, self._lock = most, Lock()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def joined(self, url: str) -> Iterator[bool]:
        """Take a place for the host of this address; return False if it has no free place."""
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
    """A thread pool for requests. Callers wait while all threads are busy."""

    def __init__(self, threads: int = THREADS) -> None:
        self._free = BoundedSemaphore(threads)
        self._threads = ThreadPoolExecutor(threads, "hooks")

    def run(self, work: Callable[[str], None], name: str) -> None:
        """Run ``work(name)``, and return as soon as a thread has taken it."""
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
        """Wait for the running work."""
        self._threads.shutdown(wait=True)
