"""Undo: what may be taken back, who must agree, and the entry that takes it back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from match import course
from match.entries import Entry, in_force
from match.match import Change, Match
from match.snapshot import Snapshot
from match.tables import table_of
from match.words import (
    RETRACTED,
    SEAT,
    STAYING,
    TURN,
    UNDO_ANSWERED,
    UNDO_REQUESTED,
    UNDO_WITHDRAWN,
)
from store.games import Conflict, now_ms
from store.notes import note

if TYPE_CHECKING:
    from store import Store

REVEALS, OTHER_SEAT = "reveals", "other-seat"
SETTLED, SEAT_CHANGED = "lapsed", "seat-changed"
"""Why turns are not taken back although that was allowed when it was asked for."""
_AGREEING = (UNDO_REQUESTED, UNDO_ANSWERED, SEAT)
"""Entries after which all may have agreed."""


class Lapsed(Exception):
    """Turns are not taken back any more; ``reason`` is one of the words above."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def last_turn(entries: Sequence[Entry], seat: int) -> int | None:
    """The revision before the newest turn of this seat that is in force."""
    return next((i for i in reversed(in_force(entries)) if entries[i].seat == seat), None)


def obstacle(entries: Sequence[Entry], seat: int, back_to: int) -> str | None:
    """Why a seat may not go back to a revision without asking; None when it may."""
    undone = [entries[i] for i in in_force(entries) if i >= back_to]
    if any(entry.seat != seat for entry in undone):
        return OTHER_SEAT
    return REVEALS if any(entry.reveals for entry in undone) else None


def must_agree(match: Match, seat: int) -> list[int]:
    """The seats whose consent an undo of ``seat`` needs: all other people."""
    return [n for n, chair in enumerate(match.chairs) if n != seat and chair.is_person]


def job_id(match: Match, entries: Sequence[Entry]) -> str:
    """One job each time that all have agreed to the request that waits.

    They do so twice where somebody new, who agreed later, took a seat before the first was done.
    Nobody can guess it, because the host's mark is never shown.
    """
    agreed = max(i for i, entry in enumerate(entries, 1) if entry.kind in _AGREEING)
    data = b"%b undo %b %d" % (match.head.host, match.id.encode(), agreed)
    return hashlib.sha256(data).hexdigest()[:32]


def request(db: Store, match: Match, seat: int, back_to: int) -> Match:
    """Record that a seat asks the others for an undo; the request's id is the revision after it.

    :raises Conflict: the game has moved on.
    """
    entry = Entry(UNDO_REQUESTED, now_ms(), seat, back_to=back_to)
    return db.games.commit(match, note(match, entry))


def answer(db: Store, match: Match, seat: int, agree: bool) -> Match:
    """Record a seat's answer to the request that waits.

    :raises Conflict: the game has moved on.
    """
    asked = match.position.request
    entry = Entry(UNDO_ANSWERED, now_ms(), seat, request=asked.id if asked else None, agree=agree)
    return db.games.commit(match, note(match, entry))


def withdraw(db: Store, match: Match, seat: int) -> Match:
    """Record that a seat no longer wants what it asked for.

    :raises Conflict: the game has moved on.
    """
    asked = match.position.request
    entry = Entry(UNDO_WITHDRAWN, now_ms(), seat, request=asked.id if asked else None)
    return db.games.commit(match, note(match, entry))


def retract(
    db: Store, game_id: str, seat: int, back_to: int, asked_at: int, request: int | None = None
) -> Match:
    """Go back to revision ``back_to`` and record it; safe to run twice.

    ``asked_at`` is the revision at which this was allowed, ``request`` the request that allows it,
    if others had to agree.

    :raises Lapsed: it is no longer what was allowed.
    :raises store.games.NoSuchGame: the game is gone.
    """
    while True:
        match = db.games.load(game_id)
        for index, entry in enumerate(db.games.entries(match, asked_at), asked_at):
            if entry.kind == RETRACTED and (entry.seat, entry.back_to) == (seat, back_to):
                snapshot = db.games.snapshot(match, index + 1)
                return Match(game_id, match.head, match.chairs, snapshot, match.packed_log)
            if entry.kind in (TURN, RETRACTED):
                raise Lapsed(OTHER_SEAT)
            if entry.kind == SEAT and entry.seat == seat and entry.why not in STAYING:
                raise Lapsed(SEAT_CHANGED)
        if request is not None and not is_agreed(match, request):
            raise Lapsed(SETTLED)
        try:
            return db.games.commit(match, _retraction(db, match, seat, back_to))
        except Conflict:
            continue


def is_agreed(match: Match, request: int) -> bool:
    """Whether this request waits and nobody need agree to it any more."""
    asked = match.position.request
    if asked is None or asked.id != request:
        return False
    return not set(must_agree(match, asked.seat)) - set(asked.agreed)


def _retraction(db: Store, match: Match, seat: int, back_to: int) -> Change:
    """The table as it was at that revision, with those who sit there now."""
    then, rev = db.games.snapshot(match, back_to), match.rev + 1
    entry = Entry(RETRACTED, now_ms(), seat, back_to=back_to)
    holders = [chair.holder for chair in match.chairs]
    position = course.after(
        match.head, holders, match.position, table_of(match), entry, rev, then.position
    )
    return Change([entry], Snapshot(rev, position, then.state, then.view, then.own))
