"""Perft: how many answer sequences a fixed position has, the quickest alarm when a rule changes.

``python -m tests.perft`` counts anew and writes the files beside this one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from engine.table import Table, Turn
from games import all_titles

FOLDER = Path(__file__).parent

Position = tuple[Callable[[], Table], int]
"""What lays out a table, and the depth to which its answer sequences are counted."""


def positions() -> dict[str, dict[str, Position]]:
    """Return the positions of each title that has some, by name."""
    places = {title: f"tests.games.{title}.positions" for title in all_titles()}
    return {
        title: cast(dict[str, Position], import_module(place).POSITIONS)
        for title, place in places.items()
        if find_spec(place)
    }


def counted(position: Position) -> list[int]:
    """Return the numbers of sequences of a position, by depth from 1."""
    lay_out, depth = position
    return [perft(lay_out(), n) for n in range(1, depth + 1)]


def perft(table: Table, depth: int) -> int:
    """Return the number of sequences of a number of answers, including those that end the game.

    If several seats are asked at once, the first one answers first.
    """
    if table.over or not depth:
        return 1
    decision = table.open[0]
    if depth == 1:
        return len(decision.options)
    total = 0
    for option in decision.options:
        after = table.clone()
        after.step(decision.seat, option.id, Turn())
        total += perft(after, depth - 1)
    return total


def recorded(title: str) -> dict[str, list[int]]:
    """Return the counts of every position of a title, by depth from 1."""
    text = (FOLDER / f"{title}.toml").read_text(encoding="utf-8")
    return {name: [int(n) for n in counts] for name, counts in tomllib.loads(text).items()}
