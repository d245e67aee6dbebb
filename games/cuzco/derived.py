"""Facts that follow from the state and that a client needs to draw it: villages, roads, limits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from games.cuzco.board import CENTRE, villages, ways
from games.cuzco.data import SETUP
from games.cuzco.dice import below
from games.cuzco.state import Cuzco


@dataclass(frozen=True, slots=True)
class Site:
    """A village of this board: its ring, feather, building and victory points."""

    id: str
    ring: Literal["inner", "outer"]
    feather: str
    building: str
    points: int


@dataclass(frozen=True, slots=True)
class Link:
    """A road between two places: its kind, and the value that a move needs at least."""

    start: str
    end: str
    kind: str
    die: int


@dataclass(frozen=True, slots=True)
class Limit:
    """An action space: a new die must be lower than ``below``; null if any die may go there."""

    space: str
    below: int | None


@dataclass(frozen=True, slots=True)
class Derived:
    """What the view shows besides the state.

    ``sites`` are the villages as the triangles lie. ``links`` are all roads, with those of the
    overlay as it lies now. ``free_spaces`` counts the empty mask spaces of each seat.
    """

    sites: list[Site]
    links: list[Link]
    limits: list[Limit]
    free_spaces: list[int]


def derived(s: Cuzco) -> Derived:
    """Return the facts that a client would otherwise compute from the rules."""
    free = [player.free_spaces for player in s.players]
    return Derived(sites(s.layout), links(s.layout, s.rotation), limits(s), free)


@cache
def sites(layout: str) -> list[Site]:
    """Return the villages of a layout."""
    return [
        Site(v.id, "outer" if v.outer else "inner", v.feather, v.building, v.points)
        for v in villages(layout).values()
    ]


@cache
def links(layout: str, rotation: int) -> list[Link]:
    """Return every road once, the roads of the overlay first."""
    places = [CENTRE, *villages(layout)]
    return [
        Link(place, way.to, way.kind, way.die)
        for n, place in enumerate(places)
        for way in ways(layout, rotation, place)
        if places.index(way.to) > n
    ]


def limits(s: Cuzco) -> list[Limit]:
    """Return the value that a new die must be below on each action space."""
    return [Limit(space.id, n if n <= SETUP.faces else None) for space, n in below(s)]
