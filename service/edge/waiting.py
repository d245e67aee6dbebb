"""Waiting for jobs: `Prefer: wait=N` holds a few threads of a web process, never all of them.

Above this number, a request is answered at once with the job.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from flask import Flask, current_app, request

from service.edge import requests
from service.edge.context import db
from service.processes.settings import Settings
from store.jobs import Job

ONE_IN = 4
"""The part of the threads that may wait: a quarter, and at least one thread."""

_KEY = "chasqui-waits"


class Waits:
    """The requests of this process that wait now, by address.

    One address has at most half of the ``most`` places, so that others may wait too.
    """

    def __init__(self, most: int) -> None:
        self._most, self._share = most, max(1, most // 2)
        self._lock, self._waiting = Lock(), Counter[str]()

    @contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """Yield whether there is a place for a request of this address; hold it meanwhile."""
        with self._lock:
            free = self._waiting.total() < self._most and self._waiting[address] < self._share
            self._waiting[address] += free
        try:
            yield free
        finally:
            with self._lock:
                self._waiting[address] -= free
                self._waiting += Counter()  # forgets addresses that wait no more


def install(app: Flask, settings: Settings) -> None:
    """Give an application its places for requests that wait."""
    app.extensions[_KEY] = Waits(max(1, settings.web_threads // ONE_IN))


def awaited(job: Job) -> Job:
    """Return the job as it is after the time that the request wants to wait for it."""
    wait = requests.preference().wait
    if not wait or job.finished:
        return job
    waits: Waits = current_app.extensions[_KEY]
    with waits.place(request.remote_addr or "") as free:
        return db().jobs.wait(job, wait if free else 0.0)
