"""The hill: its spaces, the icons between them, and the food for placing a worker (4.1, 6)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.tawantinsuyu.data import HILL, Icon, Space
from games.tawantinsuyu.state import Tawantinsuyu

SPACES = {each.id: each for each in HILL.space}
ICONS = {each.id: each for each in HILL.icon}
SPOTS = {each.id: each for each in HILL.spot}
TERRACES = [each.id for each in HILL.terrace]
SECTIONS = range(1, HILL.sections + 1)

UPPER, LOWER = "upper", "lower"
"""The step spots of a section: between the upper two terraces, and between the lower two."""


@cache
def icons_round(space: str) -> tuple[Icon, ...]:
    """Return the task icons that a space touches."""
    return tuple(icon for icon in HILL.icon if space in icon.ends)


@cache
def neighbours(space: str) -> tuple[str, ...]:
    """Return the spaces that share an icon with a space."""
    found = [end for icon in icons_round(space) for end in icon.ends if end != space]
    return tuple(dict.fromkeys(found))


def _segments() -> list[tuple[Space, ...]]:
    found: dict[tuple[int, str], list[Space]] = {}
    for each in HILL.space:
        found.setdefault((each.section, each.terrace), []).append(each)
    return [tuple(each) for each in found.values()]


SEGMENTS = _segments()
"""The spaces of each section on each terrace."""


@cache
def segment(space: str) -> tuple[Space, ...]:
    """Return the spaces of the same section on the same terrace."""
    return next(each for each in SEGMENTS if SPACES[space] in each)


def blocked_spaces(terrace: str) -> list[str]:
    """Return the 2-player spaces of a terrace: workers of the bag stand there (4.1)."""
    return [each.id for each in HILL.space if each.blocked and each.terrace == terrace]


def alike(s: Tawantinsuyu, space: str, colour: str) -> int:
    """Return how many workers of a colour stand beside a space (section 7)."""
    return [s.hill.get(each) for each in neighbours(space)].count(colour)


def empty_segment(s: Tawantinsuyu, space: str) -> bool:
    """Return whether the segment of a space has no other worker."""
    return not any([each.id in s.hill for each in segment(space) if each.id != space])


def distance(one: int, other: int) -> int:
    """Return the shorter way between two sections round the ring (D4)."""
    way = abs(one - other)
    return min(way, HILL.sections - way)


def roaming(s: Tawantinsuyu, me: int, space: str) -> int:
    """Return the food for the way from the section of the high priest (6.1, D1)."""
    return food_between(s.players[me].priest, SPACES[space].section)


@cache
def food_between(one: int, other: int) -> int:
    """Return the food for the way between two sections (6.1)."""
    return HILL.roaming[min(distance(one, other), len(HILL.roaming) - 1)]


class Descent(NamedTuple):
    """The food of descending to a space, the step spots above it, and how many of them can help."""

    food: int
    spots: tuple[str, ...]
    most: int


@cache
def descent(space: str) -> Descent:
    """Return the way down to a space: the upper step spot counts for two terraces (6.2)."""
    here = SPACES[space]
    depth = TERRACES.index(here.terrace)
    levels, food = (UPPER, LOWER)[:depth], HILL.terrace[depth].food
    spots = [x.id for x in HILL.spot if x.section == here.section and x.level in levels]
    return Descent(food, tuple(spots), -(-food // HILL.relief))


def helpers(s: Tawantinsuyu, space: str) -> list[int]:
    """Return the owners of the step markers that lower the food of descending to a space.

    A marker counts only as far as there is food to save (6.2).
    """
    way = descent(space)
    return [s.steps[spot] for spot in way.spots if spot in s.steps][: way.most]


def descending(s: Tawantinsuyu, space: str) -> int:
    """Return the food for descending to a terrace, less that of the steps above (6.2)."""
    way = descent(space)
    helping = len([spot for spot in way.spots if spot in s.steps])
    return max(0, way.food - HILL.relief * helping)
