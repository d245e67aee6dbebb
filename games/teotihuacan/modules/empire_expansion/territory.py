"""The Empire board: its regions from data.toml, and the warriors and buildings on it (15.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from engine import tables
from engine.adjustment import adjusts
from engine.module import part
from engine.tables import Written
from games.teotihuacan.data import Component
from games.teotihuacan.state import Teotihuacan, buildings_taken

TEOTIHUACAN = 0
"""The number of the region where warriors enter."""


@dataclass(frozen=True)
class EmpireArea:
    """An area: the points of each warrior there at an Eclipse."""

    number: int
    points: int


@dataclass(frozen=True)
class Region(Component):
    """A region: its area, 0 for none, its route, and the regions ``next`` to it.

    ``room`` is the number of warriors that find room, 0 for any number. ``do`` is what a building
    there gives, and ``automa`` what it gives to the Teotibot, if that differs. No building may be
    put where it gives nothing.
    """

    number: int
    area: int = 0
    route: str = ""
    room: int = 1
    next: list[int] = field(default_factory=list)
    do: list[Written] = field(default_factory=list)
    automa: list[Written] = field(default_factory=list)


@dataclass(frozen=True)
class SpecialMask(Component):
    """A special mask, which is no discovery tile: its kind."""

    id: str
    kind: int


@dataclass(frozen=True)
class PathTile(Component):
    """A path tile: the regions that a warrior of the Teotibot enters one after another."""

    id: str
    path: list[int]


@dataclass(frozen=True)
class EmpireWorth:
    """What greedy bots believe, in points: see data.toml."""

    eclipse: float
    builder: float


@dataclass(frozen=True)
class EmpireTable:
    """data.toml"""

    warriors: int
    first: int
    worth: EmpireWorth
    area: list[EmpireArea]
    region: list[Region]
    special_mask: list[SpecialMask]
    path_tile: list[PathTile]


TABLE = tables.load(Path(__file__).parent / "data.toml", EmpireTable)
REGIONS = {each.number: each for each in TABLE.region}
COLONIES = [each.number for each in TABLE.region if each.do]
"""The regions where a building may be put."""
POINTS = {each.number: each.points for each in TABLE.area}
"""The points of a warrior by its area; none in Teotihuacan."""
MASKS = {each.id: each for each in TABLE.special_mask}


@dataclass(slots=True)
class Empire:
    """The Empire board, and the warriors that are not on it.

    ``warriors`` are the sides that have a warrior in each region, Teotihuacan first. ``settled``
    tells which side has built in a region; the warrior there has left the game. ``supply`` counts
    the warriors in hand of each side. ``special`` are the special masks left.
    """

    warriors: list[list[int]] = field(default_factory=list)
    settled: dict[int, int] = field(default_factory=dict)
    supply: list[int] = field(default_factory=list)
    special: list[str] = field(default_factory=list)


@adjusts(buildings_taken)
def count_settled(was: int, s: Teotihuacan) -> int:
    """Count the buildings on the Empire board too: they have left the buildings row (15.3)."""
    return was + len(part(s, Empire).settled)


def in_hand(s: Teotihuacan, me: int) -> int:
    """Return how many warriors a side has in hand."""
    return part(s, Empire).supply[me]


def stands(s: Teotihuacan, me: int, region: int) -> bool:
    """Return whether a side has a warrior in a region."""
    return me in part(s, Empire).warriors[region]


def settled(s: Teotihuacan, region: int) -> bool:
    """Return whether a building is in a region."""
    return region in part(s, Empire).settled


def points_of_warriors(s: Teotihuacan, me: int) -> int:
    """Return the points of a side's warriors at an Eclipse, by their areas (15.4)."""
    warriors = enumerate(part(s, Empire).warriors)
    return sum([POINTS.get(REGIONS[n].area, 0) * there.count(me) for n, there in warriors])
