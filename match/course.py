"""The course of a match: the position after each entry, for commits and replays."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.table import Table
from match import clocks
from match.chairs import Chair
from match.entries import Entry
from match.head import Head
from match.match import Change, Match
from match.position import Position, after_entry, after_retraction, after_turn, started, waiting
from match.tables import table_of
from match.words import CLOSED, RETRACTED, SEAT, TURN


def begin(head: Head, holders: Sequence[str], table: Table) -> Position:
    """Return the position of a match at revision 0 with these holders."""
    if head.waits:
        return waiting(table)
    return clocks.start_all(head.clock, holders, started(table, 0, head.created), head.created)


def after(
    head: Head,
    holders: Sequence[str],
    before: Position,
    table: Table,
    entry: Entry,
    rev: int,
    then: Position | None = None,
) -> Position:
    """Return the position after an entry from ``before``.

    ``holders``, ``rev`` and ``table`` are those after it. ``then`` is the position that a
    retraction restores.
    """
    if entry.kind == TURN:
        position = after_turn(before, table, entry, rev)
    elif entry.kind == RETRACTED and then is not None:
        position = after_retraction(then, rev, entry.at)
    else:
        position = after_entry(before, table, entry, rev)
    return clocks.with_times(head.clock, holders, before, position, entry)


def holders_after(holders: Sequence[str], entry: Entry) -> tuple[str, ...]:
    """Return the holders of the seats after an entry."""
    if entry.kind != SEAT or entry.holder is None:
        return tuple(holders)
    stays = () if entry.why == CLOSED else (entry.holder,)
    return (*holders[: entry.seat], *stays, *holders[entry.seat + 1 :])


def append(match: Match, *entries: Entry, chairs: tuple[Chair, ...] | None = None) -> Change:
    """Return the change that appends entries which leave the table as it is.

    ``chairs`` are the chairs after them, if they change.

    :raises OtherRules: this server has no such title.
    """
    holders = [chair.holder for chair in (match.chairs if chairs is None else chairs)]
    table, position, rev = table_of(match), match.position, match.rev
    for rev, entry in enumerate(entries, match.rev + 1):
        position = after(match.head, holders, position, table, entry, rev)
    return Change(entries, replace(match.snapshot, rev=rev, position=position), chairs=chairs)
