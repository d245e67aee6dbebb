"""The benchmark runs and fills in its tables; what the figures are is no matter of tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from bench import edge, engine, http, memory, rq, streams
from bench.__main__ import PARTS
from bench.installation import Installation, running
from bench.report import PAGE, Report, Table, write
from bench.rounds import Effort, interleaved, percentile

CHOICES = 4


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little of everything as makes sense."""
    monkeypatch.setattr(engine, "PROFILED", 2)
    monkeypatch.setattr(http, "CLIENTS", (1, 3))
    monkeypatch.setattr(edge, "GAMES", 1)
    monkeypatch.setattr(edge, "TRIES", 1)
    monkeypatch.setattr(http, "WARM_UP", 0.05)
    monkeypatch.setattr(streams, "LISTENERS", 5)
    monkeypatch.setattr(streams, "WATCHED", 2)
    monkeypatch.setattr(streams, "WARM_UP", 0.05)
    monkeypatch.setattr(memory, "GAMES", 2)
    monkeypatch.setattr(rq, "ANSWERS", 3)
    monkeypatch.setattr(rq, "snapshots", lambda *of: engine.snapshots(*of)[:CHOICES])


@pytest.fixture(scope="module")
def installed() -> Iterator[Installation]:
    """Yield an installation that has what every part needs."""
    with running("bench.floor", APPENDFSYNC="no") as installation:
        yield installation


@pytest.fixture
def shared(installed: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all parts measure the same installation."""

    @contextmanager
    def already_running(*_program: str, **_variables: str) -> Iterator[Installation]:
        yield installed

    for part in (edge, http, memory, rq, streams):
        monkeypatch.setattr(part, "running", already_running)


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("part", PARTS)
def test_a_part_measures_and_has_its_place_on_the_page(part: str, tmp_path: Path) -> None:
    report: Report = import_module(f"bench.{part}").measure(Effort(rounds=1, seconds=0.1))
    assert report.part == part
    assert all(table.rows for table in report.tables)
    assert all(len(row) == len(t.columns) for t in report.tables for row in t.rows)
    page = tmp_path / "page.md"
    page.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    write([report], "a test's machine", page)
    assert "\n".join(report.markdown().splitlines()) in page.read_text(encoding="utf-8")
    assert report.tables[0].rows[0][0] in report.text()


def test_writing_replaces_one_part_only(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- a -->\nold\n<!-- /a -->\nbetween\n<!-- b -->\n<!-- /b -->\n")
    for figure in ("1", "2"):
        table = Table(["what", "figure"])
        table.add("speed", figure)
        write([Report("a", "A", [table], ["A note."])], "here", page)
    assert page.read_text() == (
        "before\n<!-- a -->\n## A\n\n| what | figure |\n| --- | ---: |\n| speed | 2 |\n\n"
        "A note.\n\nMeasured on here.\n<!-- /a -->\nbetween\n<!-- b -->\n<!-- /b -->\n"
    )
    with pytest.raises(SystemExit, match="no place for c"):
        write([Report("c", "C")], "here", page)


def test_rounds_are_interleaved() -> None:
    clock = count(1.0)
    runs = {"a": lambda: next(clock), "b": lambda: next(clock)}
    assert interleaved(runs, 2) == {"a": [1.0, 3.0], "b": [2.0, 4.0]}


def test_percentiles_lie_between_the_values() -> None:
    assert percentile([1.0], 99) == 1.0
    assert percentile([1.0, 2.0, 3.0], 50) == 2.0
    assert percentile([float(n) for n in range(101)], 99) == 99.0
