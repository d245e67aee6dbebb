"""The tables of the Teotibot, read from data/teotibot.toml."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import tables
from games.teotihuacan.data import FOLDER, ActionTile, Deed


@dataclass(frozen=True)
class WorshipWorker:
    """The worker that worships: its board, its power, and its worship space at the start."""

    board: int
    power: int
    space: str


@dataclass(frozen=True)
class BotStart:
    """What the Teotibot begins with: steps, the place of its technology, boards of its dice."""

    temple: int
    avenue: int
    technology: int
    workers: list[int]
    locked: WorshipWorker


@dataclass(frozen=True)
class Setting:
    """A setting of the difficulty: its usual value, other values, and a sentence for each."""

    name: str
    value: int
    others: list[int]
    summary: str


@dataclass(frozen=True)
class Position:
    """A position of the action pyramid: its rolls, and the position below it by the arrow."""

    rolls: list[int]
    below: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Teotibot:
    """The file teotibot.toml.

    ``distances`` are the boards that a worker advances, by its power. Ties between resources are
    broken in the order of the list.
    """

    dice: int
    faces: int
    distances: list[int]
    resources: list[str]
    fallback: int
    ascension: int
    exchanged: int
    free_steps: int
    left: int
    start: BotStart
    setting: list[Setting]
    position: list[Position]
    deed: list[Deed]
    action: list[ActionTile]


TEOTIBOT = tables.load(FOLDER / "teotibot.toml", Teotibot)
ARROWS = list(TEOTIBOT.position[0].below)
"""The sides of a direction tile."""
