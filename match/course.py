"""Course: where each entry leads, said once, so that committing and replaying agree."""

from __future__ import annotations

from collections.abc import Sequence

from engine.table import Table
from match import clocks
from match.entries import Entry
from match.head import Head
from match.position import Position, after_entry, after_retraction, after_turn, started, waiting
from match.words import CLOSED, RETRACTED, SEAT, TURN


def begin(head: Head, holders: Sequence[str], table: Table) -> Position:
    """Where a game stands at revision 0, when these sit there."""
    if head.waits:
        return waiting(table)
    return clocks.begin(head.clock, holders, started(table, 0, head.created), head.created)


def after(
    head: Head,
    holders: Sequence[str],
    before: Position,
    table: Table,
    entry: Entry,
    rev: int,
    then: Position | None = None,
) -> Position:
    """Where an entry leads from ``before``; ``rev`` and ``table`` are those after it.

    ``holders`` tells who sits where after it, ``then`` is the position that a retraction restores.
    """
    if entry.kind == TURN:
        position = after_turn(before, table, entry, rev)
    elif entry.kind == RETRACTED and then is not None:
        position = after_retraction(then, rev, entry.at)
    else:
        position = after_entry(before, table, entry, rev)
    return clocks.follow(head.clock, holders, before, position, entry)


def seated(holders: Sequence[str], entry: Entry) -> tuple[str, ...]:
    """Who sits where after an entry."""
    if entry.kind != SEAT or entry.holder is None:
        return tuple(holders)
    stays = () if entry.why == CLOSED else (entry.holder,)
    return (*holders[: entry.seat], *stays, *holders[entry.seat + 1 :])
