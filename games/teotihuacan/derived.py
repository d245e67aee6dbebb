"""Facts that follow from the state and that a client needs to draw it or to plan a turn."""

from __future__ import annotations

from dataclasses import dataclass

from games.teotihuacan.acting import crowd
from games.teotihuacan.eclipse import owed
from games.teotihuacan.pyramid import free_places
from games.teotihuacan.state import Teotihuacan


@dataclass(frozen=True, slots=True)
class Area:
    """The general area of a board: its position, and the colours of the workers there."""

    board: int
    position: int
    colours: int


@dataclass(frozen=True, slots=True)
class FreePlace:
    """A place where the next pyramid tile may lie: level from 1, row and column."""

    level: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Derived:
    """What the view shows besides the state.

    ``areas`` are the general areas, by position. ``free_places`` are those of the pyramid.
    ``building_value`` is the value of the buildings row at an Eclipse. ``salaries`` is the cocoa
    that the workers of each seat would get now.
    """

    areas: list[Area]
    free_places: list[FreePlace]
    building_value: int
    salaries: list[int]


def derived(s: Teotihuacan) -> Derived:
    """Return the facts that a client would otherwise compute from the rules."""
    return Derived(
        [Area(board, s.position(board), crowd(s, board)) for board in s.ring],
        [FreePlace(*place) for place in free_places(s)],
        s.building_value,
        [owed(s, seat) for seat in range(len(s.players))],
    )
