"""Dated rulings: a corrected rule looks at the version that the game began with."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.recorded import Record
from engine.table import Table
from tests.recorded import result
from tests.toy import TITLE

RECORDS = Path(__file__).parents[1] / "toy" / "records"


def recorded(version: int) -> tuple[Record, str]:
    """Return the recorded game of a version, and the line with its result."""
    text = (RECORDS / f"version-{version}.txt").read_text(encoding="utf-8")
    return Record.loads(text), text.splitlines()[-1]


def test_there_is_a_recorded_game_of_every_version() -> None:
    """A new version brings its own; the older ones stay."""
    found = sorted(int(path.stem.removeprefix("version-")) for path in RECORDS.glob("*.txt"))
    assert found == list(range(1, TITLE.version + 1))


@pytest.mark.parametrize("version", range(1, TITLE.version + 1))
def test_a_recorded_game_replays_to_the_byte_under_its_own_version(version: int) -> None:
    """One folder plays the games of every version."""
    record, end = recorded(version)
    title = TITLE.at(version)
    assert record.ruleset == title.id
    assert result(record.table(title)) == end


def test_the_last_gem_brings_a_stone_since_version_2() -> None:
    """The same turns leave one stone less on the heap under version 2 (ruling R1 of the toy)."""
    record, _ = recorded(1)
    dug = [n for n, entry in enumerate(record.entries) if entry.lines[0].step == "dig east"]
    assert len(dug) == 3
    old, new = (record.table(TITLE.at(version), dug[-1] + 1) for version in (1, 2))
    assert old.view()["heap"] == new.view()["heap"] + 1


def test_a_state_carries_the_version_it_began_with() -> None:
    """New games are of the newest version; a saved one keeps its own."""
    assert Table.new(TITLE, 2).state.rules == TITLE.version == 2
    older = Table.new(TITLE.at(1), 2)
    assert Table.load(TITLE.at(1), older.save()).state.rules == 1
