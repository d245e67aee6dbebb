"""Techniques of building: how many pyramid tiles an action places, and what it saves (15.10)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import tables
from engine.adjustment import adjusts
from engine.core import quietly
from engine.module import after, before, part
from games.teotihuacan.acting import counted, discounted, lowest, work
from games.teotihuacan.construction import BOARD, most_tiles
from games.teotihuacan.state import Teotihuacan


@dataclass(frozen=True)
class Technique:
    """What workers of some lowest powers can do.

    ``tiles`` are the most tiles of an action for 1, 2 and 3 workers. ``discount`` are resources
    less for the tiles of an action.
    """

    powers: list[int]
    tiles: list[int]
    discount: int = 0
    assumed: bool = False


@dataclass(frozen=True)
class Techniques:
    """data.toml"""

    technique: list[Technique]


TABLE = tables.load(Path(__file__).parent / "data.toml", Techniques)
BY_POWER = {power: each for each in TABLE.technique for power in each.powers}


@dataclass(slots=True)
class Building:
    """The lowest power that the Construction action in progress counts; 0 between actions."""

    lowest: int = 0


@before(work)
@quietly
def look_at_workers(s: Teotihuacan, me: int, board: int) -> None:
    """Count the lowest power when the action begins, like the workers (R120)."""
    if board == BOARD:
        part(s, Building).lowest = lowest(s, me, BOARD)


@after(work)
@quietly
def end_building(s: Teotihuacan, me: int, board: int) -> None:
    """Count no power after the action."""
    part(s, Building).lowest = 0


def technique(s: Teotihuacan, me: int) -> Technique:
    """Return what the workers on the board can do."""
    return BY_POWER[part(s, Building).lowest or lowest(s, me, BOARD)]


@adjusts(most_tiles)
def tiles_of_power(was: int, s: Teotihuacan, me: int) -> int:
    """Return how many tiles the action places by the lowest power, no more than without (15.10)."""
    return min(was, technique(s, me).tiles[counted(s, me, BOARD) - 1])


@adjusts(discounted)
def discount_of_power(was: int, s: Teotihuacan, me: int, board: int) -> int:
    """Save resources on Construction with strong workers, besides a technology (15.10, R50)."""
    return was + technique(s, me).discount if board == BOARD else was
