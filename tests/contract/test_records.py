"""Recorded games replay to the byte, there are enough of them, and they show every rule."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine.core import State
from engine.record import Record
from engine.table import Table
from engine.title import Start
from games import all_titles
from tests.recorded import (
    EACH,
    FOLDER,
    component_ids,
    option_sets,
    own_verbs,
    path,
    report,
    result,
    words,
)

every_title = pytest.mark.parametrize("title", sorted(all_titles()))


def files(title: str) -> list[Path]:
    """Return the recorded games of a title."""
    return sorted((FOLDER / title).glob("*.txt"))


@every_title
def test_there_are_enough_recorded_games(title: str) -> None:
    """Every number of seats and set of options has its recorded games."""
    game = all_titles()[title]
    for seats, options in product(game.seats, option_sets(game)):
        assert all(path(game, seats, options, number).exists() for number in range(EACH))


@every_title
@pytest.mark.parametrize("part", range(4))
def test_recorded_games_replay_to_the_byte(title: str, part: int) -> None:
    """Every recorded game can be posted turn by turn, or played as it stands line by line, and
    ends in the recorded state and result."""
    game = all_titles()[title]
    for file in files(title)[part::4]:
        text = file.read_text()
        record = Record.loads(text)
        table = Table.new(game, record.seats, record.options, record.seed)
        for entry in record.entries:
            own = [each for each in entry.lines if each.seat == entry.seat and not each.auto]
            turn = table.commit(entry.seat, [each.step for each in own])
            assert (turn.complete, tuple(turn.lines)) == (True, entry.lines)
        assert table.over
        assert table.save() == record.table(game).save()
        assert text == f"{record.dumps()}{result(table)}\n"


@every_title
def test_every_rule_and_component_is_seen_at_work(title: str) -> None:
    """Every verb and every component id of a title occurs in some recorded game."""
    game = all_titles()[title]
    unseen = own_verbs(game) | component_ids(game)
    for file in files(title):
        if unseen:
            unseen -= words(game, Record.loads(file.read_text()))
    assert unseen == set()


@every_title
def test_a_change_of_the_rules_has_to_raise_the_version(title: str, tmp_path: Path) -> None:
    """Rules that recorded games can tell from those before are not recorded under their name."""
    game, folder = all_titles()[title], tmp_path / title
    folder.mkdir()
    for file in files(title)[:3]:
        shutil.copy(file, folder)
    assert report(game, tmp_path).startswith("0 recorded games")

    def generous(start: Start) -> State[Any]:
        state = game.setup(start)
        kind = next(iter(state.players[0].goods))
        state.players[0].goods[kind] += 1
        return state

    with pytest.raises(SystemExit, match="raise the version first"):
        report(replace(game, setup=generous), tmp_path)
    raised = replace(game, setup=generous, version=game.version + 1)
    assert re.match("[1-3] recorded games are others", report(raised, tmp_path))
