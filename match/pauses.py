"""Pauses: they begin when all people agree, and no time runs in them."""

from __future__ import annotations

from match.course import append
from match.entries import Entry
from match.errors import refuses
from match.match import Change, Match
from match.requirements import require_player, require_room, require_started
from match.words import CLOCK, PAUSE, RESUME

HOST = -1
"""The seat of the host in an entry about the clock."""


def missing(match: Match) -> list[int]:
    """Return the seats of people who have not agreed to a pause."""
    rest = match.position.rest
    agreed = rest.agreed if rest else ()
    return [n for n, chair in enumerate(match.chairs) if chair.is_person and n not in agreed]


@refuses(require_player, require_room, require_started)
def pause(match: Match, now: int, seat: int) -> Change | None:
    """Agree to a pause for a seat; return None if it agreed before or the match rests."""
    if not match.over:
        require_player(match, seat)
    require_started(match)
    rest = match.position.rest
    if match.paused or (rest is not None and seat in rest.agreed and missing(match)):
        return None
    require_room(match)
    return append(match, Entry(CLOCK, now, seat, why=PAUSE))


@refuses(require_started)
def resume(match: Match, now: int, seat: int) -> Change | None:
    """End or decline a pause for a seat or ``HOST``; return None if no seat wants one."""
    require_started(match)
    if match.position.rest is None:
        return None
    return append(match, Entry(CLOCK, now, seat, why=RESUME))
