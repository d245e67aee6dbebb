"""Plans for beautifying the pyramid: what a decoration scores besides its matches (15.10)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import tables
from engine.adjustment import adjusts
from games.teotihuacan.acting import lowest
from games.teotihuacan.decorations import BOARD, points
from games.teotihuacan.state import Teotihuacan


@dataclass(frozen=True)
class Plan:
    """The points of a decoration for some lowest powers of the workers."""

    powers: list[int]
    points: int
    assumed: bool = False


@dataclass(frozen=True)
class Plans:
    """data.toml"""

    plan: list[Plan]


TABLE = tables.load(Path(__file__).parent / "data.toml", Plans)
POINTS = {power: plan.points for plan in TABLE.plan for power in plan.powers}


@adjusts(points)
def points_of_power(was: int, s: Teotihuacan, me: int) -> int:
    """Return the points of a decoration by the lowest power of the workers (15.10, R50).

    They take the place of the points of the base board.
    """
    return POINTS[lowest(s, me, BOARD)]
