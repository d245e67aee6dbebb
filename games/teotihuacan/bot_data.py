"""The tables of the Teotibot, read from data/teotibot.toml."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine import tables
from engine.core import Effect
from engine.vocabulary import Goods
from games.teotihuacan.data import FOLDER, Written

FALL_BACK: Written = ["fall_back"]


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
class Deed:
    """The action of the Teotibot on a board: its price and what it gives."""

    board: int
    do: list[Written]
    price: Goods = field(default_factory=dict)


@dataclass(frozen=True)
class ActionTile:
    """An action tile: what it does, and what happens if that is impossible."""

    id: str
    do: Written
    otherwise: list[Written] = field(default_factory=lambda: [FALL_BACK])


@dataclass(frozen=True)
class Teotibot:
    """The file teotibot.toml.

    ``distances`` are the boards that a worker advances, by its power. Ties between resources and
    between temples are broken in the order of the lists.
    """

    dice: int
    faces: int
    distances: list[int]
    resources: list[str]
    temples: list[str]
    fallback: Goods
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
DEEDS = {deed.board: deed for deed in TEOTIBOT.deed}
ACTION_TILES = {tile.id: tile for tile in TEOTIBOT.action}
ARROWS = list(TEOTIBOT.position[0].below)
"""The sides of a direction tile."""


def every_bot_effect() -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield the effects that the tables name, with the component they belong to."""
    for deed in TEOTIBOT.deed:
        yield f"deed {deed.board}", tables.effects(deed.do)
    for tile in TEOTIBOT.action:
        yield tile.id, tables.effects([tile.do, *tile.otherwise])
