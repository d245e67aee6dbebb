"""The road network: villages and roads, as the pieces of the board form them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.cuzco.data import BOARD, Building, Road, Triangle, Village

INNER, OUTER, CENTRE = BOARD.inner, BOARD.outer, BOARD.centre
TRIANGLES = {triangle.letter: triangle for triangle in BOARD.triangle}
TURNS = len(BOARD.overlay)
"""The number of positions of the overlay."""


class Way(NamedTuple):
    """A road seen from one end: its kind, its value, and the place it leads to."""

    kind: str
    die: int
    to: str


@cache
def villages(layout: str) -> dict[str, Village]:
    """Return every village; its feather is on one piece and its building on another."""
    if BOARD.graph_source != "pieces":
        return {village.id: village for village in BOARD.village}
    found = [_inner(layout, n) for n in range(len(INNER))]
    found += [_outer(layout, n) for n in range(len(OUTER))]
    return {village.id: village for village in found}


def _inner(layout: str, n: int) -> Village:
    """Return the village on the seam between position ``n`` (from 0) and the next clockwise."""
    before, after = TRIANGLES[layout[n]], TRIANGLES[layout[(n + 1) % len(layout)]]
    if before.feathers:
        return _village(INNER[n], before.feathers["right"], after.buildings["left"], False)
    return _village(INNER[n], after.feathers["left"], before.buildings["right"], False)


def _outer(layout: str, n: int) -> Village:
    """Return the village on the outer side of a position, completed by the frame."""
    triangle, side = TRIANGLES[layout[n]], BOARD.side[n]
    if side.building is not None:
        return _village(OUTER[n], triangle.feathers["outer"], side.building, True)
    return _village(OUTER[n], side.feather, triangle.buildings["outer"], True)


def _village(place: str, feather: str, building: Building, outer: bool) -> Village:
    return Village(place, feather, building.type, building.points, outer, BOARD.assumed)


@cache
def _roads(layout: str) -> dict[str, list[Way]]:
    """Return the roads that do not touch Cuzco, by the place where they begin."""
    found: dict[str, list[Way]] = {place: [] for place in villages(layout)}
    roads = list(BOARD.road)
    if BOARD.graph_source == "pieces":
        for n, letter in enumerate(layout):
            roads += _of_triangle(TRIANGLES[letter], n)
    for road in roads:
        one, other = road.ends
        found[one].append(Way(road.kind, road.die, other))
        found[other].append(Way(road.kind, road.die, one))
    return found


def _of_triangle(triangle: Triangle, n: int) -> list[Road]:
    """Return the roads of the triangle on a position: it touches two seams and an outer side."""
    place = {"left": INNER[n - 1], "right": INNER[n], "outer": OUTER[n]}
    return [
        Road((place[road.ends[0]], place[road.ends[1]]), road.kind, road.die)
        for road in triangle.roads
    ]


@cache
def ways(layout: str, rotation: int, place: str) -> tuple[Way, ...]:
    """Return the roads from a place; the overlay joins Cuzco to the inner ring (section 1.1)."""
    if place == CENTRE:
        return tuple(
            Way(end.kind, end.die, INNER[(k + rotation) % TURNS])
            for k, end in enumerate(BOARD.overlay)
        )
    found = list(_roads(layout)[place])
    if place in INNER:
        end = BOARD.overlay[(INNER.index(place) - rotation) % TURNS]
        found.append(Way(end.kind, end.die, CENTRE))
    return tuple(found)
