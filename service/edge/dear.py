"""Costs: dear requests, of which a process answers only some at once.

A dear request computes for long: imports, the stateless engine, exports, old states. Others would
wait for it, because threads of Python compute one at a time. So one too many is refused at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from flask import Flask, current_app, request

from service.edge.rates import origin
from service.presentation.problems import unavailable

_KEY = "chasqui-dear"


class CostlyPlaces:
    """The places of dear requests in this process; an address has half of them at most."""

    def __init__(self, most: int) -> None:
        self.most, self.each = most, max(1, most // 2)
        self._lock, self._taken = Lock(), Counter[str]()

    def enter(self, address: str) -> bool:
        """Take a place; return False if none is free."""
        with self._lock:
            free = self._taken.total() < self.most and self._taken[address] < self.each
            if free:
                self._taken[address] += 1
            return free

    def leave(self, address: str) -> None:
        """Give the place back."""
        with self._lock:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


def install(app: Flask, most: int) -> None:
    """Limit the dear requests that this process answers at once."""
    app.extensions[_KEY] = CostlyPlaces(most)


@contextmanager
def place() -> Iterator[None]:
    """Hold a place for a dear request. Its body is read before, as its client may be slow.

    :raises Problem: 503, no place is free.
    """
    places: CostlyPlaces | None = current_app.extensions.get(_KEY)
    if places is None:
        yield
        return
    request.get_data()
    address = origin()
    if not places.enter(address):
        raise unavailable("dear", most=places.most, each=places.each)
    try:
        yield
    finally:
        places.leave(address)
