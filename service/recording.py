"""Recording: a game as readable text, the form in which records are kept and reviewed."""

from __future__ import annotations

from collections.abc import Sequence

from engine.record import Entry as Recorded
from engine.record import Record
from engine.table import Line
from store import shown
from store.entries import RETRACTED, TURN, Entry
from store.games import Stored

HIDDEN = "?"
"""Stands for a step, or the seed, that the viewer may not see yet."""


def as_text(stored: Stored, entries: Sequence[Entry], viewer: int | None) -> str:
    """The record as ``engine.record.Record`` writes it, below a few lines of comment.

    Only turns and retractions are in it, so its revisions are its own.
    """
    kept = [i for i, entry in enumerate(entries) if entry.kind in (TURN, RETRACTED)]
    head = stored.head
    record = Record(head.ruleset, len(stored.seats), head.seed, head.options)
    for index in kept:
        entry = entries[index]
        if entry.back_to is None:
            lines = shown.steps(stored, index, entry, viewer)
            played = tuple(Line(s["seat"], s["step"] or HIDDEN, s["auto"]) for s in lines)
            record.entries.append(Recorded(entry.seat, played))
        else:
            back_to = sum(1 for i in kept if i < entry.back_to)
            record.entries.append(Recorded(entry.seat, back_to=back_to))
    text = record.dumps()
    if not stored.over:
        text = text.replace(head.seed.hex(), HIDDEN, 1)
    return "\n".join([*_comment(stored), text])


def _comment(stored: Stored) -> list[str]:
    """Who played when; names cannot hold a line break."""
    title = f"# game {stored.id} {stored.head.name}".rstrip()
    created = f"# created {shown.iso(stored.head.created)}, {stored.position.status}"
    seats = [
        f"# seat {number}: {chair.holder} {chair.name}".rstrip()
        for number, chair in enumerate(stored.seats)
    ]
    points = [
        f"# seat {s.seat}: rank {s.rank}, {s.points:g} points" for s in stored.position.result
    ]
    return [title, created, *seats, *points]
