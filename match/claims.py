"""Claims: what happens when the time of a seat has run out, and who may then take the seat."""

from __future__ import annotations

from msgspec.structs import replace

from match.chairs import Chair
from match.clocks import is_late
from match.course import append
from match.entries import Entry
from match.errors import Refused, refuses
from match.match import Change, Match
from match.requirements import require_alive, require_room
from match.seating import hand_over
from match.words import CLAIM, CLAIMED, CLOCK, EXPIRED, NOBODY, RUNNING, TIMEOUT, UNDO_WITHDRAWN


@refuses("forbidden", "not-claimable", require_alive, require_room)
def claim(match: Match, now: int, seat: int | None, chair: Chair, mine: int | None) -> Change:
    """Take over a seat whose time has run out (None: the first one).

    A person becomes the owner of the seat, if the clock of the match allows that. A bot plays until
    the owner comes back. A player who claims cannot have the own seat (``mine``) again with fresh
    time.
    """
    require_alive(match)
    clock = match.head.clock
    if clock is not None and clock.claims == NOBODY and not chair.is_bot:
        raise Refused("forbidden", match, "claims-nobody")
    late = [each for each in match.late_seats if each != mine]
    if not late or (seat is not None and seat not in late):
        raise Refused("not-claimable", match, seat=seat, claimable=late)
    if not chair.is_bot:
        require_room(match)
    chosen = late[0] if seat is None else seat
    new = replace(match.chairs[chosen], holder=chair.holder) if chair.is_bot else chair
    return hand_over(match, now, chosen, new, CLAIMED)


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
    return _seat_bot(match, at, seat, clock.on_timeout)


def _seat_bot(match: Match, now: int, seat: int, holder: str) -> Change | None:
    """Have a bot play at a seat whose time has run out; return None if it does."""
    chair = match.chairs[seat]
    if chair.holder == holder:
        return None
    return hand_over(match, now, seat, replace(chair, holder=holder), TIMEOUT)
