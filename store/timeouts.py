"""Timeouts: what the table's option says when time has run out, and undo requests that expire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from match.clocks import is_late
from match.entries import Entry
from match.match import Change, Match
from match.words import CLAIM, CLOCK, EXPIRED, RUNNING, TIMEOUT, UNDO_WITHDRAWN
from store.games import now_ms
from store.notes import note
from store.seats import carry_out, put_bot

if TYPE_CHECKING:
    from store import Store


def expire(db: Store, match: Match, now: int) -> Match:
    """Carry out all that is due at this time (ms), one entry each; the game after it.

    :raises store.games.NoSuchGame: the game is gone.
    """
    while _next(match, now) is not None:
        match = carry_out(db, match, lambda game: _next(game, now))
    return match


def _next(match: Match, now: int) -> Change | None:
    """What is to be done first; a turn that came before this is not late."""
    position, at = match.position, max(now, now_ms())
    if position.status != RUNNING or match.paused:
        return None
    asked = position.request
    if asked is not None and asked.expires <= now:
        return note(match, Entry(UNDO_WITHDRAWN, at, asked.seat, request=asked.id, why=EXPIRED))
    for each in position.awaited:
        if each.due is not None and each.due <= now and not is_late(position, each):
            return _timeout(match, each.seat, at)
    return None


def _timeout(match: Match, seat: int, at: int) -> Change | None:
    clock = match.head.clock
    if clock is None or clock.on_timeout == CLAIM:
        return note(match, Entry(CLOCK, at, seat, why=TIMEOUT))
    return put_bot(match, seat, clock.on_timeout, TIMEOUT, at)
