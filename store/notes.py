"""Notes: entries that leave the table alone."""

from __future__ import annotations

from msgspec.structs import replace

from match import course
from match.chairs import Chair
from match.entries import Entry
from match.match import Change, Match
from match.tables import table_of


def note(match: Match, *entries: Entry, seats: tuple[Chair, ...] | None = None) -> Change:
    """The change that appends such entries; ``seats`` are those after them, if they change.

    :raises store.replay.OtherRules: this server has no such title.
    """
    holders = [chair.holder for chair in (match.chairs if seats is None else seats)]
    table, position, rev = table_of(match), match.position, match.rev
    for rev, entry in enumerate(entries, match.rev + 1):
        position = course.after(match.head, holders, position, table, entry, rev)
    return Change(entries, replace(match.snapshot, rev=rev, position=position), chairs=seats)
