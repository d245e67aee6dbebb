"""The pyramid: its grid of icons, the places of its tiles, matches, and the pyramid track."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.core import Effect, does, then
from games.teotihuacan.data import PYRAMID, PYRAMID_TILES, TEMPLES
from games.teotihuacan.goods import score
from games.teotihuacan.power import light_to
from games.teotihuacan.state import PlacedTile, Teotihuacan
from games.teotihuacan.temples import step

Place = tuple[int, int, int]
"""A place for a pyramid tile: level from 1, row and column inside the level."""

Cell = tuple[int, int]
"""A cell of the grid of icons: row and column."""

TURNS = 4
"""The quarter turns of a tile, which may lie in as many ways."""

COLOURED = {temple[0].upper(): temple for temple in TEMPLES}
"""The temple of each coloured icon: icons are the first letters of temples."""

PLACES: list[Place] = [
    (level, row, column)
    for level, width in enumerate(PYRAMID.levels, 1)
    for row in range(width)
    for column in range(width)
]
"""All places, the lowest level first."""


class Matches(NamedTuple):
    """The matches of a tile: how many, and the temples of the coloured ones in order."""

    number: int
    temples: tuple[str, ...]


def ground() -> list[list[str]]:
    """Return the icons that are visible before any tile is laid (8.3)."""
    return [list(row) for row in PYRAMID.ground]


@cache
def corners(tile: str, turns: int) -> str:
    """Return the icons of a turned tile, clockwise from the top left (8.3)."""
    icons = PYRAMID_TILES[tile].corners
    first = -turns % TURNS
    return icons[first:] + icons[:first]


@cache
def same_as(tile: str, turns: int) -> int:
    """Return the smallest number of turns after which the tile looks as after these turns."""
    return next(n for n in range(TURNS) if corners(tile, n) == corners(tile, turns))


@cache
def cells(level: int, row: int, column: int) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells that a tile covers, clockwise from the top left (8.3)."""
    top, left = 2 * row + level - 1, 2 * column + level - 1
    return (top, left), (top, left + 1), (top + 1, left + 1), (top + 1, left)


@cache
def below(level: int, row: int, column: int) -> frozenset[Place]:
    """Return the places of the four tiles that a tile rests on, none on level 1 (8.3)."""
    if level == 1:
        return frozenset()
    return frozenset((level - 1, row + i, column + j) for i in (0, 1) for j in (0, 1))


def laid(s: Teotihuacan) -> set[Place]:
    """Return the places where tiles lie."""
    return {(each.level, each.row, each.column) for each in s.pyramid}


def free_places(s: Teotihuacan) -> list[Place]:
    """Return the empty places whose tiles below are all there, the lowest level first (8.3)."""
    taken = laid(s)
    return [place for place in PLACES if place not in taken and below(*place) <= taken]


def visible(s: Teotihuacan, covered: Sequence[Cell]) -> str:
    """Return the icons that these cells show now."""
    icons = s.icons
    return "".join([icons[row][column] for row, column in covered])


@cache
def compare(covered: str, icons: str) -> Matches:
    """Return the matches of new icons with those below them (8.3).

    Colour does not matter for a match. A coloured new icon of a match gives a temple step.
    """
    same = [new for old, new in zip(covered, icons, strict=True) if old.lower() == new.lower()]
    return Matches(len(same), tuple(COLOURED[icon] for icon in same if icon in COLOURED))


@cache
def tile_gains(found: Matches, points: int) -> tuple[Effect, ...]:
    """Return what a new tile gives: its matches, its temple steps, its points, a step (6.4, 6.5).

    The temple steps are made in the order of the icons, clockwise (R53).
    """
    matching = (score(found.number),) if found.number else ()
    return (*matching, *(step(temple) for temple in found.temples), score(points), climb())


def lay(s: Teotihuacan, tile: str, level: int, row: int, column: int, turns: int) -> None:
    """Lay a pyramid tile on a place; its icons cover those below (8.3)."""
    s.pyramid.append(PlacedTile(tile, level, row, column, turns))
    for (i, j), icon in zip(cells(level, row, column), corners(tile, turns), strict=True):
        s.icons[i][j] = icon


@does
def lay_tile(
    s: Teotihuacan, me: int, tile: str, level: int, row: int, column: int, turns: int
) -> None:
    """Move a pyramid tile from the display to a place; its icons cover those below (8.3).

    The tile of the top level ends the building: the light disc goes to the dark disc, and the
    coming Eclipse is the last (10.4).
    """
    s.display.remove(tile)
    lay(s, tile, level, row, column, turns)
    if (level, row, column) == PLACES[-1]:
        s.final = True
        then(s, me, light_to(s.dark))


@does
def climb(s: Teotihuacan, me: int) -> None:
    """Make a step on the pyramid track, which ends after ten of them (8.5; R15)."""
    player = s.players[me]
    player.track = min(player.track + 1, PYRAMID.track)
