"""Timeouts: what the table's option says when time has run out, and undo requests that expire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.clocks import is_late
from store.entries import CLOCK, EXPIRED, TIMEOUT, UNDO_WITHDRAWN, Entry
from store.games import Change, Stored, now_ms
from store.head import CLAIM
from store.moment import RUNNING
from store.notes import note
from store.seats import carry_out, put_bot

if TYPE_CHECKING:
    from store import Store


def expire(db: Store, stored: Stored, now: int) -> Stored:
    """Carry out all that is due at this time (ms), one entry each; the game after it.

    :raises store.games.NoSuchGame: the game is gone.
    """
    while _next(stored, now) is not None:
        stored = carry_out(db, stored, lambda game: _next(game, now))
    return stored


def _next(stored: Stored, now: int) -> Change | None:
    """What is to be done first; a turn that came before this is not late."""
    position, at = stored.position, max(now, now_ms())
    if position.status != RUNNING or stored.paused:
        return None
    asked = position.request
    if asked is not None and asked.expires <= now:
        return note(stored, Entry(UNDO_WITHDRAWN, at, asked.seat, request=asked.id, why=EXPIRED))
    for each in position.awaited:
        if each.due is not None and each.due <= now and not is_late(position, each):
            return _timeout(stored, each.seat, at)
    return None


def _timeout(stored: Stored, seat: int, at: int) -> Change | None:
    clock = stored.head.clock
    if clock is None or clock.on_timeout == CLAIM:
        return note(stored, Entry(CLOCK, at, seat, why=TIMEOUT))
    return put_bot(stored, seat, clock.on_timeout, TIMEOUT, at)
