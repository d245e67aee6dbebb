"""The catalogue: the facts of every component of Teotihuacan, for clients."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.module import Components
from engine.tables import Written
from games.teotihuacan import data
from games.teotihuacan.bot_data import TEOTIBOT


@dataclass(frozen=True)
class TrackStep:
    """A step of a temple or of the Avenue: its reward, and whether discovery tiles lie there."""

    do: list[Written]
    discovery: bool
    assumed: bool = False


@dataclass(frozen=True)
class BuildingValue:
    """The value of the buildings row after a number of buildings."""

    points: int


def components() -> Components:
    """Return the facts of every component by kind and id, for clients."""
    values = enumerate(data.RING.buildings.values)
    return {
        "board": {str(number): board for number, board in data.BOARDS.items()},
        "temple": {temple: {} for temple in data.TEMPLES},
        "step": steps(),
        "bonus_tile": data.BONUS_TILES,
        "technology": data.TECHNOLOGIES,
        "discovery": data.DISCOVERIES,
        "royal": data.ROYAL_TILES,
        "starting": data.STARTING_TILES,
        "pyramid_tile": data.PYRAMID_TILES,
        "decoration": data.DECORATIONS,
        "level": {str(n): level for n, level in enumerate(data.PYRAMID.level, 1)},
        "side": {space.side: {} for space in data.PYRAMID.space},
        "reward": data.REWARDS,
        "building": {str(n): BuildingValue(points) for n, points in values},
        "slot": {slot: {"category": kind} for slot, kind in data.PALACE.slots.items()},
        "action_tile": {tile.id: tile for tile in TEOTIBOT.action},
        "noble_row": {str(n): row for n, row in enumerate(data.RING.nobles, 1)},
    }


def steps() -> dict[str, TrackStep]:
    """Return the steps of the temples and of the Avenue of the Dead."""
    found = temple_steps(data.TEMPLES.values())
    avenue = data.TRACKS.avenue
    for n in range(1, avenue.last + 1):
        found[f"avenue {n}"] = TrackStep([], str(n) in avenue.tiles)
    return found


def temple_steps(temples: Iterable[data.Temple]) -> dict[str, TrackStep]:
    """Return the steps of temples."""
    return {
        f"{temple.id} {n}": TrackStep(step.do, step.discovery, temple.assumed)
        for temple in temples
        for n, step in enumerate(temple.steps)
        if n
    }


def tables() -> dict[str, Any]:
    """Return the facts that belong to no single component, for clients."""
    setup = data.SETUP
    return {
        "ground": data.PYRAMID.ground,
        "pyramid_levels": data.PYRAMID.levels,
        "decoration_spaces": data.PYRAMID.space,
        "eclipse": setup.eclipse,
        "cocoa": setup.cocoa,
        "dark_disc": setup.dark,
        "mask_sets": data.FINDS.masks,
        "reach": data.RING.reach,
        "unlocking": data.RING.unlocking,
        "displacing": data.RING.displacing,
        "both_options": data.RING.both,
        "teotibot": TEOTIBOT,
    }
