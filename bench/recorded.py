"""The recorded games of the tests."""

from __future__ import annotations

from pathlib import Path

from bench.report import ROOT
from engine.record import Record
from engine.title import Title

FOLDER = ROOT / "tests" / "records"


def files(title: Title, seats: int) -> list[Path]:
    """Return the files of a title's recorded games with this number of seats.

    :raises SystemExit: there are none.
    """
    found = sorted((FOLDER / title.name).glob(f"{seats}p-*.txt"))
    if not found:
        raise SystemExit(f"no recorded games of {title.name}; make record TITLE={title.name}")
    return found


def records(title: Title, seats: int) -> list[Record]:
    """Return a title's recorded games with this number of seats."""
    return [Record.loads(file.read_text(encoding="utf-8")) for file in files(title, seats)]
