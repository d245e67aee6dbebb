"""Replay: any snapshot of a match and its events, rebuilt from its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.core import Item
from engine.table import Table
from engine.title import Title
from match import course
from match.entries import Entry
from match.match import Match
from match.position import Position
from match.snapshot import Snapshot, capture
from match.tables import exact_title, first_holders, first_table
from match.words import CLOSED, RETRACTED, SEAT, TURN

Mark = tuple[bytes, Position]
"""The target of a retraction: a state and a position."""


class Step(NamedTuple):
    """A replayed entry: the revision after it, the table there, and its events.

    ``holders`` are the holders there.
    """

    rev: int
    table: Table
    position: Position
    trace: list[Item]
    holders: tuple[str, ...]


def walk(match: Match, entries: Sequence[Entry]) -> Iterator[Step]:
    """Replay a record from the start, retracted turns included; the first step is revision 0.

    The next step changes the table, so use it before.

    :raises OtherRules: the record needs rules that are not installed.
    """
    holders = first_holders(match)
    table = first_table(match.head, len(holders), exact_title(match.head.ruleset))
    targets = {e.back_to for e in entries if e.kind == RETRACTED}
    marks: dict[int, Mark] = {}
    step = Step(0, table, course.begin(match.head, holders, table), [], holders)
    for rev, entry in enumerate([None, *entries]):
        if entry is not None:
            step = follow(match, step, entry, rev, marks)
        if rev in targets:
            marks[rev] = step.table.save(), step.position
        yield step


def follow(match: Match, step: Step, entry: Entry, rev: int, marks: Mapping[int, Mark]) -> Step:
    """Return the step after an entry; ``marks`` has the revisions to restore.

    Only header and first seats of ``match`` are used.
    """
    table, trace, then = step.table, list[Item](), None
    holders = course.holders_after(step.holders, entry)
    if entry.kind == TURN:
        trace = table.replay(entry.lines).trace
    elif entry.kind == RETRACTED and entry.back_to is not None:
        state, then = marks[entry.back_to]
        table = type(table).load(table.title, state)
    elif entry.kind == SEAT and entry.why == CLOSED:
        table = type(table)(table.title, first_table(match.head, len(holders), table.title).state)
    position = course.after(match.head, holders, step.position, table, entry, rev, then)
    return Step(rev, table, position, trace, holders)


def snapshot_at(match: Match, entries: Sequence[Entry], rev: int) -> Snapshot:
    """Return the snapshot of revision ``rev``.

    :raises OtherRules: as ``walk``.
    """
    for step in walk(match, entries[:rev]):
        last = step
    return capture(last.table, rev, last.position)


def traces(match: Match, entries: Sequence[Entry]) -> list[list[Item]]:
    """Return the events of each entry; [] for entries that are no turns.

    :raises OtherRules: as ``walk``.
    """
    found = [without_quiet(step.table.title, step.trace) for step in walk(match, entries)]
    return found[1:]


def without_quiet(title: Title, trace: Sequence[Item]) -> list[Item]:
    """Return the effects except those of quiet verbs."""
    verbs = title.rules.verbs
    return [item for item in trace if not verbs[item[1][0]].quiet]
