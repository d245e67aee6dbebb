"""The pool: threads that wait for others, so that nobody who is slow holds up anybody else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore

THREADS = 16

log = logging.getLogger("chasqui.hooks")


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
