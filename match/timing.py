"""Timing: what happens when time has run out, and pauses, in which no time runs."""

from __future__ import annotations

from match.clocks import is_late
from match.course import append
from match.entries import Entry
from match.errors import refuses
from match.match import Change, Match
from match.requirements import require_player, require_started
from match.seating import seat_by_clock
from match.words import CLAIM, CLOCK, EXPIRED, PAUSE, RESUME, RUNNING, TIMEOUT, UNDO_WITHDRAWN

HOST = -1
"""The seat of the host in an entry about the clock."""


def missing(match: Match) -> list[int]:
    """Return the seats of people who have not agreed to a pause."""
    rest = match.position.rest
    agreed = rest.agreed if rest else ()
    return [n for n, chair in enumerate(match.chairs) if chair.is_person and n not in agreed]


@refuses(require_player, require_started)
def pause(match: Match, now: int, seat: int) -> Change | None:
    """Agree to a pause for a seat; return None if it agreed before or the match rests."""
    if not match.over:
        require_player(match, seat)
    require_started(match)
    rest = match.position.rest
    if match.paused or (rest is not None and seat in rest.agreed and missing(match)):
        return None
    return append(match, Entry(CLOCK, now, seat, why=PAUSE))


@refuses(require_started)
def resume(match: Match, now: int, seat: int) -> Change | None:
    """End or decline a pause for a seat or ``HOST``; return None if no seat wants one."""
    require_started(match)
    if match.position.rest is None:
        return None
    return append(match, Entry(CLOCK, now, seat, why=RESUME))


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
