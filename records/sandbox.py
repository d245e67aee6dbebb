"""A sandbox: an unfinished record as a match, in which the importer holds all seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from match import course
from match.chairs import Chair
from match.entries import Entry
from match.head import Head
from match.match import Match
from match.position import Position
from match.words import FREE, JOINED, OPEN, PERSON, SEAT, WAITING
from records.check import Proven


def sandbox(
    proven: Proven, match_id: str, head: Head, marks: Sequence[bytes], at: int
) -> tuple[Match, list[Entry]]:
    """Return the match at time ``at`` (ms), and all of its entries; ``marks`` are token hashes.

    Undo is free and no clock runs. New entries say that the importer takes the seats of bots and
    the open seats; they change no table, so nothing is played again.
    """
    match, table = proven.match, proven.checked.table
    head = replace(head, undo=FREE, clock=None)
    chairs = tuple(
        Chair(PERSON, chair.name, mark) for chair, mark in zip(match.chairs, marks, strict=True)
    )
    position, entries = _without_clock(match.position), list(proven.checked.entries)
    holders = tuple(chair.holder for chair in match.chairs)
    for entry in _taken(match, at):
        entries.append(entry)
        holders = course.holders_after(holders, entry)
        position = course.after(head, holders, position, table, entry, len(entries))
    snapshot = replace(match.snapshot, rev=len(entries), position=position)
    return Match(match_id, head, chairs, snapshot), entries


def _without_clock(position: Position) -> Position:
    awaited = tuple(replace(asked, due=None) for asked in position.awaited)
    return replace(position, awaited=awaited, times=())


def _taken(match: Match, at: int) -> Iterator[Entry]:
    """Yield the change of each seat that no person holds; the last open one starts the match."""
    others = [seat for seat, chair in enumerate(match.chairs) if not chair.is_person]
    others.sort(key=lambda seat: match.chairs[seat].holder == OPEN)
    waits = match.position.status == WAITING
    for seat in others:
        starts, name = waits and seat == others[-1], match.chairs[seat].name
        yield Entry(SEAT, at, seat, holder=PERSON, name=name, starts=starts, why=JOINED)
