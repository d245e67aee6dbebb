"""Timeouts: the consequences of an expired clock or undo request."""

from __future__ import annotations

from match.clocks import is_late
from match.course import append
from match.entries import Entry
from match.match import Change, Match
from match.seating import seat_by_clock
from match.words import CLAIM, CLOCK, EXPIRED, RUNNING, TIMEOUT, UNDO_WITHDRAWN


def next_timeout(match: Match, now: int, due_at: int) -> Change | None:
    """Carry out the first thing that was due at ``due_at`` (ms); return None if nothing was.

    A turn that was played before this call is not late.
    """
    position, at = match.position, max(due_at, now)
    if position.status != RUNNING or match.paused:
        return None
    request = position.request
    if request is not None and request.expires <= due_at:
        entry = Entry(UNDO_WITHDRAWN, at, request.seat, request=request.id, why=EXPIRED)
        return append(match, entry)
    for asked in position.awaited:
        if asked.due is not None and asked.due <= due_at and not is_late(position, asked):
            return _time_out(match, asked.seat, at)
    return None


def _time_out(match: Match, seat: int, at: int) -> Change | None:
    """Note that a seat is late, or have a bot take it, as the clock of the match says."""
    clock = match.head.clock
    if clock is None or clock.on_timeout == CLAIM:
        return append(match, Entry(CLOCK, at, seat, why=TIMEOUT))
    return seat_by_clock(match, at, seat, clock.on_timeout)
