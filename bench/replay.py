"""Replay: a finished game rebuilt from its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

from bench import recorded
from bench.recorded import Record
from bench.report import Report, Table, verdict
from bench.rounds import Effort, interleaved
from engine.title import Title
from games import all_titles

TARGET = 10.0  # ms, the median over games


def measure(effort: Effort) -> Report:
    """Measure each recorded game of each title with most seats."""
    table = Table(["", "games", "median", "longest", "target", ""])
    report = Report("replay", "Replay of a finished game from its record, one core", [table])
    for title in all_titles().values():
        seats = max(title.seats)
        records = recorded.records(title, seats)
        runs = {str(n): timed(title, record) for n, record in enumerate(records)}
        times = [median(found) for found in interleaved(runs, effort.rounds).values()]
        middle = median(times)
        figures = f"{middle:.1f} ms", f"{max(times):.1f} ms", f"≤ {TARGET:.0f} ms"
        what = f"{title.id}, {seats} players"
        table.add(what, str(len(records)), *figures, verdict(middle <= TARGET))
        report.notes.append(size_note(title, records))
    return report


def timed(title: Title, record: Record) -> Callable[[], float]:
    """Return a run that measures the ms of one replay."""

    def measure() -> float:
        start = process_time()
        record.table(title)
        return (process_time() - start) * 1e3

    return measure


def size_note(title: Title, records: Sequence[Record]) -> str:
    """Return a note about the length of recorded games."""
    turns = median(len(record.entries) for record in records)
    steps = median(sum(len(entry.lines) for entry in record.entries) for record in records)
    return f"A recorded game of {title.id} has {turns:.0f} turns and {steps:.0f} answers (medians)."
