"""Pauses: all people agree that the game rests, and anybody lets it go on."""

from __future__ import annotations

from engine.table import GameOver
from store.entries import CLOCK, PAUSE, RESUME, Entry
from store.games import Change, Stored, now_ms
from store.moment import FINISHED, WAITING
from store.notes import note
from store.turns import NotStarted

HOST = -1
"""Stands for the host in an entry about the clock."""


def missing(stored: Stored) -> list[int]:
    """The people who have not agreed to a pause."""
    rest = stored.position.rest
    agreed = rest.agreed if rest else ()
    return [n for n, chair in enumerate(stored.seats) if chair.is_person and n not in agreed]


def pause(stored: Stored, seat: int) -> Change | None:
    """A seat wants the game to rest; None: it has said so before, or the game rests.

    :raises NotStarted: seats are still open.
    :raises GameOver: the game has ended.
    """
    _require_running(stored)
    rest = stored.position.rest
    if stored.paused or (rest is not None and seat in rest.agreed and missing(stored)):
        return None
    return note(stored, Entry(CLOCK, now_ms(), seat, why=PAUSE))


def resume(stored: Stored, seat: int) -> Change | None:
    """A seat (or ``HOST``) lets the game go on, or wants no pause; None: nobody does.

    :raises NotStarted: seats are still open.
    :raises GameOver: the game has ended.
    """
    _require_running(stored)
    if stored.position.rest is None:
        return None
    return note(stored, Entry(CLOCK, now_ms(), seat, why=RESUME))


def _require_running(stored: Stored) -> None:
    if stored.position.status == WAITING:
        raise NotStarted
    if stored.position.status in FINISHED:
        raise GameOver
