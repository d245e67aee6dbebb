"""Undo: what may be taken back, who must agree, and the entry that takes it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from store import moment as moments
from store.entries import (
    RETRACTED,
    TURN,
    UNDO_ANSWERED,
    UNDO_REQUESTED,
    UNDO_WITHDRAWN,
    Entry,
    in_force,
)
from store.games import Change, Conflict, Stored, now_ms
from store.moment import Moment
from store.turns import table_of

if TYPE_CHECKING:
    from store import Store

REVEALS, OTHER_SEAT = "reveals", "other-seat"


def last_turn(entries: Sequence[Entry], seat: int) -> int | None:
    """The revision before the newest turn of this seat that is in force."""
    return next((i for i in reversed(in_force(entries)) if entries[i].seat == seat), None)


def obstacle(entries: Sequence[Entry], seat: int, back_to: int) -> str | None:
    """Why a seat may not go back to a revision without asking; None when it may."""
    undone = [entries[i] for i in in_force(entries) if i >= back_to]
    if any(entry.seat != seat for entry in undone):
        return OTHER_SEAT
    return REVEALS if any(entry.reveals for entry in undone) else None


def must_agree(stored: Stored, seat: int) -> list[int]:
    """The seats whose consent an undo of ``seat`` needs: all other people."""
    return [n for n, chair in enumerate(stored.seats) if n != seat and chair.is_person]


def request(db: Store, stored: Stored, seat: int, back_to: int) -> Stored:
    """Record that a seat asks the others for an undo; the request's id is the revision after it.

    :raises Conflict: the game has moved on.
    """
    return _note(db, stored, Entry(UNDO_REQUESTED, now_ms(), seat, back_to=back_to))


def answer(db: Store, stored: Stored, seat: int, agree: bool) -> Stored:
    """Record a seat's answer to the request that waits.

    :raises Conflict: the game has moved on.
    """
    asked = stored.position.request
    entry = Entry(UNDO_ANSWERED, now_ms(), seat, request=asked.id if asked else None, agree=agree)
    return _note(db, stored, entry)


def withdraw(db: Store, stored: Stored, seat: int) -> Stored:
    """Record that a seat no longer wants what it asked for.

    :raises Conflict: the game has moved on.
    """
    asked = stored.position.request
    return _note(
        db, stored, Entry(UNDO_WITHDRAWN, now_ms(), seat, request=asked.id if asked else None)
    )


def _note(db: Store, stored: Stored, entry: Entry) -> Stored:
    """Append an entry that leaves the table alone."""
    rev = stored.rev + 1
    position = moments.after_entry(stored.position, table_of(stored), entry, rev)
    moment = msgspec.structs.replace(stored.moment, rev=rev, position=position)
    return db.games.commit(stored, Change([entry], moment))


def retract(db: Store, game_id: str, seat: int, back_to: int, asked_at: int) -> Stored:
    """Go back to revision ``back_to`` and record it; safe to run twice.

    ``asked_at`` is the revision at which this was allowed.

    :raises Conflict: somebody has moved since, so that it is no longer what was allowed.
    :raises store.games.NoSuchGame: the game is gone.
    """
    while True:
        stored = db.games.load(game_id)
        for index, entry in enumerate(db.games.entries(stored, asked_at), asked_at):
            if entry.kind == RETRACTED and (entry.seat, entry.back_to) == (seat, back_to):
                moment = db.games.moment(stored, index + 1)
                return Stored(game_id, stored.head, stored.seats, moment, stored.packed_log)
            if entry.kind in (TURN, RETRACTED):
                raise Conflict(game_id)
        then, at, rev = db.games.moment(stored, back_to), now_ms(), stored.rev + 1
        position = moments.after_retraction(then.position, rev, at)
        moment = Moment(rev, position, then.state, then.view, then.own)
        change = Change([Entry(RETRACTED, at, seat, back_to=back_to)], moment)
        try:
            return db.games.commit(stored, change)
        except Conflict:
            continue
