"""Recorded games replay to the byte, there are enough of them, and they show every rule."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.recorded import Record
from engine.core import State
from engine.table import Table
from engine.title import Start
from games import all_titles
from tests.recorded import (
    FOLDER,
    path,
    places,
    report,
    result,
)
from tests.seen import demanded, shown

MOST_ADDED = 9
"""Recorded games that coverage may add for each number of seats."""

every_title = pytest.mark.parametrize("name", sorted(all_titles()))


def files(name: str) -> list[Path]:
    """Return the recorded games of a title."""
    return sorted((FOLDER / name).glob("*.txt"))


@every_title
def test_there_are_enough_recorded_games(name: str) -> None:
    """Every number of seats and set of options has its recorded games."""
    title = all_titles()[name]
    assert all(path(title, *place).exists() for place in places(title))


@every_title
def test_there_are_no_more_recorded_games_than_coverage_demands(name: str) -> None:
    title = all_titles()[name]
    assert len(files(name)) <= len(places(title)) + MOST_ADDED * len(title.seats)


@every_title
@pytest.mark.parametrize("part", range(4))
def test_recorded_games_replay_to_the_byte(name: str, part: int) -> None:
    """Every recorded game can be posted turn by turn, or played as it stands line by line, and
    ends in the recorded state and result."""
    title = all_titles()[name]
    for file in files(name)[part::4]:
        text = file.read_text()
        record = Record.loads(text)
        table = Table.new(title, record.seats, record.options, record.seed)
        for entry in record.entries:
            own = [each for each in entry.lines if each.seat == entry.seat and not each.auto]
            turn = table.commit(entry.seat, [each.step for each in own])
            assert (turn.complete, tuple(turn.lines)) == (True, entry.lines)
        assert table.over
        assert table.save() == record.table(title).save()
        assert text == f"{record.dumps()}{result(table)}\n"


@every_title
def test_every_rule_and_component_is_seen_at_work(name: str) -> None:
    """Every verb and every component of a title occurs in some recorded game."""
    title = all_titles()[name]
    unseen = demanded(title)
    assert not any(word.isdigit() for word in unseen), "any number would do"
    for file in files(name):
        if unseen:
            unseen -= shown(title, Record.loads(file.read_text()))
    assert unseen == set()


@every_title
def test_a_change_of_the_rules_has_to_raise_the_version(name: str, tmp_path: Path) -> None:
    """Rules that recorded games can tell from those before are not recorded under their name."""
    title, folder = all_titles()[name], tmp_path / name
    folder.mkdir()
    for file in files(name)[:3]:
        shutil.copy(file, folder)
    assert report(title, tmp_path).startswith("0 recorded games")

    def generous(start: Start) -> State[Any]:
        state = title.setup(start)
        kind = next(iter(state.players[0].goods))
        state.players[0].goods[kind] += 1
        return state

    with pytest.raises(SystemExit, match="raise the version first"):
        report(replace(title, setup=generous), tmp_path)
    raised = replace(title, setup=generous, version=title.version + 1)
    assert re.match("[1-3] recorded games are others", report(raised, tmp_path))
