"""Notes: entries that leave the table alone."""

from __future__ import annotations

from msgspec.structs import replace

from store import course
from store.entries import Entry
from store.games import Change, Stored
from store.head import Seat
from store.turns import table_of


def note(stored: Stored, *entries: Entry, seats: tuple[Seat, ...] | None = None) -> Change:
    """The change that appends such entries; ``seats`` are those after them, if they change.

    :raises store.replay.OtherRules: this server has no such title.
    """
    holders = [chair.holder for chair in (stored.seats if seats is None else seats)]
    table, position, rev = table_of(stored), stored.position, stored.rev
    for rev, entry in enumerate(entries, stored.rev + 1):
        position = course.after(stored.head, holders, position, table, entry, rev)
    return Change(entries, replace(stored.moment, rev=rev, position=position), seats=seats)
