"""The pool: threads that wait for remote hosts, and how long failing hosts are left alone.

Slow hosts cannot delay others: only some of the threads may wait for the same host.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import random
from threading import BoundedSemaphore, Lock
from urllib.parse import urlsplit

THREADS = 16
THREADS_A_HOST = 4
"""Threads that may wait for the same host."""
LEASE_MS = 15_000
"""Longer than one request. The lease of a killed process ends sooner than a user notices."""

log = logging.getLogger("chasqui.hooks")


def backoff_ms(failures: int, first: int, longest: int) -> int:
    """Return the backoff after a number of failures: doubled each time, with random jitter."""
    whole = min(first << min(failures - 1, 20), longest)
    return round(whole * (0.75 + random() / 2))


class HostLimit:
    """The number of threads that wait for each host."""

    def __init__(self, most: int = THREADS_A_HOST) -> None:
        self._most, self._lock = most, Lock()
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def enter(self, url: str) -> Iterator[bool]:
        """Count one more thread for the host of a URL; yield False if the limit is reached."""
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
    """A thread pool; a caller waits while all threads are busy."""

    def __init__(self, threads: int = THREADS) -> None:
        self._free = BoundedSemaphore(threads)
        self._threads = ThreadPoolExecutor(threads, "hooks")

    def run(self, work: Callable[[str], None], name: str) -> None:
        """Run ``work(name)`` in a thread; return as soon as a thread has taken it."""
        self._free.acquire()
        self._threads.submit(work, name).add_done_callback(partial(self._done, name))

    def _done(self, name: str, work: Future[None]) -> None:
        """Let the next work begin, and log the error of work that failed."""
        self._free.release()
        if error := work.exception():
            log.error("work on %s failed; the sweeper will enqueue it again", name, exc_info=error)

    def close(self) -> None:
        """Finish the work that has begun."""
        self._threads.shutdown(wait=True)
