"""The laws of the service in full size: the tests of `make check` with larger numbers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from typing import NamedTuple

from bench.report import ROOT, Report, Table


class Law(NamedTuple):
    """A law: what it is called, its tests, the variable that sizes them, and their full size."""

    name: str
    tests: str
    variable: str
    size: int
    unit: str


LAWS = (
    Law(
        "two games that a viewer cannot distinguish give the viewer equal bytes",
        "tests/laws/test_worlds.py",
        "LAW_WORLDS",
        150,
        "pairs of games per title for seats, and as many for spectators",
    ),
    Law(
        "two games that a seat cannot distinguish send its remote bot equal bytes",
        "tests/laws/test_hooks.py",
        "LAW_HOOKS",
        100,
        "pairs of games per title",
    ),
    Law(
        "duplicate and concurrent requests happen once",
        "tests/laws/test_sends.py",
        "LAW_SENDS",
        10_000,
        "requests per title",
    ),
    Law(
        "a stream cut at any byte and resumed sends each entry once",
        "tests/laws/test_cuts.py",
        "LAW_CUTS",
        1_000,
        "cuts per format (server-sent events, ndjson) of each stream (game, account)",
    ),
    Law(
        "import and export return a record byte for byte, as do undo and redo; forks leak nothing",
        "tests/laws/test_records.py",
        "LAW_RECORDS",
        50,
        "games per title and law, and all recorded games",
    ),
    Law(
        "forks and guesses deal only what can be, and can be played to their end",
        "tests/laws/test_forks.py",
        "LAW_FORKS",
        50,
        "games per title, each forked at 8 moments for every viewer",
    ),
    Law(
        "a corrupted record is accepted or rejected, without a crash",
        "tests/service/test_spoilt.py",
        "LAW_SPOILT",
        20_000,
        "records in JSON, and as many in text",
    ),
    Law(
        "every known answer is offered or refused, and posting it gives the same refusal",
        "tests/contract/test_refusals.py",
        "LAW_QUESTIONS",
        60,
        "games per title, number of seats and options",
    ),
    Law(
        "no operation answers 500, or anything it does not list",
        "tests/service/test_specification.py",
        "SCHEMATHESIS_EXAMPLES",
        100,
        "examples per operation and phase",
    ),
)


def run() -> Report:
    """Run every law in its full size.

    :raises AssertionError: a law does not hold; the tests printed the cause.
    """
    report = Report("service", "Laws of the service", [Table(["", "size", "tests", "seconds"])])
    for law in LAWS:
        count, seconds = hold(law)
        size = f"{law.size:,} {law.unit}"
        report.tables[0].add(law.name, size, str(count), f"{seconds:.0f}")
        print(f"{law.tests}: {count} passed in {seconds:.0f} s", file=sys.stderr, flush=True)
    return report


def hold(law: Law) -> tuple[int, float]:
    """Run a law; how many tests passed, and in how many seconds."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), law.tests]
    environ = {**os.environ, law.variable: str(law.size)}
    begun = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    passed = re.search(r"(\d+) passed", done.stdout)
    assert done.returncode == 0, f"{law.name}:\n{done.stdout}{done.stderr}"
    assert passed is not None
    return int(passed[1]), time.monotonic() - begun
