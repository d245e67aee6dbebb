"""Replay: any snapshot of a match and its events, rebuilt from its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.table import Table
from engine.title import Title
from match import course
from match.entries import Entry
from match.match import Match, Traces
from match.position import Position
from match.snapshot import Snapshot, capture
from match.tables import exact_title, first_holders, first_table
from match.words import CLOSED, RETRACTED, SEAT, TURN

Mark = tuple[bytes, Position]
"""The target of a retraction: a state and a position."""


class Step(NamedTuple):
    """A replayed entry: the revision after it, the table there, and the events of its lines.

    ``holders`` are the holders there.
    """

    rev: int
    table: Table
    position: Position
    traces: Traces
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
    step = Step(0, table, course.begin(match.head, holders, table), (), holders)
    for rev, entry in enumerate([None, *entries]):
        if entry is not None:
            step = follow(match, step, entry, rev, marks)
        if rev in targets:
            marks[rev] = step.table.save(), step.position
        yield step


class Between(NamedTuple):
    """A table before a line of a turn (``place``), or after the last line.

    ``number`` is the index of the turn in the record.
    """

    number: int
    place: int
    table: Table


def between_lines(
    match: Match, entries: Sequence[Entry], first: int, last: int
) -> Iterator[Between]:
    """Yield the tables between the lines of the turns from index ``first`` to before ``last``.

    The next step changes the table, so use it before. ``entries`` begin with the record.

    :raises OtherRules: as ``walk``.
    """
    for step in walk(match, entries[:last]):
        if not first <= step.rev < last or entries[step.rev].kind != TURN:
            continue
        table = step.table.clone()
        yield Between(step.rev, 0, table)
        for place, line in enumerate(entries[step.rev].lines, 1):
            table.replay([line])
            yield Between(step.rev, place, table)


def follow(match: Match, step: Step, entry: Entry, rev: int, marks: Mapping[int, Mark]) -> Step:
    """Return the step after an entry; ``marks`` has the revisions to restore.

    Only header and first seats of ``match`` are used.
    """
    table, then = step.table, None
    traces: Traces = ()
    holders = course.holders_after(step.holders, entry)
    if entry.kind == TURN:
        traces = table.replay(entry.lines).traces
    elif entry.kind == RETRACTED and entry.back_to is not None:
        state, then = marks[entry.back_to]
        table = type(table).load(table.title, state)
    elif entry.kind == SEAT and entry.why == CLOSED:
        table = type(table)(table.title, first_table(match.head, len(holders), table.title).state)
    position = course.after(match.head, holders, step.position, table, entry, rev, then)
    return Step(rev, table, position, traces, holders)


def snapshot_at(match: Match, entries: Sequence[Entry], rev: int) -> Snapshot:
    """Return the snapshot of revision ``rev``.

    :raises OtherRules: as ``walk``.
    """
    for step in walk(match, entries[:rev]):
        last = step
    return capture(last.table, rev, last.position)


def traces(match: Match, entries: Sequence[Entry]) -> list[Traces]:
    """Return the events of each line of each entry.

    :raises OtherRules: as ``walk``.
    """
    found = [without_quiet(step.table.title, step.traces) for step in walk(match, entries)]
    return found[1:]


def without_quiet(title: Title, traces: Traces) -> Traces:
    """Return the effects of each line except those of quiet verbs."""
    verbs = title.rules.verbs
    return [[item for item in trace if not verbs[item[1][0]].quiet] for trace in traces]
