"""Reports: tables of figures, for the terminal and for docs/performance.md."""

from __future__ import annotations

import os
import platform
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
COLUMNS = 100


@dataclass
class Table:
    """Rows under column heads; the first column is text, the others are figures."""

    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """Add a row."""
        self.rows.append(cells)

    def text(self) -> str:
        """Return the table for a terminal."""
        lines = [self.columns, *self.rows]
        widths = [max(len(line[n]) for line in lines) for n in range(len(self.columns))]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if n else cell.ljust(width)
                for n, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def markdown(self) -> str:
        """Return the table in Markdown."""
        marks = ["---", *["---:" for _ in self.columns[1:]]]
        return "\n".join(f"| {' | '.join(line)} |" for line in [self.columns, marks, *self.rows])


@dataclass
class Report:
    """The report of one part."""

    part: str
    title: str
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Return the report for a terminal."""
        bodies = [*(table.text() for table in self.tables), *self.notes]
        return "\n\n".join([f"== {self.title}", *bodies])

    def markdown(self) -> str:
        """Return the report in Markdown."""
        bodies = [*(table.markdown() for table in self.tables), *map(wrapped, self.notes)]
        return "\n\n".join([f"## {self.title}", *bodies])


def wrapped(paragraph: str) -> str:
    """Return a paragraph in lines of the width of all pages."""
    return textwrap.fill(paragraph, COLUMNS, break_long_words=False, break_on_hyphens=False)


def verdict(met: bool) -> str:
    """Return whether a figure meets its target, in words."""
    return "met" if met else "**missed**"


def machine() -> str:
    """Return the machine and the time in one line."""
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{os.cpu_count()} × {_processor()}, {memory:.0f} GB, {platform.system()} "
        f"{platform.release().partition('-')[0]}, {platform.python_implementation()} "
        f"{platform.python_version()}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, "
        f"load {os.getloadavg()[0]:.1f} before the first round"
    )


def _processor() -> str:
    try:
        found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def write(reports: Iterable[Report], where: str, page: Path = PAGE) -> None:
    """Write each report between its marks on the page."""
    text = page.read_text(encoding="utf-8")
    for report in reports:
        begin, end = f"<!-- {report.part} -->", f"<!-- /{report.part} -->"
        body = f"{begin}\n{report.markdown()}\n\n{wrapped(f'Measured on {where}.')}\n{end}"
        marked = re.compile(f"{re.escape(begin)}.*{re.escape(end)}", re.DOTALL)
        place = marked.search(text)
        if place is None:
            raise SystemExit(f"{page} has no place for {report.part}: {begin} … {end}")
        text = text[: place.start()] + body + text[place.end() :]
    page.write_text(text, encoding="utf-8")
