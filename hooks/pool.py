"""The pool: threads that wait for remote hosts, and how long failing hosts are left alone.

Slow hosts cannot delay others, because there are more threads than places (``hooks.places``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from random import random
from threading import BoundedSemaphore

SPARE = 8
"""Threads beside those that may wait: for work that finds no place."""
SLACK_MS = 1_000
"""ms that a lease outlives the longest request. A killed process's lease is void sooner."""

log = logging.getLogger("chasqui.hooks")


def lease_ms(longest: float) -> int:
    """Return the ms of a lease that outlives a request of at most ``longest`` seconds."""
    return round(1000 * longest) + SLACK_MS


def backoff_ms(failures: int, first: int, longest: int) -> int:
    """Return the backoff after a number of failures: doubled each time, with random jitter."""
    whole = min(first << min(failures - 1, 20), longest)
    return round(whole * (0.75 + random() / 2))


class Pool:
    """A thread pool; a caller waits while all threads are busy."""

    def __init__(self, threads: int) -> None:
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
