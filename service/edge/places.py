"""Places: how many requests of one kind a process answers at once.

Costly requests compute for long: imports, the stateless engine, exports, old states. Others would
wait for them, because threads of Python compute one at a time. So one too many is refused at once.

`Prefer: wait=N` holds a few threads, never all of them. One too many is answered at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from flask import Flask, current_app, request

from service.edge import requests
from service.edge.context import db
from service.edge.rates import origin
from service.presentation.problems import unavailable
from store.jobs import Job

ONE_IN = 4
"""The part of the threads that may wait for jobs: a quarter, and at least one thread."""

_COSTLY, _WAITING = "chasqui-costly", "chasqui-waiting"


class SharedPlaces:
    """The places of this process for one kind of request: ``most``, and ``each`` of an address.

    One address has half of them at most, so that others find one.
    """

    def __init__(self, most: int) -> None:
        self.most, self.each = most, max(1, most // 2)
        self._lock, self._taken = Lock(), Counter[str]()

    def enter(self, address: str) -> bool:
        """Take a place; return False if none is free."""
        with self._lock:
            free = self._taken.total() < self.most and self._taken[address] < self.each
            self._taken[address] += free
            return free

    def leave(self, address: str) -> None:
        """Give the place back."""
        with self._lock:
            self._taken[address] -= 1
            self._taken += Counter()  # drops what is zero

    @contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """Yield whether there is a place for a request of this address; hold it meanwhile."""
        free = self.enter(address)
        try:
            yield free
        finally:
            if free:
                self.leave(address)


def limit_costly(app: Flask, most: int) -> None:
    """Limit the costly requests that this process answers at once."""
    app.extensions[_COSTLY] = SharedPlaces(most)


def limit_waiting(app: Flask, threads: int) -> None:
    """Limit the requests that wait for jobs; the process answers with this many threads."""
    app.extensions[_WAITING] = SharedPlaces(max(1, threads // ONE_IN))


@contextmanager
def costly() -> Iterator[None]:
    """Hold a place for a costly request. Its body is read before, as its client may be slow.

    :raises Problem: 503, no place is free.
    """
    places: SharedPlaces | None = current_app.extensions.get(_COSTLY)
    if places is None:
        yield
        return
    request.get_data()
    with places.place(origin()) as free:
        if not free:
            raise unavailable("costly", most=places.most, each=places.each)
        yield


def awaited(job: Job) -> Job:
    """Return the job as it is after the time that the request wants to wait for it."""
    wait = requests.preference().wait
    if not wait or job.finished:
        return job
    places: SharedPlaces = current_app.extensions[_WAITING]
    with places.place(origin()) as free:
        return db().jobs.wait(job, wait if free else 0.0)
