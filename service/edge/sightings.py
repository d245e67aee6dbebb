"""Sightings of the owners of seats: their requests count as presence.

Each process notes an owner at most every few seconds. A posted turn is noted with a later request,
so that it costs no round trip.
"""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Lock

from flask import Flask, Response, current_app, g

from service.edge.access_log import operation
from service.edge.context import db
from store.connection import RedisError
from store.sightings import names_of

EVERY = 20.0
"""Seconds between two notes of one owner."""
_TURN = "post_turn"
_KEY = "chasqui-sightings"


class Sighted:
    """The owners that a process has seen: when it noted them, and those that it has not noted."""

    def __init__(self) -> None:
        self._noted: dict[str, float] = {}
        self._waiting: set[str] = set()
        self._lock = Lock()

    def add(self, name: str) -> None:
        """Add an owner to those to note, unless it was noted just now."""
        with self._lock:
            if self._noted.get(name, float("-inf")) < time.monotonic() - EVERY:
                self._waiting.add(name)

    def take(self) -> set[str]:
        """Return the owners to note, which then count as noted."""
        if not self._waiting:
            return set()
        with self._lock:
            taken, self._waiting = self._waiting, set()
            now = time.monotonic()
            recent = {name: at for name, at in self._noted.items() if at > now - EVERY}
            self._noted = recent | dict.fromkeys(taken, now)
        return taken


def install(app: Flask) -> None:
    """Note the owners of seats that send requests to this application."""
    app.extensions[_KEY] = Sighted()

    def after(response: Response) -> Response:
        _add_caller()
        if operation() != _TURN:
            _note()
        return response

    app.after_request(after)


def note_caller() -> None:
    """Note the caller, and all that wait, before the answer is made."""
    _add_caller()
    _note()


def _add_caller() -> None:
    match, caller = g.get("entered") or (None, None)
    if match is not None and caller is not None and caller.seat is not None:
        names = names_of(match, caller.seat)
        if names:
            _sighted().add(caller.account or names[0])


def _note() -> None:
    names = _sighted().take()
    if names:
        with suppress(RedisError):
            db().sightings.note(names)


def _sighted() -> Sighted:
    found: Sighted = current_app.extensions[_KEY]
    return found
