"""The column of direction tiles, the top one of which tells how far workers advance (15.6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.adjustment import adjusts
from engine.core import does, quietly, then
from engine.luck import shuffled
from engine.module import after, part
from games.teotihuacan.bot_workers import distance
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.teotibot import direction_tiles, prepare_bot, slide_tiles


@dataclass(frozen=True)
class DirectionTable:
    """data.toml"""

    distances: list[int]


TABLE = tables.load(Path(__file__).parent / "data.toml", DirectionTable)


@dataclass(slots=True)
class Column:
    """The boards that each direction tile of the column lets workers advance, the top one first.

    The base has the arrows of the same tiles in the same order.
    """

    distances: list[int] = field(default_factory=list)


@adjusts(direction_tiles)
def count_all_tiles(was: int, s: Teotihuacan) -> int:
    """Return the number of direction tiles with those of this module."""
    return len(TABLE.distances)


@after(prepare_bot)
@quietly
def shuffle_column(s: Teotihuacan, me: int) -> None:
    """Shuffle all direction tiles into a column; each has a random side up (R95)."""
    then(s, me, lay_column(tuple(shuffled(s, TABLE.distances))))


@does
def lay_column(s: Teotihuacan, me: int, distances: tuple[int, ...]) -> None:
    """Lay the direction tiles in a column, the top one first."""
    part(s, Column).distances = list(distances)


@adjusts(distance)
def top_distance(was: int, s: Teotihuacan, power: int) -> int:
    """Let workers advance as the top tile says, whatever their power; board 1 is not counted.

    After an ascension, the new worker begins on board 1 (R29).
    """
    return part(s, Column).distances[0]


@after(slide_tiles)
@quietly
def turn_column(s: Teotihuacan, me: int, tile: str) -> None:
    """Put the top tile, which is turned over, below all others."""
    own = part(s, Column)
    first, *rest = own.distances
    own.distances = [*rest, first]
